import { randomUUID } from 'node:crypto';
import { type Connection, Schema, trusted } from 'mongoose';
import type { LoginUser, PendingAddressStore } from './login-addresses.ts';

type AddressDocument = LoginUser & { _id: string; at: Date };

export function createPendingAddressStore(connection: Connection): PendingAddressStore {
  const model = connection.model<AddressDocument>('PendingAddress', addressSchema());
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

function addressSchema(): Schema<AddressDocument> {
  const schema = new Schema<AddressDocument>(
    { _id: String, companyId: Number, userId: Number, at: Date },
    { collection: 'pendingaddresses', versionKey: false },
  );
  schema.index({ at: 1 });
  return schema;
}
