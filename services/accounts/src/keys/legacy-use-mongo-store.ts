import { type Connection, Schema, trusted } from 'mongoose';
import type { LegacyUse, LegacyUseStore } from './legacy-use.ts';

type UseDocument = LegacyUse & { _id: number };

/** The name of the collection, for joins. */
export const LEGACY_USE = 'legacyuse';

export function createLegacyUseStore(connection: Connection): LegacyUseStore {
  const model = connection.model<UseDocument>('LegacyUse', useSchema());
  return {
    add: async (keyId, { uses, lateUses, lastUsedAt, lastUserAgent }) => {
      const change = { $inc: { uses, lateUses }, $set: { lastUsedAt, lastUserAgent } };
      await model.updateOne({ _id: keyId }, change, { upsert: true });
    },
    findAll: async (keyIds) => {
      const documents = await model.find({ _id: trusted({ $in: [...keyIds] }) }).lean();
      return new Map(documents.map(({ _id, ...use }) => [_id, use]));
    },
  };
}

function useSchema(): Schema<UseDocument> {
  return new Schema<UseDocument>(
    { _id: Number, uses: Number, lateUses: Number, lastUsedAt: Date, lastUserAgent: String },
    { collection: LEGACY_USE, versionKey: false },
  );
}
