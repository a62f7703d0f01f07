import { parseStrictJson } from './strict-json.ts';

/** The part of JSON Schema (2020-12) that determines the types of text values. */
export type TypeSchema = {
  $ref?: string;
  $defs?: Record<string, TypeSchema>;
  anyOf?: TypeSchema[];
  oneOf?: TypeSchema[];
  allOf?: TypeSchema[];
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  minLength?: number;
  properties?: Record<string, TypeSchema>;
  additionalProperties?: TypeSchema | boolean;
  items?: TypeSchema | boolean;
};

const INTEGER = /^(?:0|-?[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const BOOLEANS: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  on: true,
  '0': false,
  false: false,
  off: false,
};

/**
 * Converts the text values of a form or query to the types of a schema. Values that fit no type remain unchanged, so
 * that validation reports them.
 */
export function typedText(value: unknown, schema: TypeSchema): unknown {
  return typed(value, [schema], schema.$defs ?? {});
}

type Definitions = Record<string, TypeSchema>;

function typed(value: unknown, schemas: readonly TypeSchema[], definitions: Definitions): unknown {
  const branches = schemas.flatMap((schema) => knownBranchesOf(schema, definitions));
  if (typeof value === 'string') return typedScalar(value, branches, definitions);
  if (typeof value !== 'object' || value === null) return value;
  const arrays = branches.filter(({ type }) => type === 'array');
  const list = Array.isArray(value) ? value : arrays.length > 0 ? listOf(value) : undefined;
  if (list) {
    const itemSchemas = arrays.map(({ items }) => (typeof items === 'object' ? items : ANYTHING));
    return list.map((item) => typed(item, itemSchemas, definitions));
  }
  return typedObject(value, branches, definitions);
}

function typedObject(value: object, branches: readonly TypeSchema[], definitions: Definitions): object {
  const objects = branches.filter(({ type }) => type === 'object');
  const fitting = objects.filter((branch) => constantsFit(branch, value));
  const result = Object.create(null) as Record<string, unknown>;
  for (const [name, member] of Object.entries(value)) {
    const schemas = (fitting.length > 0 ? fitting : objects).map((branch) => memberSchema(branch, name));
    result[name] = typed(member, schemas, definitions);
  }
  return result;
}

function typedScalar(text: string, branches: readonly TypeSchema[], definitions: Definitions): unknown {
  const allowed = (value: unknown) => branches.some((branch) => acceptsScalar(branch, value, text));
  const candidates: unknown[] = [text];
  if (NUMBER.test(text)) candidates.push(Number(text));
  if (Object.hasOwn(BOOLEANS, text)) candidates.push(BOOLEANS[text]);
  if (text === '') candidates.push(null);
  const fitting = candidates.find(allowed);
  if (fitting !== undefined || !/^\s*[[{]/.test(text)) return fitting === undefined ? text : fitting;
  return typedJson(text, branches, definitions);
}

/** `tags=[1,2]`: an array as JSON text, as in signed parameters (specification, HMAC scheme). */
function typedJson(text: string, branches: readonly TypeSchema[], definitions: Definitions): unknown {
  if (!branches.some(({ type }) => type === 'array' || type === 'object')) return text;
  try {
    return typed(parseStrictJson(Buffer.from(text)), branches, definitions);
  } catch {
    return text; // not valid JSON: validation reports the text
  }
}

function acceptsScalar(branch: TypeSchema, value: unknown, text: string): boolean {
  if (branch.const !== undefined) return branch.const === value;
  if (branch.enum) return branch.enum.includes(value);
  switch (branch.type) {
    case 'string':
      return typeof value === 'string' && value.length >= (branch.minLength ?? 0);
    case 'integer':
      return typeof value === 'number' && INTEGER.test(text);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    default:
      return branch.type === undefined && typeof value === 'string';
  }
}

/** Returns whether the object has the constants of this branch of a discriminated union. */
function constantsFit(branch: TypeSchema, value: object): boolean {
  const { properties = {} } = branch;
  for (const name in properties) {
    const constant = properties[name]?.const;
    if (constant === undefined) continue;
    const given = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    if (given !== constant) return false;
  }
  return true;
}

function memberSchema(branch: TypeSchema, name: string): TypeSchema {
  const own = branch.properties && Object.hasOwn(branch.properties, name) ? branch.properties[name] : undefined;
  return own ?? (typeof branch.additionalProperties === 'object' ? branch.additionalProperties : ANYTHING);
}

/** Converts the numbered members of a PHP array with gaps (`tags[1]=…&tags[3]=…`) to a list. */
function listOf(value: object): unknown[] | undefined {
  const members = Object.entries(value);
  if (!members.every(([name]) => /^\d{1,9}$/.test(name))) return undefined;
  return members.sort(([a], [b]) => Number(a) - Number(b)).map(([, member]) => member);
}

const ANYTHING: TypeSchema = {};
// A form can have thousands of values of the same schema.
const knownBranches = new WeakMap<TypeSchema, TypeSchema[]>();

function knownBranchesOf(schema: TypeSchema, definitions: Definitions): TypeSchema[] {
  let branches = knownBranches.get(schema);
  if (!branches) {
    branches = branchesOf(schema, definitions, 0);
    knownBranches.set(schema, branches);
  }
  return branches;
}

function branchesOf(schema: TypeSchema, definitions: Definitions, depth: number): TypeSchema[] {
  if (depth > 8) return [];
  if (schema.$ref) {
    const target = definitions[schema.$ref.replace('#/$defs/', '')];
    return target ? branchesOf(target, definitions, depth + 1) : [];
  }
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }));
  const several = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  return several ? several.flatMap((branch) => branchesOf(branch, definitions, depth + 1)) : [schema];
}
