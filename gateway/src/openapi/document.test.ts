import { Validator } from '@seriousme/openapi-schema-validator';
import { errorReasons } from '@vitae/proto/error-reasons';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { companyRoutes, userRoutes } from '../routes.ts';
import { openApiDocument } from './document.ts';
import { documentedRoutes } from './documented-routes.ts';
import { readRecordedExamples } from './examples.ts';

const routes = documentedRoutes();
const document = openApiDocument({
  routes,
  companyApiUrl: 'https://api.example.com',
  userApiUrl: 'https://user.example.com',
  oauthUrl: 'https://oauth.example.com',
  examples: {},
});

test('is a valid OpenAPI 3.1 document', async () => {
  const { valid, errors } = await new Validator().validate(
    structuredClone(document) as unknown as Record<string, unknown>,
  );
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('contains exactly the paths and methods of all routes and of the OAuth flow', () => {
  const documented = routes.flatMap(({ method, paths }) =>
    paths.map((path) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
  );
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const steps = ['GET requestToken', 'POST requestToken', 'GET authorize', 'GET accessToken', 'POST accessToken'];
  const oauth = steps.map((step) => step.replace(' ', ' /{locale}/oauth/'));
  expect(operations.toSorted()).toEqual([...documented, ...oauth].toSorted());
});

test('marks deprecated operations at every path', () => {
  const marked = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ deprecated }) => (deprecated ? [path] : [])),
  );
  for (const path of ['/metadata/assign', '/metadata/unassign'])
    expect(marked).toEqual(expect.arrayContaining([path, `/api/v1/svc${path}`, `/api/v1/dyb${path}`]));
  expect(marked).not.toContain('/metadata/update');
});

test('documents the OAuth problem form for the user API only', () => {
  for (const { api, paths, method } of routes) {
    const { responses } = document.paths[paths[0]?.replace(/:(\w+)/g, '{$1}') ?? '']?.[method.toLowerCase()] ?? {};
    const { content = {} } = (responses?.['400'] ?? {}) as { content?: Record<string, unknown> };
    expect('application/x-www-form-urlencoded' in content).toBe(api === 'user');
  }
});

test('has unique operation ids and route names', () => {
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length);
});

test('describes every path parameter', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters } of Object.values(methods)) {
      expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath);
    }
  }
});

test('documents exactly the query parameters that each operation accepts', () => {
  for (const { operation, paths, method, name } of [...companyRoutes, ...userRoutes]) {
    const template = paths[0]?.replace(/:(\w+)/g, '{$1}') ?? '';
    const { parameters = [] } = document.paths[template]?.[method.toLowerCase()] ?? {};
    const documented = parameters.filter((one) => one.in === 'query').map((one) => one.name);
    expect([name, documented.toSorted()]).toEqual([name, [...operation.parameters].toSorted()]);
  }
  const parametersOf = (name: string) => companyRoutes.find((route) => route.name === name)?.operation.parameters;
  expect(parametersOf('users.list')).toEqual(new Set(['filter', 'page', 'limit', 'cursor']));
  expect(parametersOf('users.kind')).toEqual(new Set(['isIdOrigin', 'kind']));
  expect(parametersOf('cv.read')).toEqual(new Set(['format']));
});

test('allows ids of users as strings in the filters of comments', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  const validate = ajv.getSchema('api#/components/schemas/CommentQuery');
  const filterBy = (value: unknown) => validate?.({ filters: [{ type: 'user', value }] });
  expect([filterBy(7), filterBy('7'), filterBy('x'), filterBy(-7)]).toEqual([true, true, false, false]);
});

test('has schemas that compile and reject unknown objects', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  for (const name of Object.keys(document.components.schemas)) {
    const validate = ajv.getSchema(`api#/components/schemas/${name}`);
    expect(validate?.({ unknown: true })).toBe(false);
  }
});

test('charges exactly the five API calls of the specification to the intensive quota', () => {
  const intensive = routes
    .filter(({ quota }) => quota === 'intensive')
    .flatMap(({ method, paths }) => paths.map((path) => `${method} ${path}`));
  expect(intensive.toSorted()).toEqual([
    'DELETE /api/v1/users/:id',
    'GET /api/v1/cv/:id/export/:format',
    'GET /api/v1/tags/:id/users',
    'GET /api/v1/users/search',
    'PUT /api/v1/users/:id',
  ]);
});

test('documents registered error reasons and at least one success per operation', () => {
  for (const { errors, responses } of routes) {
    for (const reason of errors) expect(errorReasons).toHaveProperty(reason);
    expect(Object.keys(responses).length).toBeGreaterThan(0);
  }
});

test('has a recorded example of every operation', () => {
  const examples = readRecordedExamples();
  expect(Object.keys(examples).toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
  for (const { name, method, responses } of routes) {
    const { request, response } = examples[name] ?? { request: undefined, response: undefined };
    expect([name, request?.method]).toEqual([name, method]);
    expect(Object.keys(responses)).toContain(String(response?.status));
  }
});
