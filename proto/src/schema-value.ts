import type { z } from 'zod';

/** What the values are made of. `path` is where, as in `experiences.experience.title`. */
export type Make = {
  /** Candidates for a text, best first: the first that the schema takes is used. */
  texts(path: string): string[];
  integer(path: string): number;
  boolean(path: string): boolean;
  /** How many items a list has. */
  items(path: string): number;
  /** Which of so many kinds of value; those that cannot be made are passed over. */
  choice(path: string, count: number): number;
};

const NONE = Symbol('no value');
type Definition = { type: string } & Record<string, unknown>;

/** A value with every field that a schema has, so that a test sees a field the day it is added. */
export function schemaValue(schema: z.ZodType, make: Make): unknown {
  const value = made(schema, make, '');
  if (value === NONE) throw new TypeError('The schema has no value that can be made');
  return value;
}

function made(schema: z.ZodType, make: Make, path: string): unknown {
  const value = candidates(schema, make, path).find((one) => one === undefined || schema.safeParse(one).success);
  return value === undefined && !schema.safeParse(undefined).success ? NONE : value;
}

/** Made only as far as they are asked for. */
function candidates(schema: z.ZodType, make: Make, path: string): unknown[] {
  const definition = schema._zod.def as unknown as Definition;
  const inner = () => [made(definition.innerType as z.ZodType, make, path)].filter((one) => one !== NONE);
  switch (definition.type) {
    case 'string':
      return make.texts(path);
    case 'number':
      return [make.integer(path), ...Array.from({ length: 13 }, (_, index) => index)];
    case 'boolean':
      return [make.boolean(path)];
    case 'null':
      return [null];
    case 'literal':
      return rotated([...(definition.values as unknown[])], make, path);
    case 'enum':
      return rotated(Object.values(definition.entries as Record<string, unknown>), make, path);
    case 'object':
      return [objectOf(definition.shape as Record<string, z.ZodType>, make, path)];
    case 'record':
      return [recordOf(definition.valueType as z.ZodType, make, path)];
    case 'array':
      return [listOf(definition.element as z.ZodType, make, path)];
    case 'union':
      return rotated(definition.options as z.ZodType[], make, path)
        .map((option) => made(option, make, path))
        .filter((one) => one !== NONE);
    case 'nullable':
      return [...inner(), null];
    case 'lazy':
      return [made((definition.getter as () => z.ZodType)(), make, path)].filter((one) => one !== NONE);
    case 'pipe':
      return [made(definition.in as z.ZodType, make, path)].filter((one) => one !== NONE);
    case 'unknown':
    case 'any':
      return make.texts(path);
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

function rotated<One>(all: One[], make: Make, path: string): One[] {
  const first = make.choice(path, all.length) % Math.max(1, all.length);
  return [...all.slice(first), ...all.slice(0, first)];
}

function objectOf(shape: Record<string, z.ZodType>, make: Make, path: string): Record<string, unknown> {
  const fields = Object.entries(shape).map(([key, field]) => [key, made(field, make, join(path, key))] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== NONE && value !== undefined));
}

function recordOf(schema: z.ZodType, make: Make, path: string): Record<string, unknown> {
  const keys = Array.from({ length: make.items(path) }, (_, index) => `key${index}`);
  const fields = keys.map((key) => [key, made(schema, make, join(path, key))] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== NONE));
}

function listOf(schema: z.ZodType, make: Make, path: string): unknown[] {
  return Array.from({ length: make.items(path) }, () => made(schema, make, path)).filter((one) => one !== NONE);
}

const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);
