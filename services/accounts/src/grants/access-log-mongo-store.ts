import { decodeCursor, encodeCursor } from '@vitae/kit/cursor';
import { type Connection, Schema, trusted } from 'mongoose';
import { z } from 'zod';
import { ACCESS_LOG_DAYS, type AccessLog, accessDay, type CountedAccess } from './access-log.ts';

type AccessDocument = CountedAccess & { day: Date };

const position = z.tuple([z.int(), z.string(), z.int().nonnegative()]);
const NEWEST_FIRST = { day: -1, data: 1, cvId: 1 } as const;
const SECONDS_PER_DAY = 86_400;

export function createAccessLog(connection: Connection): AccessLog {
  const model = connection.model<AccessDocument>('ApplicationAccess', accessSchema());
  return {
    add: async (accesses) => {
      if (accesses.length === 0) return;
      const writes = accesses.map(({ count, firstAt, lastAt, ...access }) => ({
        updateOne: {
          filter: { ...access, day: accessDay(firstAt) },
          update: { $inc: { count }, $min: { firstAt }, $max: { lastAt } },
          upsert: true,
        },
      }));
      await model.collection.bulkWrite(writes as never, { ordered: false });
    },
    page: async ({ companyId, userId, applicationId }, { limit, cursor }) => {
      const of = { companyId, userId, applicationId };
      const scope = ['access-log', companyId, userId, applicationId];
      const after = cursor === '' ? {} : rowsAfter(decodeCursor(scope, cursor, position));
      const documents = await model
        .find({ ...of, ...after }, '-_id')
        .sort(NEWEST_FIRST)
        .limit(limit + 1)
        .lean();
      const accesses = documents
        .slice(0, limit)
        .map(({ companyId: _company, userId: _user, applicationId: _application, ...access }) => access);
      const last = documents.length > limit ? accesses.at(-1) : undefined;
      return { accesses, next: last && encodeCursor(scope, [last.day.getTime(), last.data, last.cvId]) };
    },
    lastAccesses: async (companyId, userId) => {
      const found = await model.aggregate<{ _id: number; lastAt: Date }>([
        { $match: { companyId, userId } },
        { $group: { _id: '$applicationId', lastAt: { $max: '$lastAt' } } },
        { $sort: { lastAt: -1 } },
      ]);
      return new Map(found.map(({ _id, lastAt }) => [_id, lastAt]));
    },
    erase: async (companyId, userId) => {
      await model.deleteMany({ companyId, userId });
    },
  };
}

/** A range of the index by days. Of the first day, it skips the rows of earlier pages. */
function rowsAfter([time, data, cvId]: z.infer<typeof position>) {
  const day = new Date(time);
  return {
    day: trusted({ $lte: day }),
    $or: [{ day: trusted({ $lt: day }) }, { data: trusted({ $gt: data }) }, { data, cvId: trusted({ $gt: cvId }) }],
  };
}

function accessSchema(): Schema<AccessDocument> {
  const schema = new Schema<AccessDocument>(
    {
      companyId: Number,
      userId: Number,
      applicationId: Number,
      day: Date,
      data: String,
      cvId: Number,
      count: Number,
      firstAt: Date,
      lastAt: Date,
    },
    { collection: 'applicationAccesses', versionKey: false },
  );
  schema.index({ companyId: 1, userId: 1, applicationId: 1, ...NEWEST_FIRST }, { unique: true });
  schema.index({ day: 1 }, { expireAfterSeconds: ACCESS_LOG_DAYS * SECONDS_PER_DAY });
  return schema;
}
