import { type Connection, Schema, trusted } from 'mongoose';
import type { PendingDeletion, PendingDeletionStore } from './delete-user.ts';

type DeletionDocument = PendingDeletion & { _id: string; at: Date };

export function createPendingDeletionStore(connection: Connection): PendingDeletionStore {
  const model = connection.model<DeletionDocument>('PendingDeletion', deletionSchema());
  return {
    put: async ({ companyId, userId }, at) => {
      await model.replaceOne({ _id: idOf({ companyId, userId }) }, { companyId, userId, at }, { upsert: true });
    },
    before: async (moment, limit) => {
      const deletions = await model
        .find({ at: trusted({ $lt: moment }) })
        .sort({ at: 1 })
        .limit(limit)
        .lean();
      return deletions.map(({ companyId, userId }) => ({ companyId, userId }));
    },
    remove: async (deletion) => {
      await model.deleteOne({ _id: idOf(deletion) });
    },
  };
}

const idOf = ({ companyId, userId }: PendingDeletion) => `${companyId}:${userId}`;

function deletionSchema(): Schema<DeletionDocument> {
  const schema = new Schema<DeletionDocument>(
    { _id: String, companyId: Number, userId: Number, at: Date },
    { collection: 'pendingdeletions', versionKey: false },
  );
  schema.index({ at: 1 });
  return schema;
}
