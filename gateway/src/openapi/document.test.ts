import { Validator } from '@seriousme/openapi-schema-validator';
import { errorReasons } from '@vitae/proto/error-reasons';
import { publishedDocument } from '@vitae/proto/published-document';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { companyRoutes, userRoutes } from '../routes.ts';
import { openApiDocument } from './document.ts';
import { documentedRoutes } from './documented-routes.ts';
import { readRecordedExamples } from './examples.ts';

const routes = documentedRoutes();
const addresses = {
  companyApiUrl: 'https://api.example.com',
  userApiUrl: 'https://user.example.com',
  oauthUrl: 'https://oauth.example.com',
};
const document = openApiDocument({ ...addresses, routes, examples: {} });

const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

function operationOf(name: string) {
  const operation = operations.find((one) => one['x-consumption-name'] === name);
  if (!operation) throw new TypeError(`${name} is not documented`);
  return operation;
}

test('is a valid OpenAPI 3.1 document', async () => {
  const { valid, errors } = await new Validator().validate(
    structuredClone(publishedDocument(document)) as Record<string, unknown>,
  );
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('contains each route once and lists its other paths, including the OAuth flow', () => {
  const documented = routes.flatMap(({ method, paths }) =>
    paths.map((path) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
  );
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { 'x-aliases': aliases = [] }]) => [
      `${method.toUpperCase()} ${path}`,
      ...aliases,
    ]),
  );
  const steps = ['GET requestToken', 'POST requestToken', 'GET authorize', 'GET accessToken', 'POST accessToken'];
  const oauth = steps.map((step) => step.replace(' ', ' /{locale}/oauth/'));
  expect(operations.toSorted()).toEqual([...documented, ...oauth].toSorted());
});

test('marks deprecated operations', () => {
  const deprecated = operations.flatMap((one) => (one.deprecated ? [one['x-consumption-name']] : []));
  const names = ['metadata.assign', 'metadata.unassign'];
  expect(deprecated.toSorted()).toEqual([...names, ...names.map((name) => `own.${name}`)]);
});

test('documents the OAuth problem form for the user API only', () => {
  for (const { api, name } of routes) {
    const { $ref = '' } = operationOf(name).responses['400'] as { $ref?: string };
    const response = document.components.responses?.[$ref.split('/').at(-1) ?? ''];
    expect(JSON.stringify(response).includes('application/x-www-form-urlencoded')).toBe(api === 'user');
  }
});

test('has unique operation ids and route names', () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
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
  for (const { operation, name } of [...companyRoutes, ...userRoutes]) {
    const documented = operationOf(name)
      .parameters.filter((one) => one.in === 'query')
      .map((one) => one.name);
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

test('is published with less than 250 KB', () => {
  const examples = readRecordedExamples();
  const complete = openApiDocument({ ...addresses, routes, examples });
  expect(Buffer.byteLength(JSON.stringify(publishedDocument(complete)))).toBeLessThan(250_000);
});

test('has examples that match their schemas', () => {
  const complete = openApiDocument({ ...addresses, routes, examples: readRecordedExamples() });
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(complete, 'api');
  const invalid: string[] = [];
  for (const [name, { schema, example }] of mediaTypesOf(complete)) {
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object);
    if (example !== undefined && !validate(example)) invalid.push(`${name}: ${ajv.errorsText(validate.errors)}`);
  }
  expect(invalid).toEqual([]);
});

test('has request bodies without default values, which some generators of clients make required', () => {
  const inputs = operations.flatMap(({ requestBody }) => (requestBody ? [requestBody] : []));
  expect(JSON.stringify([inputs, document.components.schemas])).not.toContain('"default":');
});

test('has patterns that are valid in ECMAScript and, without property escapes, in Python', () => {
  const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, pattern = '']) => JSON.parse(pattern) as string,
  );
  expect(patterns.length).toBeGreaterThan(5);
  for (const pattern of patterns) {
    expect(() => new RegExp(pattern, 'u')).not.toThrow();
    expect(pattern).not.toMatch(/\\[pPk/]|\(\?</);
  }
});

test('has recursive schemas for skills and interests', () => {
  const { Skill, SkillInput } = document.components.schemas;
  expect(Skill).toHaveProperty('properties.children.properties.skill.items', { $ref: '#/components/schemas/Skill' });
  expect(SkillInput).toHaveProperty('properties.children.properties.skill.items', {
    $ref: '#/components/schemas/SkillInput',
  });
});

test('has schemas that compile and reject unknown objects', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  const closed = Object.keys(document.components.schemas).filter((name) => name !== 'PortfolioContent'); // any fields
  for (const name of closed) {
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

type MediaType = { schema?: object; example?: unknown };

/** Returns the media types of all request bodies and responses that have a schema. */
function mediaTypesOf({ paths }: typeof document): [name: string, Required<MediaType>][] {
  const all = Object.values(paths).flatMap((methods) => Object.values(methods));
  return all.flatMap(({ operationId, requestBody, responses }) => {
    const bodies = [requestBody, ...Object.values(responses)] as { content?: Record<string, MediaType> }[];
    return bodies.flatMap((body) =>
      Object.entries(body?.content ?? {}).flatMap(([type, media]) =>
        media.schema ? [[`${operationId} ${type}`, media] as [string, Required<MediaType>]] : [],
      ),
    );
  });
}
