import { type ClientSession, type Connection, type Model, Schema } from 'mongoose';
import type { AuthorRef, Idempotency } from '../model.ts';

/** The comment that was created with an idempotency key. */
type IdempotencyDocument = {
  /** The company and the key. */
  _id: string;
  companyId: number;
  commentId: number;
  fingerprint: string;
  /** The user, and the author if it is a user. The document is erased with them. */
  userIds: number[];
  at: Date;
};
export type IdempotencyModel = Model<IdempotencyDocument>;

/** The comment of a key that is stored in the transaction that inserts the comment. */
export type UsedKey = Omit<IdempotencyDocument, '_id'> & { key: string };

const TTL_SECONDS = 86_400;

const required = { required: true };
const schema = new Schema<IdempotencyDocument>(
  {
    _id: String,
    companyId: { type: Number, ...required },
    commentId: { type: Number, ...required },
    fingerprint: { type: String, ...required },
    userIds: { type: [Number], ...required },
    at: { type: Date, ...required },
  },
  { versionKey: false },
);
schema.index({ at: 1 }, { expireAfterSeconds: TTL_SECONDS });
schema.index({ companyId: 1, userIds: 1 });

export function createIdempotencyModel(connection: Connection): IdempotencyModel {
  return connection.model<IdempotencyDocument>('CommentIdempotency', schema, 'idempotency');
}

const idOf = (companyId: number, key: string) => `${companyId} ${key}`;

export function findUsedKey(
  model: IdempotencyModel,
  companyId: number,
  key: string,
  session: ClientSession | null = null,
): Promise<IdempotencyDocument | null> {
  return model.findOne({ _id: idOf(companyId, key), companyId }, null, { session }).lean();
}

export async function insertUsedKey(
  model: IdempotencyModel,
  { key, ...used }: UsedKey,
  session: ClientSession,
): Promise<void> {
  await model.create([{ _id: idOf(used.companyId, key), ...used }], { session });
}

/** Earlier versions stored the keys in the comments, with a unique index that a sharded collection cannot have. */
const EARLIER_INDEX = 'companyId_1_idempotency.key_1';

type EarlierComment = {
  _id: number;
  companyId: number;
  userId: number;
  author: AuthorRef;
  created: Date;
  idempotency: Idempotency;
};

/** Copies the keys of the last day, and drops the index of earlier versions. Can be interrupted and repeated. */
export async function upgradeIdempotency(model: IdempotencyModel, now: number): Promise<void> {
  const comments = model.db.collection<EarlierComment>('comments');
  const indexes = await comments.indexes();
  if (!indexes.some(({ name }) => name === EARLIER_INDEX)) return;
  const filter = { 'idempotency.key': { $exists: true }, created: { $gte: new Date(now - TTL_SECONDS * 1_000) } };
  const found = comments.find(filter, { hint: EARLIER_INDEX, maxTimeMS: 0 });
  for await (const { _id, companyId, userId, author, created, idempotency } of found) {
    const { key, fingerprint } = idempotency;
    const used = { commentId: _id, fingerprint, userIds: userIdsOf(userId, author), at: created };
    const filter = { _id: idOf(companyId, key), companyId };
    await model.updateOne(filter, { $setOnInsert: used }, { upsert: true });
  }
  await comments.dropIndex(EARLIER_INDEX);
}

/** A key is erased with any of these users. */
export function userIdsOf(userId: number, author: AuthorRef): number[] {
  return author.kind === 'user' ? [userId, author.id] : [userId];
}
