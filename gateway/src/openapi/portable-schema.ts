import type { JsonSchema } from '@vitae/proto/api-reference';

/**
 * Rewrites a JSON Schema that zod wrote into one that generators of clients understand: no `default` (some generators make
 * the field required), one type per schema besides null, and patterns that are valid in ECMAScript and in Python.
 */
export function portableSchema(schema: JsonSchema): JsonSchema {
  const { default: _default, propertyNames: _names, ...kept } = schema;
  return oneTypeEach(withIntegers(withPortablePattern(withPortableMembers(kept))));
}

function withPortableMembers(schema: JsonSchema): JsonSchema {
  const { properties, items, additionalProperties, anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(isSchema(properties) && { properties: mapValues(properties, portableSchema) }),
    ...(isSchema(items) && { items: portableSchema(items) }),
    ...(isSchema(additionalProperties) && { additionalProperties: portableSchema(additionalProperties) }),
    ...(Array.isArray(anyOf) && alternatives(anyOf)),
    ...(Array.isArray(oneOf) && { oneOf: (oneOf as JsonSchema[]).map(portableSchema) }),
  };
}

/** Formats whose pattern only repeats the format. */
const FORMATS: unknown[] = ['date-time', 'email'];

function withPortablePattern({ pattern, ...schema }: JsonSchema): JsonSchema {
  if (typeof pattern !== 'string' || FORMATS.includes(schema.format)) return schema;
  // Python has no property escapes; JSON in UTF-8 contains no surrogates.
  const portable = pattern.replaceAll('\\p{Cc}\\p{Cs}', '\\u0000-\\u001f\\u007f-\\u009f').replaceAll('\\/', '/');
  return { ...schema, pattern: portable };
}

function withIntegers(schema: JsonSchema): JsonSchema {
  const { type, enum: values, const: value, exclusiveMinimum, ...rest } = schema;
  if (type === 'number' && (values ? (values as unknown[]).every(Number.isInteger) : Number.isInteger(value)))
    return { ...schema, type: 'integer' };
  return type === 'integer' && exclusiveMinimum === 0 ? { type, ...rest, minimum: 1 } : schema;
}

/** Writes `type: [string, integer]` as alternatives. `type: [string, null]` remains. */
function oneTypeEach({ type, ...rest }: JsonSchema): JsonSchema {
  if (!Array.isArray(type)) return type === undefined ? rest : { type, ...rest };
  if (type.filter((one) => one !== 'null').length < 2) return { type, ...rest };
  return { ...rest, anyOf: type.map((one) => ({ type: one as string })) };
}

/** A boolean in JSON that is 0 or 1 in a query or form. */
const FLAG = '[{"type":"integer","enum":[0,1]},{"type":"boolean"}]';

/** Joins nested alternatives, and writes an alternative to null as a type. */
function alternatives(anyOf: JsonSchema[]): JsonSchema {
  const flat = anyOf
    .map(portableSchema)
    .flatMap(({ anyOf: inner, ...rest }) =>
      Array.isArray(inner) && Object.keys(rest).length === 0
        ? (inner as JsonSchema[])
        : [{ ...rest, ...(inner ? { anyOf: inner } : {}) }],
    );
  const distinct = [...new Map(flat.map((one) => [JSON.stringify(one), one])).values()];
  const [one, other] = distinct;
  if (JSON.stringify(distinct) === FLAG) return { anyOf: undefined, type: 'boolean' };
  if (distinct.length === 1) return { anyOf: undefined, ...one };
  const isNullable = distinct.length === 2 && other?.type === 'null' && typeof one?.type === 'string' && !one.enum;
  return isNullable ? { anyOf: undefined, ...one, type: [one.type, 'null'] } : { anyOf: distinct };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapValues(schemas: JsonSchema, map: (schema: JsonSchema) => JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, map(schema as JsonSchema)]));
}
