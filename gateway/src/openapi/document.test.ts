import { Validator } from '@seriousme/openapi-schema-validator';
import { errorReasons } from '@vitae/proto/error-reasons';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiDocument } from './document.ts';
import { documentedRoutes } from './documented-routes.ts';
import { readRecordedCalls } from './examples.ts';

const routes = documentedRoutes();
const document = openApiDocument({
  routes,
  companyApiUrl: 'https://api.example.com',
  userApiUrl: 'https://user.example.com',
  oauthUrl: 'https://oauth.example.com',
  examples: {},
});

test('the document is OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(
    structuredClone(document) as unknown as Record<string, unknown>,
  );
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('every path and method of every row and of the steps of OAuth is in it, and nothing else', () => {
  const rows = routes.flatMap(({ method, paths }) =>
    paths.map((path) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
  );
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const steps = ['GET requestToken', 'POST requestToken', 'GET authorize', 'GET accessToken', 'POST accessToken'];
  const oauth = steps.map((step) => step.replace(' ', ' /{locale}/oauth/'));
  expect(operations.toSorted()).toEqual([...rows, ...oauth].toSorted());
});

test('what is deprecated is marked so, at every address', () => {
  const marked = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ deprecated }) => (deprecated ? [path] : [])),
  );
  for (const call of ['/metadata/assign', '/metadata/unassign'])
    expect(marked).toEqual(expect.arrayContaining([call, `/api/v1/svc${call}`, `/api/v1/dyb${call}`]));
  expect(marked).not.toContain('/metadata/update');
});

test('calls of the user API tell of the form that a wrong signature is answered with', () => {
  for (const { api, paths, method } of routes) {
    const { responses } = document.paths[paths[0]?.replace(/:(\w+)/g, '{$1}') ?? '']?.[method.toLowerCase()] ?? {};
    const { content = {} } = (responses?.['400'] ?? {}) as { content?: Record<string, unknown> };
    expect('application/x-www-form-urlencoded' in content).toBe(api === 'user');
  }
});

test('names are unique', () => {
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length);
});

test('every parameter of a path is described', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters } of Object.values(methods)) {
      expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath);
    }
  }
});

test('every schema compiles, and refuses a stranger', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  for (const name of Object.keys(document.components.schemas)) {
    const validate = ajv.getSchema(`api#/components/schemas/${name}`);
    expect(validate?.({ stranger: true })).toBe(false);
  }
});

test('exactly the five calls of the specification are intensive', () => {
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

test('errors carry reasons of the registry, and 200s nothing of an error', () => {
  for (const { errors, responses } of routes) {
    for (const reason of errors) expect(errorReasons).toHaveProperty(reason);
    expect(Object.keys(responses).length).toBeGreaterThan(0);
  }
});

test('every call has an example that was recorded', () => {
  const examples = readRecordedCalls();
  expect(Object.keys(examples).toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
  for (const { name, method, responses } of routes) {
    const { request, response } = examples[name] ?? { request: undefined, response: undefined };
    expect([name, request?.method]).toEqual([name, method]);
    expect(Object.keys(responses)).toContain(String(response?.status));
  }
});
