import { type Connection, Schema, trusted } from 'mongoose';
import type { Grant, GrantStore, StoredAccessToken } from './grant-store.ts';

// An application may have one token per device of the owner. The oldest tokens are removed.
const MAX_TOKENS = 50;

type GrantDocument = Grant & { tokens: StoredAccessToken[] };

export function createGrantStore(connection: Connection): GrantStore {
  const model = connection.model<GrantDocument>('Grant', grantSchema());
  return {
    addToken: async ({ applicationId, userId, ...grant }, token, session) => {
      const push = { tokens: { $each: [token], $slice: -MAX_TOKENS } };
      const options = { upsert: true, ...(session ? { session } : {}) };
      await model.updateOne({ applicationId, userId }, { $setOnInsert: grant, $push: push }, options);
    },
    findByToken: async (digest) => {
      const document = await model
        .findOne(
          { 'tokens.digest': digest },
          { 'tokens.$': 1, applicationId: 1, companyId: 1, userId: 1, createdAt: 1, lastUsedAt: 1 },
        )
        .lean();
      const token = document?.tokens[0];
      return document && token ? { ...grantOf(document), token } : undefined;
    },
    listOfUser: async (userId) =>
      (await model.find({ userId }, { tokens: 0 }).sort({ createdAt: -1 }).lean()).map(grantOf),
    usersWithGrant: async (applicationId, userIds) => {
      const grants = await model.find({ applicationId, userId: trusted({ $in: [...userIds] }) }, 'userId -_id').lean();
      return grants.map(({ userId }) => userId);
    },
    countOfApplication: (applicationId) => model.countDocuments({ applicationId }),
    revoke: async (userId, applicationId) => (await model.deleteOne({ applicationId, userId })).deletedCount === 1,
    revokeAll: async (userId) => {
      await model.deleteMany({ userId });
    },
    usersAfter: async (applicationId, userId, limit) => {
      const filter = { applicationId, userId: trusted({ $gt: userId }) };
      const grants = await model.find(filter, 'userId -_id').sort({ userId: 1 }).limit(limit).lean();
      return grants.map((grant) => grant.userId);
    },
    recordUse: async (applicationId, userIds, at, intervalMs) => {
      const before = new Date(at.getTime() - intervalMs);
      const stale = [{ lastUsedAt: null }, { lastUsedAt: trusted({ $lt: before }) }];
      const filter = { applicationId, userId: trusted({ $in: [...userIds] }), $or: stale };
      await model.updateMany(filter, { $set: { lastUsedAt: at } });
    },
  };
}

function grantSchema(): Schema<GrantDocument> {
  const schema = new Schema<GrantDocument>(
    {
      applicationId: Number,
      companyId: Number,
      userId: Number,
      createdAt: Date,
      lastUsedAt: Date,
      tokens: [{ _id: false, digest: String, sealedSecret: String, createdAt: Date }],
    },
    { collection: 'grants', versionKey: false },
  );
  schema.index({ applicationId: 1, userId: 1 }, { unique: true });
  schema.index({ userId: 1 });
  schema.index(
    { 'tokens.digest': 1 },
    { unique: true, partialFilterExpression: { 'tokens.digest': { $type: 'string' } } },
  );
  return schema;
}

function grantOf({ applicationId, companyId, userId, createdAt, lastUsedAt }: Grant): Grant {
  return { applicationId, companyId, userId, createdAt, lastUsedAt };
}
