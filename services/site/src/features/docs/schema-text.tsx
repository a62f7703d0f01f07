import type { JsonSchema } from '@vitae/proto/api-reference';
import type { ComponentChildren, VNode } from 'preact';

/** Renders a JSON schema in a compact notation, with links to named schemas. */
export function SchemaText({ schema }: { schema: JsonSchema }): VNode {
  return (
    <pre class="shape">
      <code>{textOf(schema, 0)}</code>
    </pre>
  );
}

type Parts = ComponentChildren[];

function textOf(schema: JsonSchema, depth: number): Parts {
  if (typeof schema.$ref === 'string') return [reference(schema.$ref)];
  const several = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (several) return alternatives(several.map((one) => textOf(one, depth)));
  if (Array.isArray(schema.type)) return alternatives(schema.type.map((type) => textOf({ ...schema, type }, depth)));
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (Array.isArray(schema.enum)) return alternatives(schema.enum.map((value) => [JSON.stringify(value)]));
  if (schema.type === 'object') return object(schema, depth);
  if (schema.type === 'array') return ['[', ...textOf((schema.items ?? {}) as JsonSchema, depth), ', …]'];
  return [typeof schema.type === 'string' ? schema.type : 'anything', bounds(schema)];
}

function object({ properties = {}, required = [], additionalProperties }: JsonSchema, depth: number): Parts {
  const members = Object.entries(properties as Record<string, JsonSchema>);
  const indent = '  '.repeat(depth + 1);
  const optional = (name: string) => ((required as string[]).includes(name) ? '' : '?');
  const lines = members.flatMap(([name, member]) => [
    `\n${indent}${name}${optional(name)}: `,
    ...textOf(member, depth + 1),
  ]);
  if (typeof additionalProperties === 'object') {
    lines.push(`\n${indent}[name]: `, ...textOf(additionalProperties as JsonSchema, depth + 1));
  }
  return lines.length === 0 ? ['{ … }'] : ['{', ...lines, `\n${'  '.repeat(depth)}}`];
}

function alternatives(options: Parts[]): Parts {
  return options.flatMap((option, index) => (index === 0 ? option : [' | ', ...option]));
}

function reference(ref: string): VNode {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  return <a href={`/docs/reference#schema-${name}`}>{name}</a>;
}

function bounds({ minimum, exclusiveMinimum, maximum, minLength, maxLength }: JsonSchema): string {
  const least = minimum ?? (exclusiveMinimum === 0 ? 1 : undefined);
  if (maxLength !== undefined) return ` (${minLength ? `${minLength} to ` : 'up to '}${maxLength} characters)`;
  if (least !== undefined && maximum !== undefined) return ` (${least} to ${maximum})`;
  return least === undefined ? '' : ` (from ${least})`;
}
