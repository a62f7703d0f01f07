import { queryOptions } from '@vitae/kit/mongo';
import { coveringNamespace, TOO_MANY } from '../keys/index-terms.ts';
import type { Pattern } from '../keys/pattern.ts';
import { prefixRange } from '../keys/prefix-range.ts';
import type { SearchPage, SearchResult } from '../store.ts';
import type { MetadataDocument, MetadataModel } from './schemas.ts';

// The number of users with a term that one page examines. If few of them match, the page is short
// and the next page continues after them.
const WINDOW = 5_000;
// Users with very many keys have large documents.
const TOO_MANY_WINDOW = 500;

export const USER_IDS = { projection: { _id: 0, userId: 1 } } as const;

/** Matches documents with a key that the pattern matches. */
export function keyFilter(pattern: Pattern): Record<string, unknown> {
  if ('key' in pattern) return { keys: pattern.key };
  if (pattern.prefix === '') return { 'keys.0': { $exists: true } };
  const { least, below } = prefixRange(pattern.prefix);
  return { keys: { $elemMatch: below === undefined ? { $gte: least } : { $gte: least, $lt: below } } };
}

/** Searches users by ascending id, which is their order in the index of each term. */
export async function searchUsersByKey(
  model: MetadataModel,
  companyId: number,
  pattern: Pattern,
  { after, limit }: SearchPage,
  signal?: AbortSignal,
): Promise<SearchResult> {
  const field = 'key' in pattern ? 'exact' : 'namespaces';
  const term = 'key' in pattern ? pattern.key : coveringNamespace(pattern.prefix);
  const isExactTerm = 'key' in pattern || term === pattern.prefix;
  const scan = createScan(model, { companyId, field, after, limit, signal });
  const results = await Promise.all([
    isExactTerm ? scan({ term }) : scan({ term, condition: keyFilter(pattern), window: WINDOW }),
    scan({ term: TOO_MANY, condition: keyFilter(pattern), window: TOO_MANY_WINDOW }),
  ]);
  return merge(results, limit);
}

type ScanOptions = SearchPage & {
  companyId: number;
  field: 'exact' | 'namespaces';
  signal: AbortSignal | undefined;
};
type Term = { term: string; condition?: Record<string, unknown>; window?: number };

/** Finds users with a term that meet a condition. The result is complete up to the id `next`. */
function createScan(model: MetadataModel, { companyId, field, after, limit, signal }: ScanOptions) {
  const findIds = async (
    term: string,
    upTo: number | undefined,
    condition: Record<string, unknown>,
    skip: number,
    max: number,
  ) => {
    const range = upTo === undefined ? { $gt: after } : { $gt: after, $lte: upTo };
    const filter = { companyId, [field]: term, userId: range, ...condition };
    const options = { ...USER_IDS, sort: { userId: 1 }, skip, limit: max, ...queryOptions(signal) } as const;
    const hint = { companyId: 1, [field]: 1, userId: 1 };
    const documents = await model.collection.find<MetadataDocument>(filter as never, { ...options, hint }).toArray();
    return documents.map(({ userId }) => userId);
  };
  return async ({ term, condition = {}, window }: Term): Promise<SearchResult> => {
    const [windowEnd] = window === undefined ? [] : await findIds(term, undefined, {}, window - 1, 1);
    const userIds = await findIds(term, windowEnd, condition, 0, limit + 1);
    return userIds.length > limit
      ? { userIds: userIds.slice(0, limit), next: userIds[limit - 1] }
      : { userIds, next: windowEnd };
  };
}

/** Merges results for different terms; no user has both. Ids after the end of the shorter result wait for the next page. */
function merge(results: readonly SearchResult[], limit: number): SearchResult {
  const completeUpTo = Math.min(...results.map(({ next }) => next ?? Number.POSITIVE_INFINITY));
  const userIds = results
    .flatMap((result) => result.userIds)
    .filter((id) => id <= completeUpTo)
    .sort((a, b) => a - b);
  if (userIds.length > limit) return { userIds: userIds.slice(0, limit), next: userIds[limit - 1] };
  return { userIds, next: Number.isFinite(completeUpTo) ? completeUpTo : undefined };
}
