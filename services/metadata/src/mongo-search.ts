import { coveringNamespace, TOO_MANY } from './keys/index-terms.ts';
import type { Pattern } from './keys/pattern.ts';
import { prefixRange } from './keys/prefix-range.ts';
import type { MetadataModel } from './model.ts';
import type { Found, SearchPage } from './store.ts';

// How many users are looked at for one page, so that a page never takes long: a page of a prefix
// that few of many holders of its namespace have is short, and the next one goes on from there.
const WINDOW = 5_000;

/** The condition that documents which hold what a pattern means meet. */
export function holding(pattern: Pattern): Record<string, unknown> {
  if ('key' in pattern) return { keys: pattern.key };
  if (pattern.prefix === '') return { 'keys.0': { $exists: true } };
  const { least, below } = prefixRange(pattern.prefix);
  return { keys: { $elemMatch: below === undefined ? { $gte: least } : { $gte: least, $lt: below } } };
}

/** Ascending user ids: the index has them in order under each term. */
export async function searchIn(model: MetadataModel, companyId: number, pattern: Pattern, { after, limit }: SearchPage): Promise<Found> {
  const field = 'key' in pattern ? 'exact' : 'namespaces';
  const term = 'key' in pattern ? pattern.key : coveringNamespace(pattern.prefix);
  const candidates = [{ $match: { companyId, hidden: false, [field]: { $in: [term, TOO_MANY] }, userId: { $gt: after } } }, { $sort: { userId: 1 as const } }];
  const idsOf = async (...stages: Parameters<MetadataModel['aggregate']>[0] & object) =>
    (await model.aggregate<{ userId: number }>([...candidates, ...stages, { $project: { _id: 0, userId: 1 } }]).hint({ companyId: 1, [field]: 1, userId: 1 })).map(
      (one) => one.userId,
    );

  const found = await idsOf({ $limit: WINDOW }, { $match: holding(pattern) }, { $limit: limit + 1 });
  if (found.length > limit) return { userIds: found.slice(0, limit), next: found[limit - 1] };
  const [windowEnd] = await idsOf({ $skip: WINDOW - 1 }, { $limit: 1 });
  return { userIds: found, next: windowEnd };
}
