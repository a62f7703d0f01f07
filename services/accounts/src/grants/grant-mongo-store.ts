import { type Connection, Schema, trusted } from 'mongoose';
import type { GrantAccess } from './grant-access.ts';
import type { Grant, GrantStore, StoredAccessToken, UserGrant } from './grant-store.ts';

// An application may have one token per device of the owner. The oldest tokens are removed.
const MAX_TOKENS = 50;

type GrantDocument = Grant & { tokens: StoredAccessToken[] };

export function createGrantStore(connection: Connection): GrantStore {
  const model = connection.model<GrantDocument>('Grant', grantSchema());
  return {
    addToken: async ({ applicationId, userId, access, ...grant }, token, session) => {
      const push = { tokens: { $each: [token], $slice: -MAX_TOKENS } };
      const update = { $setOnInsert: grant, $push: push, ...(access ? { $set: { access } } : {}) };
      const options = { upsert: true, ...(session ? { session } : {}) };
      await model.updateOne({ applicationId, userId }, update, options);
    },
    findByToken: async (digest) => {
      // MongoDB uses the partial index only if the query contains its condition.
      const document = await model
        .findOne(
          { 'tokens.digest': trusted({ $eq: digest, $type: 'string' }) },
          // Not `tokens.$`: with two conditions it can be another token.
          { ...GRANT, tokens: { $elemMatch: { digest } } },
        )
        .lean();
      const token = document?.tokens[0];
      return document && token ? { ...grantOf(document), token } : undefined;
    },
    find: async (userId, applicationId) => {
      const document = await model.findOne({ applicationId, userId }, GRANT).lean();
      return document ? grantOf(document) : undefined;
    },
    listOfUser: async (userId) => (await model.find({ userId }, '-tokens').sort({ createdAt: -1 }).lean()).map(grantOf),
    grantsOfUsers: async (applicationId, userIds) => {
      const filter = { applicationId, userId: trusted({ $in: [...userIds] }) };
      return (await model.find(filter, USER_GRANT).lean()).map(userGrantOf);
    },
    countOfApplication: (applicationId) => model.countDocuments({ applicationId }),
    revoke: async (userId, applicationId) => (await model.deleteOne({ applicationId, userId })).deletedCount === 1,
    revokeAll: async (userId) => {
      await model.deleteMany({ userId });
    },
    grantsAfter: async (applicationId, userId, limit) => {
      const filter = { applicationId, userId: trusted({ $gt: userId }) };
      return (await model.find(filter, USER_GRANT).sort({ userId: 1 }).limit(limit).lean()).map(userGrantOf);
    },
    setAccess: async (userId, applicationId, access) =>
      (await model.updateOne({ applicationId, userId }, { $set: { access } })).matchedCount === 1,
    recordUse: async (applicationId, userIds, at, intervalMs) => {
      const before = new Date(at.getTime() - intervalMs);
      const stale = [{ lastUsedAt: null }, { lastUsedAt: trusted({ $lt: before }) }];
      const filter = { applicationId, userId: trusted({ $in: [...userIds] }), $or: stale };
      await model.updateMany(filter, { $set: { lastUsedAt: at } });
    },
  };
}

const USER_GRANT = { _id: 0, userId: 1, access: 1 } as const;
const GRANT = { applicationId: 1, companyId: 1, userId: 1, createdAt: 1, lastUsedAt: 1, access: 1 } as const;

/** The selected CVs are `all` or ids. */
export function accessSchema(): Schema<GrantAccess> {
  return new Schema<GrantAccess>({ cvs: Schema.Types.Mixed, data: [String] } as never, { _id: false });
}

function grantSchema(): Schema<GrantDocument> {
  const schema = new Schema<GrantDocument>(
    {
      applicationId: Number,
      companyId: Number,
      userId: Number,
      createdAt: Date,
      lastUsedAt: Date,
      access: accessSchema(),
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

function grantOf({ applicationId, companyId, createdAt, lastUsedAt, ...grant }: Grant): Grant {
  return { applicationId, companyId, createdAt, lastUsedAt, ...userGrantOf(grant) };
}

function userGrantOf({ userId, access }: UserGrant): UserGrant {
  return { userId, ...(access ? { access } : {}) };
}
