import { inTransaction } from '@vitae/kit/transaction';
import { type ClientSession, type Connection, Schema, trusted } from 'mongoose';

/**
 * issued → authorized → used; issued → refused. An owner who revokes the application meanwhile
 * makes an authorized one refused.
 */
export const requestTokenStates = ['issued', 'authorized', 'refused', 'used'] as const;
export type RequestTokenState = (typeof requestTokenStates)[number];

/** A request token (RFC 5849 section 2.1), found by the digest of the token; its secrets are sealed. */
export type StoredRequestToken = {
  digest: string;
  sealedSecret: string;
  applicationId: number;
  companyId: number;
  callback: string;
  state: RequestTokenState;
  /** The owner who answered; null until then. */
  userId: number | null;
  verifierDigest: string | null;
  sealedVerifier: string | null;
  verifierTries: number;
  expiresAt: Date;
};

export type Authorization = { userId: number; verifierDigest: string; sealedVerifier: string };

export type RequestTokenStore = {
  insert(token: StoredRequestToken): Promise<void>;
  find(digest: string): Promise<StoredRequestToken | undefined>;
  findByVerifier(applicationId: number, verifierDigest: string): Promise<StoredRequestToken | undefined>;
  /** False when it was not `issued`, or too old. */
  authorize(digest: string, authorization: Authorization, now: Date): Promise<boolean>;
  refuse(digest: string, userId: number, now: Date): Promise<boolean>;
  /** Counts one try of a verifier; false when there is none left. */
  countTry(digest: string, most: number): Promise<boolean>;
  /**
   * Makes an `authorized` one used, and what follows from that in the same transaction: a revocation
   * at that moment ends the one or the other. False when it was not; of several at once, one alone gets true.
   */
  use(digest: string, then: (session: ClientSession) => Promise<void>): Promise<boolean>;
  /** Ends what an owner allowed and no application has fetched yet. */
  refuseAuthorized(userId: number, applicationId?: number): Promise<void>;
};

// Kept for a while after its end, so that the page can say what became of it.
const KEPT_SECONDS = 3_600;

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
      tokenOf(await model.findOne({ verifierDigest, applicationId }).lean()),
    authorize: (digest, authorization, now) => change(digest, 'issued', { state: 'authorized', ...authorization }, now),
    refuse: (digest, userId, now) => change(digest, 'issued', { state: 'refused', userId }, now),
    countTry: async (digest, most) => {
      const { modifiedCount } = await model.updateOne(
        { _id: digest, verifierTries: trusted({ $lt: most }) },
        { $inc: { verifierTries: 1 } },
      );
      return modifiedCount === 1;
    },
    use: (digest, then) =>
      inTransaction(connection, async (session) => {
        const filter = { _id: digest, state: 'authorized' as const };
        const { modifiedCount } = await model.updateOne(filter, { $set: { state: 'used' } }, { session });
        if (modifiedCount === 0) return false;
        await then(session);
        return true;
      }),
    refuseAuthorized: async (userId, applicationId) => {
      const filter = {
        userId,
        state: 'authorized' as const,
        ...(applicationId === undefined ? {} : { applicationId }),
      };
      await model.updateMany(filter, { $set: { state: 'refused' } });
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
      expiresAt: Date,
    },
    { collection: 'requestTokens', versionKey: false },
  );
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: KEPT_SECONDS });
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
