import { type ClientSession, type Connection, Schema, trusted } from 'mongoose';

/** What an owner allowed an application, with its access tokens. While it is there, it is live. */
export type Grant = {
  applicationId: number;
  companyId: number;
  userId: number;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** An access token (RFC 5849 section 2.3), found by its digest. */
export type StoredAccessToken = { digest: string; sealedSecret: string; createdAt: Date };

export type GrantStore = {
  /** Adds an access token to the owner's grant, which is made when there is none. */
  addToken(grant: Grant, token: StoredAccessToken, session?: ClientSession): Promise<void>;
  findByToken(digest: string): Promise<(Grant & { token: StoredAccessToken }) | undefined>;
  /** The newest first. */
  listOfUser(userId: number): Promise<Grant[]>;
  /** Those of the users who hold a live grant for the application, in no order. */
  usersWithGrant(applicationId: number, userIds: readonly number[]): Promise<number[]>;
  countOfApplication(applicationId: number): Promise<number>;
  /** Ends every access token of the grant. False when there was none. */
  revoke(userId: number, applicationId: number): Promise<boolean>;
  revokeAll(userId: number): Promise<void>;
  /** The users with a live grant for the application whose ids come after one, ascending. */
  usersAfter(applicationId: number, userId: number, most: number): Promise<number[]>;
  /** Notes a use of these users' grants, at most once in the given time. */
  noteUse(applicationId: number, userIds: readonly number[], at: Date, every: number): Promise<void>;
};

// An application that asks again on each of a person's devices keeps this many; the oldest go.
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
      const grants = await model
        .find({ applicationId, userId: trusted({ $in: [...userIds] }) }, { _id: 0, userId: 1 })
        .lean();
      return grants.map(({ userId }) => userId);
    },
    countOfApplication: (applicationId) => model.countDocuments({ applicationId }),
    revoke: async (userId, applicationId) => (await model.deleteOne({ applicationId, userId })).deletedCount === 1,
    revokeAll: async (userId) => {
      await model.deleteMany({ userId });
    },
    usersAfter: async (applicationId, userId, most) => {
      const filter = { applicationId, userId: trusted({ $gt: userId }) };
      const grants = await model.find(filter, { _id: 0, userId: 1 }).sort({ userId: 1 }).limit(most).lean();
      return grants.map((grant) => grant.userId);
    },
    noteUse: async (applicationId, userIds, at, every) => {
      const before = new Date(at.getTime() - every);
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
