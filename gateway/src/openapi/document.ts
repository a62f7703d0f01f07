import type { OpenApiDocument } from '@vitae/proto/api-reference';
import { operationGroups } from '../http/operation.ts';
import type { DocumentedRoute } from './documented-routes.ts';
import { errorSchemas } from './errors.ts';
import type { RecordedExamples } from './examples.ts';
import { commonHeaders, responseHeaders } from './headers.ts';
import { oauthPaths } from './oauth-paths.ts';
import { describeOperation } from './operation.ts';
import { createSchemaCollector } from './schemas.ts';

export type DocumentOptions = {
  routes: readonly DocumentedRoute[];
  companyApiUrl: string;
  userApiUrl: string;
  oauthUrl: string;
  examples: RecordedExamples;
};

/** Describes both APIs and the OAuth flow as an OpenAPI 3.1 document. */
export function openApiDocument(options: DocumentOptions): OpenApiDocument {
  const { routes, companyApiUrl, userApiUrl, oauthUrl, examples } = options;
  const schemas = createSchemaCollector();
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    for (const path of route.paths) {
      const template = path.replace(/:(\w+)/g, '{$1}');
      const operation = describeOperation(route, path, schemas, examples[route.name], userApiUrl);
      paths[template] = { ...paths[template], [route.method.toLowerCase()]: operation };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Vitae API', version: '1', description: INTRODUCTION },
    servers: [{ url: companyApiUrl }],
    tags: operationGroups.map((name) => ({ name })),
    security: [{ apikey: [], timestamp: [], nonce: [], hash: [] }],
    paths: { ...paths, ...oauthPaths(oauthUrl) },
    components: {
      schemas: { ...schemas.collected, ...errorSchemas },
      headers: { ...commonHeaders, ...responseHeaders },
      responses: { Refused: rejected, OAuthRefused: oauthRejected },
      securitySchemes,
    },
  };
}

const INTRODUCTION = [
  'The company API manages the users of a company with their CVs, tags and comments. The user API gives applications access to the data that users granted them: selected CVs and types of data.',
  'Every request is signed; see the signing guide. Quotas apply per company and minute. `x-quota` is the quota that an operation counts toward.',
  'Request bodies are JSON or a form. The format is detected from the first byte of the body. Unknown fields are rejected, and so are unknown query parameters unless a historical key signed the request.',
  'Errors have the format of the response: JSON, or XML with `format=xml`.',
].join('\n\n');

const rejected = {
  description: 'Authentication failed. The body is one line with the reason, or JSON if `Accept` prefers it.',
  headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
  content: {
    'text/plain': { schema: { type: 'string' } },
    'application/json': { schema: { $ref: '#/components/schemas/Error' } },
  },
};

const oauthRejected = {
  description:
    'Authentication failed. `oauth_problem` is the reason and `oauth_problem_advice` the remedy. An invalid `apiKey` returns an error object instead. The status is 400 where RFC 5849 section 3.2 requires it.',
  headers: {
    'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
    'WWW-Authenticate': { description: '`OAuth` and the realm.', schema: { type: 'string' } },
  },
  content: {
    'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/OAuthProblem' } },
    'application/json': { schema: { $ref: '#/components/schemas/Error' } },
  },
};

const inQuery = (name: string, description: string) => ({ type: 'apiKey', in: 'query', name, description });

const securitySchemes = {
  apikey: inQuery('apikey', 'Public key.'),
  timestamp: inQuery('timestamp', 'Current Unix time in seconds. Must be accurate to five minutes.'),
  nonce: inQuery('nonce', 'Unique value of 8 to 128 printable ASCII characters. Each can be used once.'),
  hash: inQuery('hash', 'HMAC-SHA256 of method, path and sorted parameters, in hexadecimal.'),
  oauth: {
    type: 'http',
    scheme: 'OAuth',
    description:
      'OAuth 1.0 (RFC 5849) with RSA-SHA1 if the application has a public key, otherwise HMAC-SHA1, in the Authorization header, the query or a form.',
  },
  applicationKey: inQuery(
    'apiKey',
    'Secret key of an application. Gives access to the users who have authorized the application.',
  ),
};
