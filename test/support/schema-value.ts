import type { z } from 'zod';

/** Supplies values for a schema. `path` is the position, such as `experiences.experience.title`. */
export type ValueSource = {
  /** Candidates for a text. The first one that the schema accepts is used. */
  texts(path: string): string[];
  integer(path: string): number;
  boolean(path: string): boolean;
  /** The number of items in a list. */
  items(path: string): number;
  /** The index of the preferred alternative. Alternatives that cannot be created are skipped. */
  choice(path: string, count: number): number;
};

const NONE = Symbol('no value');
type Definition = { type: string } & Record<string, unknown>;

/** Creates a value with every field of a schema, so that tests cover new fields automatically. */
export function createSchemaValue(schema: z.ZodType, source: ValueSource): unknown {
  const value = createValue(schema, source, '');
  if (value === NONE) throw new TypeError('No value of this schema can be created');
  return value;
}

function createValue(schema: z.ZodType, source: ValueSource, path: string): unknown {
  const value = candidates(schema, source, path).find((one) => one === undefined || schema.safeParse(one).success);
  return value === undefined && !schema.safeParse(undefined).success ? NONE : value;
}

function candidates(schema: z.ZodType, source: ValueSource, path: string): unknown[] {
  const definition = schema._zod.def as unknown as Definition;
  const inner = () => [createValue(definition.innerType as z.ZodType, source, path)].filter((one) => one !== NONE);
  switch (definition.type) {
    case 'string':
      return source.texts(path);
    case 'number':
      return [source.integer(path), ...Array.from({ length: 13 }, (_, index) => index)];
    case 'boolean':
      return [source.boolean(path)];
    case 'null':
      return [null];
    case 'literal':
      return rotated([...(definition.values as unknown[])], source, path);
    case 'enum':
      return rotated(Object.values(definition.entries as Record<string, unknown>), source, path);
    case 'object':
      return [objectOf(definition.shape as Record<string, z.ZodType>, source, path)];
    case 'record':
      return [recordOf(definition.valueType as z.ZodType, source, path)];
    case 'array':
      return [listOf(definition.element as z.ZodType, source, path)];
    case 'union':
      return rotated(definition.options as z.ZodType[], source, path)
        .map((option) => createValue(option, source, path))
        .filter((one) => one !== NONE);
    case 'nullable':
      return [...inner(), null];
    case 'lazy':
      return [createValue((definition.getter as () => z.ZodType)(), source, path)].filter((one) => one !== NONE);
    case 'pipe':
      return [createValue(definition.in as z.ZodType, source, path)].filter((one) => one !== NONE);
    case 'unknown':
    case 'any':
      return source.texts(path);
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
      return inner();
    default:
      return [];
  }
}

function rotated<One>(all: One[], source: ValueSource, path: string): One[] {
  const first = source.choice(path, all.length) % Math.max(1, all.length);
  return [...all.slice(first), ...all.slice(0, first)];
}

function objectOf(shape: Record<string, z.ZodType>, source: ValueSource, path: string): Record<string, unknown> {
  const fields = Object.entries(shape).map(
    ([key, field]) => [key, createValue(field, source, join(path, key))] as const,
  );
  return Object.fromEntries(fields.filter(([, value]) => value !== NONE && value !== undefined));
}

function recordOf(schema: z.ZodType, source: ValueSource, path: string): Record<string, unknown> {
  const keys = Array.from({ length: source.items(path) }, (_, index) => `key${index}`);
  const fields = keys.map((key) => [key, createValue(schema, source, join(path, key))] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== NONE));
}

function listOf(schema: z.ZodType, source: ValueSource, path: string): unknown[] {
  return Array.from({ length: source.items(path) }, () => createValue(schema, source, path)).filter(
    (one) => one !== NONE,
  );
}

const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);
