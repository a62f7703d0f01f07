import { MAX_QUERY_MS, queryOptions } from '@vitae/kit/mongo';
import { MAX_TOTAL, type Total, totalOf } from '@vitae/kit/read-page';
import type { Model } from 'mongoose';

export type Hint = Record<string, 1> | string;

export type BoundedFilter = {
  /** The conditions that an index decides. */
  bounds: object;
  /** The conditions that are checked on each document, if any. */
  residual?: object | undefined;
  hint: Hint;
  /** The collation of the index, if it has one. */
  collation?: { locale: string };
};

/** Counts index keys up to a limit, without reading documents. */
export async function countKeys<T>(
  { collection, db }: Model<T>,
  { bounds, hint, collation }: BoundedFilter,
  limit: number,
  signal?: AbortSignal,
): Promise<number> {
  const options = { hint, limit, maxTimeMS: MAX_QUERY_MS, ...(collation && { collation }) };
  const command = { count: collection.collectionName, query: bounds, ...options };
  const result = await db.db?.command(command, signal && { signal });
  return Number(result?.n);
}

/** The total of a list. Reads at most `MAX_TOTAL + 1` index keys, and as many documents if some conditions are residual. */
export async function countBounded<T>(model: Model<T>, filter: BoundedFilter, signal?: AbortSignal): Promise<Total> {
  const { bounds, residual, hint } = filter;
  const keys = await countKeys(model, filter, MAX_TOTAL + 1, signal);
  if (residual === undefined || keys === 0) return totalOf(keys);
  const pipeline = [{ $match: bounds }, { $limit: MAX_TOTAL + 1 }, { $match: residual }, { $count: 'matched' }];
  const options = { hint, ...queryOptions(signal) };
  const [counted] = await model.collection.aggregate<{ matched: number }>(pipeline, options).toArray();
  return { total: Math.min(counted?.matched ?? 0, MAX_TOTAL), atLeast: keys > MAX_TOTAL };
}
