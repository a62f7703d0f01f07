import { broadcastQueries, type Operation, queryTargets, shardKeys, unshardedCollections } from './shard-keys.ts';

type Document = Record<string, unknown>;

/** A query that a command contains. An update command may contain several. */
type Query = { filter: Document; isUpsert: boolean };

/**
 * - `targeted`: has the complete shard key, so it runs on one shard
 * - `tenant`: has the company, so it runs on the shards that have data of the company, which is one unless it is large
 * - `broadcast`: runs on all shards
 */
export type QueryTarget = 'targeted' | 'tenant' | 'broadcast';

/** Returns what is wrong with the queries and indexes of a command, or undefined. */
export function violationOf(command: Document): string | undefined {
  const [name = ''] = Object.keys(command);
  const collection = command[name];
  if (typeof collection !== 'string') return undefined; // a command of the whole database
  if (name === 'createIndexes') return indexViolation(collection, command.indexes as Index[]);
  for (const { filter, isUpsert } of queriesOf(name, command)) {
    if (collection in unshardedCollections) continue;
    if (!(collection in shardKeys)) return `${collection} is not listed in shard-keys.ts`;
    const target = targetOf(collection, filter);
    if (isUpsert && target !== 'targeted')
      return `upsert without the complete shard key: ${collection} ${show(filter)}`;
    const query = `${name} ${collection} ${fieldsOf(filter).join(' ')}`.trim();
    if (target === 'broadcast') {
      if (!(query in broadcastQueries)) return `query without the shard key: "${query}" ${show(filter)}`;
    } else if (!queryTargets[collection]?.[target]?.includes(name as Operation)) {
      return `${target} query that is not listed: "${query}"`;
    }
  }
  return undefined;
}

const READS = new Set(['find', 'aggregate', 'count', 'distinct']);

/** No request triggers these reads, which have no time limit. The command, the collection and the fields of the filter. */
const UNLIMITED_READS = new Set([
  // The driver tests whether the collection exists before the first upload.
  'find artifacts.files',
  // The driver's GridFSBucket, with which only tests read.
  'find artifacts.chunks files_id',
  'find pictures.chunks files_id',
  // Upgrades of data of earlier versions.
  'find comments created idempotency.key',
  'find cvs nameTerms',
  'find cvs',
  'find users',
  // Re-encryption of secrets by the command line.
  'find keys',
  'find applications',
  'find grants',
  'find secondFactors',
  'find outgoingMails',
]);

/** Returns what is wrong with a read that has no time limit, or undefined. */
export function unlimitedReadOf(command: Document): string | undefined {
  const [name = ''] = Object.keys(command);
  const isOfDatabase = typeof command[name] !== 'string'; // such as the list of running operations
  if (!READS.has(name) || isOfDatabase || Number(command.maxTimeMS) > 0) return undefined;
  const [{ filter } = { filter: {} }] = queriesOf(name, command);
  const query = `${name} ${command[name]} ${fieldsOf(filter).join(' ')}`.trim();
  return UNLIMITED_READS.has(query) ? undefined : `read without maxTimeMS: "${query}"`;
}

export function targetOf(collection: string, filter: Document): QueryTarget {
  const fields = Object.keys(shardKeys[collection]?.key ?? {});
  if (fields.every((field) => restricts(filter, field))) return 'targeted';
  return restricts(filter, fields[0] as string) ? 'tenant' : 'broadcast';
}

function queriesOf(name: string, command: Document): Query[] {
  const one = (filter: unknown, isUpsert = false): Query[] => [{ filter: (filter ?? {}) as Document, isUpsert }];
  switch (name) {
    case 'find':
      return one(command.filter);
    case 'count':
    case 'distinct':
      return one(command.query);
    case 'findAndModify':
      return one(command.query, command.upsert === true);
    case 'update':
      return (command.updates as { q: Document; upsert?: boolean }[]).flatMap(({ q, upsert }) => one(q, upsert));
    case 'delete':
      return (command.deletes as { q: Document }[]).flatMap(({ q }) => one(q));
    case 'aggregate':
      return one({ $and: leadingMatches(command.pipeline as Document[]) });
    default:
      return [];
  }
}

function leadingMatches(pipeline: readonly Document[]): unknown[] {
  const end = pipeline.findIndex((stage) => stage.$match === undefined);
  return pipeline.slice(0, end < 0 ? pipeline.length : end).map((stage) => stage.$match);
}

/** Returns whether a filter matches only documents with given values of a field. */
function restricts(filter: Document, field: string): boolean {
  if (field in filter) return isEquality(filter[field]);
  const { $and = [], $or = [] } = filter as { $and?: Document[]; $or?: Document[] };
  return $and.some((part) => restricts(part, field)) || ($or.length > 0 && $or.every((part) => restricts(part, field)));
}

function isEquality(value: unknown): boolean {
  if (value === undefined || value === null || value instanceof RegExp) return false;
  if (Object.getPrototypeOf(value)?.constructor?.name !== 'Object') return true; // a number, text, date or id
  const operators = Object.keys(value);
  return operators.includes('$in') || operators.includes('$eq') || !operators.some((name) => name.startsWith('$'));
}

/** The names of all fields in a filter, in alphabetical order. */
function fieldsOf(filter: Document): string[] {
  const names = Object.entries(filter).flatMap(([name, value]) =>
    name.startsWith('$') && Array.isArray(value) ? value.flatMap((part) => fieldsOf(part as Document)) : [name],
  );
  return [...new Set(names)].sort();
}

type Index = { key: Document; name?: string; unique?: boolean };

/** MongoDB enforces a unique index of a sharded collection only if it starts with the shard key. */
function indexViolation(collection: string, indexes: readonly Index[]): string | undefined {
  const shardKey = Object.keys(shardKeys[collection]?.key ?? {});
  for (const { key, unique } of indexes) {
    const fields = Object.keys(key instanceof Map ? Object.fromEntries(key) : key);
    if (unique && !shardKey.every((field, position) => fields[position] === field))
      return `unique index without the shard key: "${collection} ${fields.join(' ')}"`;
  }
  return undefined;
}

function show(filter: Document): string {
  return JSON.stringify(filter).slice(0, 300);
}
