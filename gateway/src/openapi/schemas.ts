import type { JsonSchema } from '@vitae/proto/api-reference';
import { z } from 'zod';
import { namedSchemas } from './named-schemas.ts';
import { portableSchema } from './portable-schema.ts';

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(namedSchemas)) names.add(schema, { id });

const COMPONENTS = '#/components/schemas/';
/** Marks references in requests until it is known whether requests and responses share the component. */
const IN_REQUEST = '?input';

type Direction = 'input' | 'output';

/** Collects the named schemas in use, for `components/schemas`. */
export type SchemaCollector = {
  /** Returns the schema of a request (`input`) or response (`output`), with references to named schemas. */
  schemaOf(schema: z.ZodType, io: Direction): JsonSchema;
  /**
   * Adds the named schemas to a document that contains only schemas of this collector. If a schema differs between requests
   * and responses, the one of requests is named `…Input`.
   */
  withComponents<Document extends { components: { schemas: Record<string, JsonSchema> } }>(
    document: Document,
  ): Document;
};

export function createSchemaCollector(): SchemaCollector {
  const collected: Record<Direction, Map<string, JsonSchema>> = { input: new Map(), output: new Map() };
  const add = (id: string, definition: JsonSchema, io: Direction) => {
    if (!collected[io].has(id)) collected[io].set(id, withRecursion(relocated(definition, io), nameIn(id, io)));
  };
  return {
    schemaOf: (schema, io) => {
      const {
        $schema: _dialect,
        $defs = {},
        ...root
      } = z.toJSONSchema(schema, { io, metadata: names, unrepresentable: 'any', override: tidy }) as JsonSchema;
      for (const [id, definition] of Object.entries($defs as Record<string, JsonSchema>)) add(id, definition, io);
      return relocated(root, io);
    },
    withComponents: (document) => {
      const renamed = renamedInputs(collected);
      const schemas: Record<string, JsonSchema> = Object.fromEntries(collected.output);
      for (const [id, schema] of collected.input) {
        const name = renamed.has(id) ? `${id}Input` : id;
        if (renamed.has(id) && name in namedSchemas) throw new TypeError(`Two schemas have the name ${name}`);
        schemas[name] = schema;
      }
      const { components } = document;
      const complete = { ...document, components: { ...components, schemas: { ...schemas, ...components.schemas } } };
      return JSON.parse(JSON.stringify(complete), (key, value) =>
        key === '$ref' && typeof value === 'string' ? finalReference(value, renamed) : value,
      ) as typeof document;
    },
  };
}

/** The ids whose schema in requests differs from that in responses, directly or in a schema that it refers to. */
function renamedInputs({ input, output }: Record<Direction, Map<string, JsonSchema>>): ReadonlySet<string> {
  const text = (schema: JsonSchema | undefined) => JSON.stringify(schema).replaceAll(IN_REQUEST, '');
  const shared = [...input.keys()].filter((id) => output.has(id));
  const renamed = new Set(shared.filter((id) => text(input.get(id)) !== text(output.get(id))));
  const refersToRenamed = (id: string) =>
    [...renamed].some((one) => JSON.stringify(input.get(id)).includes(`"${COMPONENTS}${one}${IN_REQUEST}"`));
  for (let before = -1; before < renamed.size; ) {
    before = renamed.size;
    for (const id of shared) if (refersToRenamed(id)) renamed.add(id);
  }
  return renamed;
}

function finalReference(reference: string, renamed: ReadonlySet<string>): string {
  if (!reference.endsWith(IN_REQUEST)) return reference;
  const plain = reference.slice(0, -IN_REQUEST.length);
  return renamed.has(plain.slice(COMPONENTS.length)) ? `${plain}Input` : plain;
}

/** Removes the limits of JSON numbers, which are of no use to readers. */
function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  const description = z.globalRegistry.get(zodSchema)?.description;
  if (description) jsonSchema.description = description;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  delete jsonSchema.id;
}

const nameIn = (id: string, io: Direction) => `${COMPONENTS}${id}${io === 'input' ? IN_REQUEST : ''}`;

/** Rewrites references to their location in the document. */
function relocated(schema: JsonSchema, io: Direction): JsonSchema {
  return JSON.parse(JSON.stringify(portableSchema(schema)), (key, value) =>
    key === '$ref' && typeof value === 'string' ? nameIn(value.replace('#/$defs/', ''), io) : value,
  ) as JsonSchema;
}

/** Writes nested items of the same shape, such as skills, as a reference to the schema itself. */
function withRecursion(schema: JsonSchema, reference: string): JsonSchema {
  const shape = JSON.stringify(propertiesOf(schema));
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === 'items' && shape !== '[]' && JSON.stringify(propertiesOf(value)) === shape ? { $ref: reference } : value,
  ) as JsonSchema;
}

function propertiesOf({ properties = {} }: JsonSchema): string[] {
  return Object.keys(properties as object);
}
