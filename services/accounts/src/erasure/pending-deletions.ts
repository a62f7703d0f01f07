import { type Connection, Schema, trusted } from 'mongoose';

/** A deletion that was begun and not yet carried to every part of the platform. */
export type PendingDeletion = { companyId: number; userId: number };

export type PendingDeletions = {
  put(deletion: PendingDeletion, at: Date): Promise<void>;
  /** Those begun before a moment, oldest first. */
  before(moment: Date, limit: number): Promise<PendingDeletion[]>;
  remove(deletion: PendingDeletion): Promise<void>;
};

type DeletionDocument = PendingDeletion & { _id: string; at: Date };

export function createPendingDeletions(connection: Connection): PendingDeletions {
  const model = connection.model<DeletionDocument>('PendingDeletion', deletionSchema());
  return {
    put: async ({ companyId, userId }, at) => {
      await model.replaceOne({ _id: idOf({ companyId, userId }) }, { companyId, userId, at }, { upsert: true });
    },
    before: async (moment, limit) => {
      const found = await model
        .find({ at: trusted({ $lt: moment }) })
        .sort({ at: 1 })
        .limit(limit)
        .lean();
      return found.map(({ companyId, userId }) => ({ companyId, userId }));
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
