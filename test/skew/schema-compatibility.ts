/** A JSON Schema, limited to the keywords that zod writes. */
export type JsonSchema = {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  [keyword: string]: unknown;
};

const STRUCTURE = [
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'oneOf',
  'enum',
  'const',
  'type',
];
const ANNOTATIONS = ['description', 'title', 'default', 'examples', '$schema', '$comment'];
const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const COMPARED = [...STRUCTURE, ...ANNOTATIONS, ...LOWER_BOUNDS, ...UPPER_BOUNDS];

/**
 * Returns why a consumer with its schema can reject a message of a producer. Keywords that are not known must be equal.
 *
 * @param path the position of the schemas in the message
 */
export function incompatibilities(producer: JsonSchema, consumer: JsonSchema, path = ''): string[] {
  const produced = alternativesOf(producer);
  const accepted = alternativesOf(consumer);
  if (produced || accepted)
    return (produced ?? [producer]).flatMap((one) => rejectedBy(accepted ?? [consumer], one, path));
  return [
    ...valueProblems(producer, consumer, path),
    ...boundProblems(producer, consumer, path),
    ...unknownKeywords(producer, consumer, path),
    ...objectProblems(producer, consumer, path),
    ...(producer.items || consumer.items
      ? incompatibilities(producer.items ?? {}, consumer.items ?? {}, `${path}[]`)
      : []),
  ];
}

const alternativesOf = ({ anyOf, oneOf }: JsonSchema): JsonSchema[] | undefined => anyOf ?? oneOf;

/** Returns nothing if an alternative accepts everything, otherwise the problems with the most similar one. */
function rejectedBy(alternatives: JsonSchema[], producer: JsonSchema, path: string): string[] {
  const problems = alternatives.map((one) => incompatibilities(producer, one, path));
  return problems.toSorted((one, other) => one.length - other.length)[0] ?? [`${path}: no alternative`];
}

function valueProblems(producer: JsonSchema, consumer: JsonSchema, path: string): string[] {
  const accepted = valuesOf(consumer);
  const isInteger = producer.type === 'integer' && consumer.type === 'number';
  const types =
    consumer.type === undefined || consumer.type === producer.type || isInteger
      ? []
      : [`${path}: ${producer.type ?? 'any type'} instead of ${consumer.type}`];
  if (!accepted) return types;
  const produced = valuesOf(producer);
  if (!produced) return [...types, `${path}: any value instead of ${JSON.stringify(accepted)}`];
  const unknown = produced.filter((value) => !accepted.includes(value));
  return [...types, ...unknown.map((value) => `${path}: the value ${JSON.stringify(value)} is not known`)];
}

const valuesOf = (schema: JsonSchema): unknown[] | undefined =>
  schema.enum ?? ('const' in schema ? [schema.const] : undefined);

function boundProblems(producer: JsonSchema, consumer: JsonSchema, path: string): string[] {
  const exceeds = (keyword: string, isWithin: (produced: number, accepted: number) => boolean) => {
    const [produced, accepted] = [producer[keyword], consumer[keyword]] as (number | undefined)[];
    if (accepted === undefined || valuesOf(producer) || (produced !== undefined && isWithin(produced, accepted)))
      return [];
    return [`${path}: ${keyword} is ${produced ?? 'not set'} instead of ${accepted}`];
  };
  return [
    ...LOWER_BOUNDS.flatMap((keyword) => exceeds(keyword, (produced, accepted) => produced >= accepted)),
    ...UPPER_BOUNDS.flatMap((keyword) => exceeds(keyword, (produced, accepted) => produced <= accepted)),
  ];
}

/** A pattern or format that only the producer has is a restriction of its own. */
function unknownKeywords(producer: JsonSchema, consumer: JsonSchema, path: string): string[] {
  return Object.keys(consumer)
    .filter((keyword) => !COMPARED.includes(keyword))
    .filter((keyword) => JSON.stringify(consumer[keyword]) !== JSON.stringify(producer[keyword]))
    .map((keyword) => `${path}: ${keyword} differs`);
}

function objectProblems(producer: JsonSchema, consumer: JsonSchema, path: string): string[] {
  const [produced, accepted] = [producer.properties ?? {}, consumer.properties ?? {}];
  const missing = (consumer.required ?? []).filter((name) => !producer.required?.includes(name));
  const fields = Object.entries(produced).flatMap(([name, schema]) => {
    const known = accepted[name] ?? consumer.additionalProperties ?? true;
    if (known === true) return [];
    if (known === false) return [`${path}.${name}: not known`];
    return incompatibilities(schema, known, `${path}.${name}`);
  });
  const [others, acceptedOthers] = [producer.additionalProperties, consumer.additionalProperties];
  const ofOthers =
    typeof others === 'object' && typeof acceptedOthers === 'object'
      ? incompatibilities(others, acceptedOthers, `${path}.*`)
      : [];
  return [...missing.map((name) => `${path}.${name}: may be missing`), ...fields, ...ofOthers];
}
