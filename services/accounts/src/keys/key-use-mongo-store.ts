import { type Connection, Schema, trusted } from 'mongoose';
import type { KeyUse, KeyUseStore } from './key-use.ts';

type UseDocument = KeyUse & { _id: number };

export function createKeyUseStore(connection: Connection): KeyUseStore {
  const model = connection.model<UseDocument>('KeyUse', useSchema());
  return {
    write: async (uses) => {
      const writes = [...uses].map(([id, use]) => ({
        updateOne: { filter: { _id: id }, update: [{ $replaceWith: laterOf(id, use) }], upsert: true },
      }));
      await model.collection.bulkWrite(writes as never, { ordered: false });
    },
    findAll: async (keyIds) => {
      const documents = await model.find({ _id: trusted({ $in: [...keyIds] }) }).lean();
      return new Map(documents.map(({ _id, ...use }) => [_id, use]));
    },
  };
}

/** Replaces the document if the use is newer. `$literal`, because a user agent may look like an expression. */
function laterOf(id: number, use: KeyUse) {
  const isNewer = { $gt: [use.at, { $ifNull: ['$at', new Date(0)] }] };
  return { $cond: [isNewer, { $literal: { _id: id, ...use } }, '$$ROOT'] };
}

function useSchema(): Schema<UseDocument> {
  return new Schema<UseDocument>(
    { _id: Number, at: Date, address: String, userAgent: String },
    { collection: 'keyuse', versionKey: false },
  );
}
