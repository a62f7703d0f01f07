import { z } from 'zod';
import { companyRoutes, userRoutes } from '../routes.ts';
import { compressibleOperations, isCompressible } from './compressible-operations.ts';

/** Fields that can contain a secret: addresses with a token or an unguessable name, tokens, passwords and keys. */
const SECRET = /url|link|logo|photo|avatar|picture|pdf|doc|odt|token|secret|password|hash|key$/i;

/** Returns the names of all fields in a JSON Schema. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties } = schema as { properties?: object };
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(fieldsOf)];
}

const routes = [...companyRoutes, ...userRoutes].map(({ name, operation: { responses } }) => {
  const [schema, ...others] = Object.values(responses).map((response) => response.schema);
  const fields = [schema, ...others].flatMap((one) =>
    one ? fieldsOf(z.toJSONSchema(one, { io: 'output', unrepresentable: 'any' })) : [],
  );
  return { name, fields: fields.filter((field) => SECRET.test(field)) };
});

test('compresses only responses without fields for secrets', () => {
  const compressed = routes.filter(isCompressible);
  expect(compressed.length).toBeGreaterThan(10);
  for (const route of compressed) expect(route).toEqual({ name: route.name, fields: [] });
});

test('does not compress responses with private links, sign-in links or tokens', () => {
  const secret = [
    'cv.read',
    'cv.list',
    'users.cv.list',
    'cv.pdf',
    'users.sign-in-link',
    'users.password-reset',
    'exports.receipt',
    'own.cv.read',
  ];
  for (const name of secret) {
    expect([name, isCompressible({ name })]).toEqual([name, false]);
    expect([name, routes.find((route) => route.name === name)?.fields]).not.toEqual([name, []]);
  }
});

test('names only operations that exist', () => {
  expect(routes.map(({ name }) => name)).toEqual(expect.arrayContaining([...compressibleOperations]));
});
