import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { type Connection, Schema, trusted } from 'mongoose';
import type { ExpiryWarningStore } from './expiry-warnings.ts';

/** A warning without `leasedUntil` was sent. */
type WarningDocument = { _id: string; at: Date; leasedUntil?: Date; toldTo?: number[] };

/** Longer than the same warning could be due again. */
const RETENTION_SECONDS = 60 * 86_400;

export function createExpiryWarningStore(connection: Connection): ExpiryWarningStore {
  const model = connection.model<WarningDocument>('ExpiryWarning', warningSchema());
  return {
    lease: async (warningId, now, until) => {
      try {
        const leased = await model
          .findOneAndUpdate(
            { _id: warningId, leasedUntil: trusted({ $lte: now }) },
            { $set: { leasedUntil: until }, $setOnInsert: { at: now } },
            { upsert: true, returnDocument: 'after' },
          )
          .lean();
        return leased.toldTo ?? [];
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return undefined;
      }
    },
    findUnavailable: async (warningIds, now) => {
      const sentOrLeased = [{ leasedUntil: null }, { leasedUntil: trusted({ $gt: now }) }];
      const warnings = await model.find({ _id: trusted({ $in: [...warningIds] }), $or: sentOrLeased }, '_id').lean();
      return new Set(warnings.map(({ _id }) => _id));
    },
    recordNotified: async (warningIds, administratorId, leasedUntil) => {
      // A lease would make a sent warning due again.
      await model.updateMany(
        { _id: trusted({ $in: [...warningIds] }), leasedUntil: trusted({ $ne: null }) },
        { $addToSet: { toldTo: administratorId }, $set: { leasedUntil } },
      );
    },
    markSent: async (warningIds) => {
      await model.updateMany({ _id: trusted({ $in: [...warningIds] }) }, { $unset: { leasedUntil: '' } });
    },
  };
}

function warningSchema(): Schema<WarningDocument> {
  const schema = new Schema<WarningDocument>(
    { _id: String, at: Date, leasedUntil: Date, toldTo: { type: [Number], default: undefined } },
    { collection: 'expirywarnings', versionKey: false },
  );
  schema.index({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
  return schema;
}
