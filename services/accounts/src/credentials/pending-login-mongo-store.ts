import { randomUUID } from 'node:crypto';
import { type Connection, Schema, trusted } from 'mongoose';
import type { LoginUser, PendingLoginStore } from './login-names.ts';

type PendingDocument = LoginUser & { _id: string; at: Date };

export function createPendingLoginStore(connection: Connection): PendingLoginStore {
  const model = connection.model<PendingDocument>('PendingLogin', pendingSchema());
  return {
    add: async ({ companyId, userId }, at) => {
      const _id = randomUUID();
      await model.create([{ _id, companyId, userId, at }]);
      return _id;
    },
    before: async (moment, limit) => {
      const changes = await model
        .find({ at: trusted({ $lt: moment }) })
        .sort({ at: 1 })
        .limit(limit)
        .lean();
      return changes.map(({ _id, companyId, userId }) => ({ id: _id, companyId, userId }));
    },
    remove: async (id) => {
      await model.deleteOne({ _id: id });
    },
  };
}

function pendingSchema(): Schema<PendingDocument> {
  const schema = new Schema<PendingDocument>(
    { _id: String, companyId: Number, userId: Number, at: Date },
    // Earlier versions stored only changes of email addresses here.
    { collection: 'pendingaddresses', versionKey: false },
  );
  schema.index({ at: 1 });
  return schema;
}
