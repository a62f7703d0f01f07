import { collectArray, valueOfTree } from '@vitae/accounts/signatures/array-json';
import type { Parameters } from '@vitae/accounts/signatures/parameters';
import { textOf } from '@vitae/accounts/signatures/percent-encoding';
import { invalid } from '@vitae/kit/errors';
import { validate } from '@vitae/kit/validate';
import { z } from 'zod';
import { createBodyReader, typesOf } from './body/read-body.ts';
import { typedText } from './body/typed-text.ts';
import type { BodySpec } from './operation.ts';
import type { RequestContext } from './request-context.ts';

/** Returns a reader of the schema's members from text values. Other values are ignored. */
export function textReader(
  schema: z.ZodObject,
  find: (context: RequestContext, name: string) => unknown,
): (context: RequestContext) => unknown {
  const names = Object.keys(schema.shape);
  const types = typesOf(schema);
  return (context) =>
    validate(
      schema,
      typedText(
        presentValues(names, (name) => find(context, name)),
        types,
      ),
    );
}

/** Returns a reader of the request body. It returns a promise for a large body. */
export function bodyReader({
  schema,
  check,
  optional,
  orQuery,
  xml = false,
}: BodySpec): (context: RequestContext) => unknown {
  const read = createBodyReader(schema, { xml });
  const types = typesOf(schema);
  const fromQuery = orQuery && schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const validated = (context: RequestContext, sent: unknown) => {
    const body = sent === undefined && (optional || orQuery) ? {} : sent;
    if (body === undefined) throw invalid('The request body is empty. Send JSON or a form.');
    if (fromQuery.length === 0 || typeof body !== 'object' || body === null || Array.isArray(body))
      return validate(check?.(body) ?? schema, body);
    const query = typedText(
      presentValues(fromQuery, (name) => queryParameter(context.signed.parameters, name)),
      types,
    );
    return validate(schema, Object.assign(query as object, body));
  };
  return (context) => {
    const sent = read(context.request);
    return sent instanceof Promise ? sent.then((body) => validated(context, body)) : validated(context, sent);
  };
}

/** Returns a query parameter as text, or as an array if it was sent with brackets. */
export function queryParameter({ plain, arrays }: Parameters, name: string): unknown {
  const text = plain.find((one) => one.name === name);
  if (text) return requireUtf8(name, textOf(text.value));
  const array = arrays.find((one) => one.name === name);
  if (!array) return undefined;
  const tree = collectArray(array);
  return requireUtf8(name, tree && valueOfTree(tree));
}

function presentValues(names: readonly string[], find: (name: string) => unknown): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const value = find(name);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function requireUtf8<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw invalid(`${name}: must be UTF-8`, [{ field: name, message: 'must be UTF-8' }]);
  return value;
}
