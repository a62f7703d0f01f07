import type { JsonSchema } from '@vitae/proto/api-reference';
import { errorReasons } from '@vitae/proto/error-reasons';
import type { z } from 'zod';
import type { ResponseSpec } from '../http/operation.ts';
import type { DocumentedRoute } from './documented-routes.ts';
import { errorsOf } from './errors.ts';
import type { RecordedCall } from './examples.ts';
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

/** One call as OpenAPI has it. */
export function operationOf(
  route: DocumentedRoute,
  path: string,
  schemas: SchemaCollector,
  example: RecordedCall | undefined,
  userApiUrl: string,
) {
  const historical = path !== route.paths[0];
  return {
    operationId: historical ? `${route.name}.${path.split('/')[3]}` : route.name,
    tags: [route.group],
    summary: historical ? `${route.summary} (historical address)` : route.summary,
    ...(route.description ? { description: route.description } : {}),
    ...(historical || isDeprecated(route) ? { deprecated: true } : {}),
    'x-quota': route.quota,
    ...(route.api === 'user' ? ofUserApi(route.apiKeyAlone, userApiUrl) : {}),
    parameters: [
      ...parametersOf(route.path, 'path', schemas),
      ...parametersOf(route.query, 'query', schemas),
      ...headerParameters(route),
    ],
    ...(route.body ? { requestBody: bodyOf(route.body, schemas, example) } : {}),
    responses: { ...successes(route, schemas, example), ...failures(route) },
  };
}

/** What answers since when it is deprecated. */
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
    ...(readable ? [header('If-None-Match', 'An ETag that is known: 304 when it still holds.')] : []),
    ...(206 in responses
      ? [
          header('Range', 'Some bytes of the file, as `bytes=0-1023`. Of several ranges at once none is honoured.'),
          header('If-Range', 'The ETag that Range is meant for: the whole file when it is another.'),
        ]
      : []),
    ...(conditional
      ? [header('If-Match', 'The ETag that the change is made on: 412 when it does not hold any more.')]
      : []),
    ...(idempotent
      ? [
          header(
            'Idempotency-Key',
            '1 to 255 printable characters. The same key with the same body creates once and gets the first answer again; with another body 422.',
          ),
        ]
      : []),
  ];
}

function bodyOf(
  { schema, optional, orQuery, xml, readPicture }: NonNullable<DocumentedRoute['body']>,
  { schemaOf }: SchemaCollector,
  example: RecordedCall | undefined,
) {
  const json = schemaOf(schema, 'input');
  const sent = example?.request.body;
  const asJson = sent !== undefined && example?.request.headers['content-type']?.startsWith(JSON_TYPE);
  return {
    required: !optional && !orQuery,
    ...(orQuery ? { description: 'What the body leaves out is taken from the query.' } : {}),
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
  example: RecordedCall | undefined,
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
        description: 'What If-None-Match names still holds',
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
  example: RecordedCall | undefined,
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

// RFC 5849 section 3.2: what is wrong with the parameters of the signature is a 400 too.
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
        ...(status === 400 && route.api === 'user' ? problemForm : {}),
      },
    };
  }
  return responses;
}
