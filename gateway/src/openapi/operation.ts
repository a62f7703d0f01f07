import type { JsonSchema } from '@vitae/proto/api-reference';
import { errorReasons } from '@vitae/proto/error-reasons';
import type { z } from 'zod';
import { queryParametersOf } from '../http/known-parameters.ts';
import type { ResponseSpec } from '../http/operation.ts';
import type { DocumentedRoute } from './documented-routes.ts';
import { errorsOf } from './errors.ts';
import type { RecordedExample } from './examples.ts';
import { commonHeaders } from './headers.ts';
import type { SchemaCollector } from './schemas.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const XML_TYPE = 'application/xml';

// OpenAPI 3.1 section 4.8.14.4: binary bodies have no schema, files of forms an empty one.
const PICTURE_CONTENT = {
  'image/jpeg': {},
  'image/png': {},
  'image/gif': {},
  'multipart/form-data': { schema: { type: 'object', properties: { file: {} }, required: ['file'] } },
};

/** Describes a route at one of its paths. */
export function describeOperation(
  route: DocumentedRoute,
  path: string,
  schemas: SchemaCollector,
  example: RecordedExample | undefined,
  userApiUrl: string,
) {
  const historical = path !== route.paths[0];
  return {
    operationId: historical ? `${route.name}.${path.split('/')[3]}` : route.name,
    tags: [route.group],
    summary: historical ? `${route.summary} (historical path)` : route.summary,
    ...(route.description ? { description: route.description } : {}),
    ...(historical || isDeprecated(route) ? { deprecated: true } : {}),
    'x-quota': route.quota,
    ...(route.api === 'user' ? ofUserApi(route.apiKeyAlone, userApiUrl) : {}),
    parameters: [
      ...parametersOf(route.path, 'path', schemas),
      ...parametersOf(queryParametersOf(route), 'query', schemas),
      ...headerParameters(route),
    ],
    ...(route.body ? { requestBody: bodyOf(route.body, schemas, example) } : {}),
    responses: { ...successes(route, schemas, example), ...failures(route) },
  };
}

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
    required: where === 'path' || required.includes(name),
    ...(typeof description === 'string' ? { description } : {}),
    schema: rest,
  }));
}

function headerParameters({ method, conditional, idempotent, responses }: DocumentedRoute) {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
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
  const sent = example?.request.body;
  const asJson = sent !== undefined && example?.request.headers['content-type']?.startsWith(JSON_TYPE);
  return {
    required: !optional && !orQuery,
    ...(orQuery ? { description: 'Fields that the body omits are taken from the query parameters.' } : {}),
    content: {
      [JSON_TYPE]: { schema: json, ...(asJson ? { example: JSON.parse(sent) as unknown } : {}) },
      [FORM_TYPE]: { schema: json },
      ...(xml ? { [XML_TYPE]: { schema: json } } : {}),
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
      headers: headersOf(spec),
      ...contentOf(spec, route, schemas, example?.response.status === Number(status) ? example : undefined),
    };
    if (route.method === 'GET' && spec.headers?.includes('ETag')) {
      responses['304'] = {
        description: 'The ETag in If-None-Match is still current',
        headers: headersOf({ description: '', headers: ['ETag'] }),
      };
    }
  }
  return responses;
}

function headersOf({ headers = [] }: ResponseSpec) {
  return Object.fromEntries(
    [...Object.keys(commonHeaders), ...headers].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

function contentOf(
  { schema, files }: ResponseSpec,
  { formats }: DocumentedRoute,
  { schemaOf }: SchemaCollector,
  example: RecordedExample | undefined,
) {
  if (files) return { content: Object.fromEntries(files.map((type) => [type, { schema: {} }])) };
  if (!schema) return {};
  const shape = schemaOf(schema, 'output');
  return {
    content: {
      [JSON_TYPE]: { schema: shape, ...(example ? { example: example.response.body } : {}) },
      ...(formats ? { [XML_TYPE]: { schema: shape } } : {}),
    },
  };
}

// RFC 5849 section 3.2: invalid OAuth parameters return 400 as well.
const problemForm = { [FORM_TYPE]: { schema: { $ref: '#/components/schemas/OAuthProblem' } } };

function failures(route: DocumentedRoute): Record<string, object> {
  const responses: Record<string, object> =
    route.api === 'company'
      ? { '403': { $ref: '#/components/responses/Refused' } }
      : { '401': { $ref: '#/components/responses/OAuthRefused' } };
  for (const [status, reasons] of errorsOf(route)) {
    responses[status] = {
      description: reasons.map((reason) => `\`${reason}\`: ${errorReasons[reason].when}`).join('\n\n'),
      content: {
        [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Error' } },
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        ...(route.formats ? { [XML_TYPE]: { schema: { $ref: '#/components/schemas/Error' } } } : {}),
        ...(status === 400 && route.api === 'user' ? problemForm : {}),
      },
    };
  }
  return responses;
}
