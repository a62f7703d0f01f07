import type { OpenApiDocument } from '@vitae/proto/api-reference';
import { version } from '../version.ts';
import type { DocumentedRoute } from './documented-routes.ts';
import { errorSchemas } from './errors.ts';
import type { RecordedExamples } from './examples.ts';
import { commonHeaders, responseHeaders } from './headers.ts';
import { oauthPaths } from './oauth-paths.ts';
import { describeOperation, documentedPath } from './operation.ts';
import { createResponseCollector, notModified } from './responses.ts';
import { createSchemaCollector } from './schemas.ts';
import { documentTags } from './tags.ts';

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
  const failures = createResponseCollector();
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const path = documentedPath(route);
    const operation = describeOperation(route, { schemas, failures, example: examples[route.name], userApiUrl });
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
  }
  return schemas.withComponents({
    openapi: '3.1.0',
    info: {
      title: 'Vitae API',
      version: version(),
      description: INTRODUCTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: companyApiUrl, description: 'Company API' }],
    tags: documentTags,
    security: [{ apikey: [], timestamp: [], nonce: [], hash: [] }],
    paths: { ...paths, ...oauthPaths(oauthUrl) },
    components: {
      schemas: errorSchemas,
      headers: { ...commonHeaders, ...responseHeaders },
      responses: { ...failures.collected, NotModified: notModified, Rejected: rejected, OAuthRejected: oauthRejected },
      securitySchemes,
    },
  });
}

const INTRODUCTION = [
  'The company API manages the users of a company with their CVs, tags and comments. The user API gives applications access to the data that users granted them: selected CVs and types of data.',
  'Every request is signed; see the signing guide. Quotas apply per company and minute. `x-quota` is the quota that an operation counts toward.',
  'Request bodies are JSON or a form. The format is detected from the first byte of the body. Unknown fields are rejected, and so are unknown query parameters unless a historical key signed the request.',
  'Every response has the header `X-Request-Id`. Responses to authenticated requests also have `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` for the quota of the request.',
  'Paths may end with a slash, which is then signed. `HEAD` returns the headers of `GET` and does not render files. `OPTIONS` returns the methods of a path and needs no signature.',
  'Responses of operations with the parameter `format` are XML with `format=xml` or `Accept: application/xml`, of the same structure as JSON. Errors have the format of the response. With `Accept: application/problem+json`, they have the form `Problem` (RFC 9457). Their `Link` header with `rel="help"` is the address of the reason in the error reference.',
].join('\n\n');

const rejected = {
  description: 'Authentication failed. The body is one line with the reason, or JSON if `Accept` prefers it.',
  headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
  content: {
    'text/plain': { schema: { type: 'string' } },
    'application/json': { schema: { $ref: '#/components/schemas/Error' } },
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
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
  // As an API key, because generators of clients do not know the HTTP scheme OAuth.
  oauth: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      'OAuth 1.0 (RFC 5849) with RSA-SHA1 if the application has a public key, otherwise HMAC-SHA1, in the Authorization header, the query or a form.',
  },
  applicationKey: inQuery(
    'apiKey',
    'Secret key of an application. Gives access to the users who have authorized the application.',
  ),
};
