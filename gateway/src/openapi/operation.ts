import type { JsonSchema } from '@vitae/proto/api-reference';
import { z } from 'zod';
import { queryParametersOf } from '../http/known-parameters.ts';
import type { ResponseSpec } from '../http/operation.ts';
import type { DocumentedRoute } from './documented-routes.ts';
import type { RecordedExample } from './examples.ts';
import { operationIdOf } from './operation-ids.ts';
import type { ResponseCollector } from './responses.ts';
import type { SchemaCollector } from './schemas.ts';
import { tagOf } from './tags.ts';

const JSON_TYPE = 'application/json';

const FILE = { type: 'string', format: 'binary' };
const PICTURE_CONTENT = {
  'image/jpeg': { schema: FILE },
  'image/png': { schema: FILE },
  'image/gif': { schema: FILE },
  'multipart/form-data': { schema: { type: 'object', properties: { file: FILE }, required: ['file'] } },
};

export type OperationParts = {
  schemas: SchemaCollector;
  failures: ResponseCollector;
  example: RecordedExample | undefined;
  userApiUrl: string;
};

/** Describes a route at its current path. */
export function describeOperation(route: DocumentedRoute, { schemas, failures, example, userApiUrl }: OperationParts) {
  const aliases = aliasesOf(route);
  const description = [route.description, aliasText(aliases)].filter(Boolean).join('\n\n');
  return {
    operationId: operationIdOf(route.name),
    tags: [tagOf(route.group)],
    summary: route.summary,
    ...(description ? { description } : {}),
    ...(isDeprecated(route) ? { deprecated: true } : {}),
    'x-consumption-name': route.name,
    'x-quota': route.quota,
    ...(aliases.length > 0 ? { 'x-aliases': aliases } : {}),
    ...(route.api === 'user' ? ofUserApi(route.apiKeyAlone, userApiUrl) : {}),
    parameters: [
      ...parametersOf(route.path, 'path', schemas),
      ...parametersOf(queryParametersOf(route), 'query', schemas),
      ...headerParameters(route),
    ],
    ...(route.body ? { requestBody: bodyOf(route.body, schemas, example) } : {}),
    responses: { ...successes(route, schemas, example), ...failures.responsesOf(route) },
  };
}

/** In OpenAPI, `/cv/{id}/pdf` and `/cv/status/{status}` are ambiguous, because literal segments have no precedence. */
const AMBIGUOUS = ['/api/v1/cv/status/{status}', '/cv/status/{status}'];

/** The path at which a route is documented. */
export function documentedPath({ paths }: Pick<DocumentedRoute, 'paths'>): string {
  const all = paths.map(templated);
  return all.find((path) => !AMBIGUOUS.includes(path)) ?? '';
}

/** The other paths of a route, such as `GET /api/v1/svc/cv/{id}`. */
function aliasesOf(route: DocumentedRoute): string[] {
  const all = route.paths.map(templated);
  return all.filter((path) => path !== documentedPath(route)).map((path) => `${route.method} ${path}`);
}

function aliasText(aliases: readonly string[]): string | undefined {
  const paths = aliases.map((alias) => `\`${alias.slice(alias.indexOf(' ') + 1)}\``);
  return paths.length > 0 ? `Also available at ${listFormat.format(paths)}.` : undefined;
}

const listFormat = new Intl.ListFormat('en');

const templated = (path: string) => path.replace(/:(\w+)/g, '{$1}');

/** Deprecated operations have a `Deprecation` header. */
function isDeprecated({ responses }: DocumentedRoute): boolean {
  return Object.values(responses).some(({ headers }) => headers?.includes('Deprecation'));
}

function ofUserApi(apiKeyAlone: boolean, url: string) {
  return { servers: [{ url }], security: [{ oauth: [] }, ...(apiKeyAlone ? [{ applicationKey: [] }] : [])] };
}

function parametersOf(schema: z.ZodObject | undefined, where: 'path' | 'query', { schemaOf }: SchemaCollector) {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    ...(where === 'path' || required.includes(name) ? { required: true } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    schema:
      rest.type === 'boolean'
        ? { type: 'integer', minimum: 0, maximum: 1, default: 0 }
        : withDefault(rest, schema.shape[name]),
  }));
}

/** Parameters keep their default value, because generated clients do not require them for it. */
function withDefault(schema: JsonSchema, declared: z.core.$ZodType | undefined): JsonSchema {
  return declared instanceof z.ZodDefault && declared.def.defaultValue !== '' && !schema.$ref
    ? { ...schema, default: declared.def.defaultValue }
    : schema;
}

function headerParameters({ method, conditional, idempotent, responses }: DocumentedRoute) {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  });
  const readable = method === 'GET' && Object.values(responses).some(({ headers }) => headers?.includes('ETag'));
  return [
    ...(readable ? [header('If-None-Match', 'ETag of a previous response. Returns 304 if it is still current.')] : []),
    ...(206 in responses
      ? [
          header('Range', 'Part of the file, such as `bytes=0-1023`. Only single ranges are supported.'),
          header('If-Range', 'ETag that `Range` applies to. Returns the whole file if it is no longer current.'),
        ]
      : []),
    ...(conditional
      ? [header('If-Match', 'ETag of the revision to change. Returns 412 if it is no longer current.')]
      : []),
    ...(idempotent
      ? [
          header(
            'Idempotency-Key',
            '1 to 255 printable characters. Repeating a request with the same key and body returns the first response without creating anything; a different body returns 422.',
          ),
        ]
      : []),
  ];
}

function bodyOf(
  { schema, optional, orQuery, xml, readPicture }: NonNullable<DocumentedRoute['body']>,
  { schemaOf }: SchemaCollector,
  example: RecordedExample | undefined,
) {
  const json = schemaOf(schema, 'input');
  // Generators of clients write a function for each content type. All bodies can be forms, as the introduction says.
  const notes = [
    ...(xml ? ['XML with the same structure is accepted too.'] : []),
    ...(orQuery ? ['Fields that the body omits are taken from the query parameters.'] : []),
  ];
  const sent = example?.request.body;
  const asJson = sent !== undefined && example?.request.headers['content-type']?.startsWith(JSON_TYPE);
  return {
    required: !optional && !orQuery,
    ...(notes.length > 0 ? { description: notes.join(' ') } : {}),
    content: {
      [JSON_TYPE]: { schema: json, ...(asJson ? { example: JSON.parse(sent) as unknown } : {}) },
      ...(readPicture ? PICTURE_CONTENT : {}),
    },
  };
}

function successes(
  route: DocumentedRoute,
  schemas: SchemaCollector,
  example: RecordedExample | undefined,
): Record<string, object> {
  const responses: Record<string, object> = {};
  for (const [status, spec] of Object.entries(route.responses)) {
    responses[status] = {
      description: spec.description,
      ...(spec.headers ? { headers: headersOf(spec) } : {}),
      ...contentOf(spec, schemas, example?.response.status === Number(status) ? example : undefined),
    };
    if (route.method === 'GET' && spec.headers?.includes('ETag')) {
      responses['304'] = { $ref: '#/components/responses/NotModified' };
    }
  }
  return responses;
}

function headersOf({ headers = [] }: ResponseSpec) {
  return Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function contentOf(
  { schema, files }: ResponseSpec,
  { schemaOf }: SchemaCollector,
  example: RecordedExample | undefined,
) {
  if (files) return { content: Object.fromEntries(files.map((type) => [type, { schema: fileSchema(type) }])) };
  if (!schema) return {};
  // Generators of clients would return a union of the formats. XML has the same structure, as the introduction says.
  const shape = schemaOf(schema, 'output');
  return {
    content: { [JSON_TYPE]: { schema: shape, ...(example ? { example: withOneItem(example.response.body) } : {}) } },
  };
}

function fileSchema(type: string): JsonSchema {
  if (type === JSON_TYPE) return {};
  return type.startsWith('text/') ? { type: 'string' } : FILE;
}

/** Shortens lists to one item. */
function withOneItem(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(withOneItem);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withOneItem(member)]));
}
