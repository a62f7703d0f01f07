import { inTransaction } from '@vitae/kit/transaction';
import { type Connection, Schema, trusted } from 'mongoose';
import { accessSchema } from './grant-mongo-store.ts';
import type { RequestTokenState, RequestTokenStore, StoredRequestToken } from './request-token-store.ts';

// Retained after expiration, so that the page can explain what happened to the token.
const RETENTION_SECONDS = 3_600;

type RequestTokenDocument = Omit<StoredRequestToken, 'digest'> & { _id: string };

export function createRequestTokenStore(connection: Connection): RequestTokenStore {
  const model = connection.model<RequestTokenDocument>('RequestToken', requestTokenSchema());
  const change = async (digest: string, from: RequestTokenState, set: Partial<RequestTokenDocument>, now?: Date) => {
    const filter = { _id: digest, state: from, ...(now ? { expiresAt: trusted({ $gt: now }) } : {}) };
    return (await model.updateOne(filter, { $set: set })).modifiedCount === 1;
  };
  return {
    insert: async ({ digest, ...token }) => {
      await model.create({ _id: digest, ...token });
    },
    find: async (digest) => tokenOf(await model.findById(digest).lean()),
    findByVerifier: async (applicationId, verifierDigest) =>
      tokenOf(
        // MongoDB uses the partial index only if the query contains its condition.
        await model
          .findOne({ verifierDigest: trusted({ $eq: verifierDigest, $type: 'string' }), applicationId })
          .lean(),
      ),
    authorize: (digest, authorization, now) => change(digest, 'issued', { state: 'authorized', ...authorization }, now),
    deny: (digest, userId, now) => change(digest, 'issued', { state: 'refused', userId }, now),
    countAttempt: async (digest, max) => {
      const { modifiedCount } = await model.updateOne(
        { _id: digest, verifierTries: trusted({ $lt: max }) },
        { $inc: { verifierTries: 1 } },
      );
      return modifiedCount === 1;
    },
    consume: (digest, then) =>
      inTransaction(connection, async (session) => {
        const filter = { _id: digest, state: 'authorized' as const };
        const token = await model.findOneAndUpdate(filter, { $set: { state: 'used' } }, { session }).lean();
        if (!token) return false;
        await then(session, token.access);
        return true;
      }),
    revokeAuthorized: async (userId, applicationId) => {
      const filter = {
        userId,
        state: 'authorized' as const,
        ...(applicationId === undefined ? {} : { applicationId }),
      };
      await model.updateMany(filter, { $set: { state: 'refused' } });
    },
    setAccess: async (userId, applicationId, access) => {
      await model.updateMany({ userId, state: 'authorized', applicationId }, { $set: { access } });
    },
  };
}

function requestTokenSchema(): Schema<RequestTokenDocument> {
  const schema = new Schema<RequestTokenDocument>(
    {
      _id: String,
      sealedSecret: String,
      applicationId: Number,
      companyId: Number,
      callback: String,
      state: String,
      userId: Number,
      verifierDigest: String,
      sealedVerifier: String,
      verifierTries: Number,
      access: accessSchema(),
      expiresAt: Date,
    },
    { collection: 'requestTokens', versionKey: false },
  );
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
  schema.index(
    { verifierDigest: 1 },
    { unique: true, partialFilterExpression: { verifierDigest: { $type: 'string' } } },
  );
  schema.index({ userId: 1, state: 1 });
  return schema;
}

function tokenOf(document: RequestTokenDocument | null): StoredRequestToken | undefined {
  if (!document) return undefined;
  const { _id, ...token } = document;
  return { digest: _id, ...token };
}
