import { MAX_QUERY_MS, queryOptions } from '@vitae/kit/mongo';
import type { ChangeSource, ChangeStore } from '../store.ts';
import type { Models } from './models.ts';

type Source = {
  model: 'users' | 'cvs' | 'deletedUsers';
  time: 'createdAt' | 'updatedAt' | 'deletedAt';
  /** Contains all fields that are read. */
  hint: string;
};

const sources: Record<ChangeSource, Source> = {
  'created users': { model: 'users', time: 'createdAt', hint: 'companyId_1_createdAt_1__id_1' },
  'updated users': { model: 'users', time: 'updatedAt', hint: 'companyId_1_updatedAt_1__id_1' },
  'updated CVs': { model: 'cvs', time: 'updatedAt', hint: 'companyId_1_updatedAt_1__id_1_userId_1' },
  'deleted users': { model: 'deletedUsers', time: 'deletedAt', hint: 'companyId_1_deletedAt_1__id_1' },
};

type Row = { _id: number; userId?: number } & Partial<Record<Source['time'], Date>>;

/** Reads only index keys, because companies may have millions of users. MongoDB would read documents for an `$or`. */
export function createMongoChanges(models: Pick<Models, 'users' | 'cvs' | 'deletedUsers'>): ChangeStore {
  return {
    after: async (source, companyId, { at, id }, limit, signal) => {
      const { model, time, hint } = sources[source];
      const projection = { _id: 1, [time]: 1, ...(model === 'cvs' && { userId: 1 }) };
      const options = { projection, hint, sort: { [time]: 1, _id: 1 }, maxTimeMS: MAX_QUERY_MS } as const;
      const find = (filter: object, rows: number) =>
        models[model].collection
          .find<Row>({ companyId, ...filter } as never, { ...options, limit: rows, ...queryOptions(signal) })
          .toArray();
      const atSameTime = id === 0 ? [] : await find({ [time]: at, _id: { $gt: id } }, limit);
      const missing = limit - atSameTime.length;
      const later = missing === 0 ? [] : await find({ [time]: id === 0 ? { $gte: at } : { $gt: at } }, missing);
      return [...atSameTime, ...later].map((row) => ({
        at: row[time] ?? at,
        id: row._id,
        userId: row.userId ?? row._id,
      }));
    },
  };
}
