import type { ClientSession, Model } from 'mongoose';
import type { Hint } from './bounded-reads.ts';

type UpdateOptions = { limit: number; session: ClientSession | null; hint: Hint };

/**
 * Updates at most `limit` documents that match a filter, in the order of an index. Returns their number. Documents that
 * another request changes in the meantime are updated only if they still match.
 */
export async function updateFirst<T>(
  { collection }: Model<T>,
  filter: { companyId: number } & Record<string, unknown>,
  change: object,
  { limit, session, hint }: UpdateOptions,
): Promise<number> {
  const inSession = session ? { session } : {};
  const found = await collection.find(filter as never, { ...inSession, projection: { _id: 1 }, limit, hint }).toArray();
  if (found.length === 0) return 0;
  const ids = found.map(({ _id }) => _id);
  // The hint saves comparing the plans of the many indexes of a company.
  const options = { ...inSession, hint: '_id_' };
  await collection.updateMany({ ...filter, _id: { $in: ids } } as never, change as never, options);
  return ids.length;
}
