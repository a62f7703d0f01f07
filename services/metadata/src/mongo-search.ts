import { trusted } from 'mongoose';
import { coveringNamespace, TOO_MANY } from './keys/index-terms.ts';
import type { Pattern } from './keys/pattern.ts';
import { prefixRange } from './keys/prefix-range.ts';
import type { MetadataModel } from './model.ts';
import type { Found, SearchPage } from './store.ts';

// How many users with a term are looked at for one page, so that no page takes long: where few of
// many holders match, the page is short and the next one goes on from there.
const WINDOW = 5_000;
// Of those with very many keys, whose documents are large.
const WINDOW_OF_TOO_MANY = 500;

/** The condition that documents which hold what a pattern means meet. */
export function holding(pattern: Pattern): Record<string, unknown> {
  if ('key' in pattern) return { keys: pattern.key };
  if (pattern.prefix === '') return { 'keys.0': trusted({ $exists: true }) };
  const { least, below } = prefixRange(pattern.prefix);
  return { keys: trusted({ $elemMatch: below === undefined ? { $gte: least } : { $gte: least, $lt: below } }) };
}

/** Users by ascending id: the index has them in order under each term. */
export async function searchIn(
  model: MetadataModel,
  companyId: number,
  pattern: Pattern,
  { after, limit }: SearchPage,
): Promise<Found> {
  const field = 'key' in pattern ? 'exact' : 'namespaces';
  const term = 'key' in pattern ? pattern.key : coveringNamespace(pattern.prefix);
  const precise = 'key' in pattern || term === pattern.prefix;
  const scan = createScan(model, { companyId, field, after, limit });
  const parts = await Promise.all([
    precise ? scan({ term }) : scan({ term, condition: holding(pattern), window: WINDOW }),
    scan({ term: TOO_MANY, condition: holding(pattern), window: WINDOW_OF_TOO_MANY }),
  ]);
  return merge(parts, limit);
}

type Term = { term: string; condition?: Record<string, unknown>; window?: number };

/** Who has a term, and of them who meets a condition; `next` says up to which id that is all of them. */
function createScan(
  model: MetadataModel,
  { companyId, field, after, limit }: { companyId: number; field: 'exact' | 'namespaces' } & SearchPage,
) {
  const idsOf = async (
    term: string,
    upTo: number | undefined,
    condition: Record<string, unknown>,
    skip: number,
    most: number,
  ) => {
    const range = upTo === undefined ? { $gt: after } : { $gt: after, $lte: upTo };
    const query = model.find({ companyId, [field]: term, userId: trusted(range), ...condition }, { _id: 0, userId: 1 });
    const found = await query
      .sort({ userId: 1 })
      .skip(skip)
      .limit(most)
      .hint({ companyId: 1, [field]: 1, userId: 1 })
      .lean();
    return found.map((one) => one.userId);
  };
  return async ({ term, condition = {}, window }: Term): Promise<Found> => {
    const [windowEnd] = window === undefined ? [] : await idsOf(term, undefined, {}, window - 1, 1);
    const userIds = await idsOf(term, windowEnd, condition, 0, limit + 1);
    return userIds.length > limit
      ? { userIds: userIds.slice(0, limit), next: userIds[limit - 1] }
      : { userIds, next: windowEnd };
  };
}

/** Nobody has both terms. What is beyond the part that ends first may be incomplete and waits for the next page. */
function merge(parts: readonly Found[], limit: number): Found {
  const complete = Math.min(...parts.map((part) => part.next ?? Number.POSITIVE_INFINITY));
  const userIds = parts
    .flatMap((part) => part.userIds)
    .filter((id) => id <= complete)
    .sort((a, b) => a - b);
  if (userIds.length > limit) return { userIds: userIds.slice(0, limit), next: userIds[limit - 1] };
  return { userIds, next: Number.isFinite(complete) ? complete : undefined };
}
