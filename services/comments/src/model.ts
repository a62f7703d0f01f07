import { type Connection, type IndexDirection, type Model, Schema } from 'mongoose';
import type { Idempotency, StoredComment } from './store.ts';

export type CommentDocument = Omit<StoredComment, 'id'> & {
  _id: number;
  /** Whether the user was deleted: then it is in no read. */
  hidden: boolean;
  idempotency?: Idempotency;
};

const text = { type: String, required: true };
const number = { type: Number, required: true };

const schema = new Schema<CommentDocument>(
  {
    _id: Number,
    companyId: number,
    userId: number,
    text,
    author: {
      _id: false,
      kind: text,
      id: number,
      username: String,
      email: String,
      firstname: String,
      lastname: String,
      hidden: { type: Boolean, required: true },
    },
    created: { type: Date, required: true },
    updated: { type: Date, required: true },
    revision: number,
    hidden: { type: Boolean, required: true },
    idempotency: { _id: false, required: false, type: { key: text, fingerprint: text } },
  },
  { versionKey: false },
);

/**
 * Of the comments of a company, or of one user, in one complete order; backwards it is the
 * opposite one. That of a company ends in the user, so that those on others are passed over.
 */
export function orderIndex(
  perUser: boolean,
  first: 'created' | 'updated',
  sameDirection: boolean,
): Record<string, IndexDirection> {
  const second = first === 'created' ? 'updated' : 'created';
  return {
    companyId: 1,
    hidden: 1,
    ...(perUser ? { userId: 1 } : {}),
    [first]: 1,
    [second]: sameDirection ? 1 : -1,
    _id: 1,
    ...(perUser ? {} : { userId: 1 }),
  };
}

for (const perUser of [true, false]) {
  for (const first of ['created', 'updated'] as const) {
    for (const sameDirection of [true, false]) schema.index(orderIndex(perUser, first, sameDirection));
  }
}
schema.index({ companyId: 1, 'author.kind': 1, 'author.id': 1, userId: 1, created: 1, _id: 1 });
schema.index(
  { companyId: 1, 'idempotency.key': 1 },
  { unique: true, partialFilterExpression: { 'idempotency.key': { $exists: true } } },
);

export type CommentModel = Model<CommentDocument>;

export function createCommentModel(connection: Connection): CommentModel {
  return connection.model<CommentDocument>('Comment', schema, 'comments');
}
