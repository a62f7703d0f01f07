import type { OpenApiDocument } from '@vitae/proto/api-reference';
import { operationGroups } from '../http/operation.ts';
import type { DocumentedRoute } from './documented-routes.ts';
import { errorSchemas } from './errors.ts';
import type { RecordedCalls } from './examples.ts';
import { commonHeaders, responseHeaders } from './headers.ts';
import { oauthPaths } from './oauth-paths.ts';
import { operationOf } from './operation.ts';
import { createSchemaCollector } from './schemas.ts';

export type DocumentOptions = {
  routes: readonly DocumentedRoute[];
  companyApiUrl: string;
  userApiUrl: string;
  oauthUrl: string;
  examples: RecordedCalls;
};

/** Both APIs as an OpenAPI 3.1 document, made from the rows of the route tables; and the steps of OAuth. */
export function openApiDocument(options: DocumentOptions): OpenApiDocument {
  const { routes, companyApiUrl, userApiUrl, oauthUrl, examples } = options;
  const schemas = createSchemaCollector();
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    for (const path of route.paths) {
      const template = path.replace(/:(\w+)/g, '{$1}');
      const operation = operationOf(route, path, schemas, examples[route.name], userApiUrl);
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
      responses: { Refused: refused, OAuthRefused: oauthRefused },
      securitySchemes,
    },
  };
}

const INTRODUCTION = [
  'Users of a company, their CVs, tags and comments; and, under “User API”, what CV owners let an application read.',
  'Every call is signed: see the signing guide. Calls are counted per company and clock minute; `x-quota` says which quota a call counts against.',
  'Bodies are JSON or a form; which of them, their first byte decides. Unknown fields are refused by name.',
].join('\n\n');

const refused = {
  description: 'The call could not be authenticated: one line that says why.',
  headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
  content: { 'text/plain': { schema: { type: 'string' } } },
};

const oauthRefused = {
  description:
    'The call could not be authenticated: `oauth_problem` says why, `oauth_problem_advice` what to do; or, where `apiKey` is not valid, an error. 400 where RFC 5849 section 3.2 says so.',
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
  apikey: inQuery('apikey', 'The public key.'),
  timestamp: inQuery('timestamp', 'Unix time in seconds, within five minutes of now.'),
  nonce: inQuery('nonce', '8 to 128 printable ASCII characters, never twice.'),
  hash: inQuery('hash', 'HMAC-SHA256 of method, path and sorted parameters, in hexadecimal.'),
  oauth: {
    type: 'http',
    scheme: 'OAuth',
    description: 'OAuth 1.0 (RFC 5849) with HMAC-SHA1 or RSA-SHA1, in the header, the query or a form.',
  },
  applicationKey: inQuery('apiKey', 'The secret of an application. It reaches the users who allow the application.'),
};
