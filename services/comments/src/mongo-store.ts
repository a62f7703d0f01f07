import type { UserKey } from '@vitae/kit/caller';
import { withinCompanies } from '@vitae/kit/company-scope';
import { queryOptions } from '@vitae/kit/mongo';
import { MAX_TOTAL, totalOf } from '@vitae/kit/read-page';
import type { Sequence } from '@vitae/kit/sequence';
import { inTransaction } from '@vitae/kit/transaction';
import { type Connection, type Model, type QueryFilter, Schema, trusted } from 'mongoose';
import type { CommentPosition, CommentQuery } from './comment-query.ts';
import type { AuthorRef, Idempotency, NewComment, StoredComment } from './model.ts';
import { findUsedKey, type IdempotencyModel, insertUsedKey, userIdsOf } from './mongo/idempotency.ts';
import {
  comparisonIn,
  countIndexFor,
  indexFor,
  listFilter,
  orderIndexes,
  pageFilter,
  partsOf,
  sortOf,
} from './mongo/list.ts';
import type { CommentStore } from './store.ts';

type CommentDocument = Omit<StoredComment, 'id'> & {
  _id: number;
  /** Set when the user is deleted. Hidden comments are not read. */
  hidden: boolean;
  /** Comments of earlier versions. */
  idempotency?: Idempotency;
};
export type CommentModel = Model<CommentDocument>;

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
for (const index of orderIndexes) schema.index(index);
schema.index({ companyId: 1, 'author.kind': 1, 'author.id': 1, userId: 1, created: 1, _id: 1 });

export function createCommentModel(connection: Connection): CommentModel {
  return connection.model<CommentDocument>('Comment', schema, 'comments');
}

export function createMongoStore(model: CommentModel, usedKeys: IdempotencyModel, ids: Sequence): CommentStore {
  return {
    find: async (wanted) =>
      (await model.find({ ...withinCompanies('_id', wanted), hidden: false }).lean()).map(commentOf),

    findLatest: async (user, author) => {
      const document = await model
        .findOne({ ...user, hidden: false, ...(author ? writtenBy(author) : {}) })
        .sort(author?.kind === 'user' ? { created: -1, _id: -1 } : { created: -1, updated: -1, _id: -1 })
        .lean();
      return document ? commentOf(document) : undefined;
    },

    findByIdempotencyKey: async (companyId, key) => {
      const used = await findUsedKey(usedKeys, companyId, key);
      const document = used && (await model.findOne({ companyId, _id: used.commentId }).lean());
      return document ? { comment: commentOf(document), fingerprint: used.fingerprint } : undefined;
    },

    create: async ({ idempotency, ...comment }) => {
      const document = newDocument(await ids.next(), comment);
      if (!idempotency) {
        await model.collection.insertOne(document as never);
        return commentOf(document);
      }
      const { companyId, userId, author, at } = comment;
      const used = { ...idempotency, companyId, commentId: document._id, userIds: userIdsOf(userId, author), at };
      return inTransaction(model.db, async (session) => {
        if (await findUsedKey(usedKeys, companyId, idempotency.key, session)) return undefined;
        await insertUsedKey(usedKeys, used, session);
        await model.collection.insertOne(document as never, { session });
        return commentOf(document);
      });
    },

    replace: async ({ id, companyId, revision }, { text: newText, author, at }) => {
      const change = {
        $set: { text: newText, author: { ...author, hidden: false }, updated: at },
        $inc: { revision: 1 },
      };
      const document = await model
        .findOneAndUpdate({ _id: id, companyId, revision, hidden: false }, change, { returnDocument: 'after' })
        .lean();
      return document ? commentOf(document) : undefined;
    },

    list: async (query, { after, skip }, limit, signal) => {
      if (query.userIds?.length === 0) return [];
      const parts = partsOf(query);
      const page = { sort: sortOf(query.order), hint: indexFor(query), skip, limit, ...queryOptions(signal) };
      const documents =
        parts.length > 1
          ? await findInParts(model, parts, after, page)
          : await model.collection.find<CommentDocument>(pageFilter(query, after) as never, page).toArray();
      return documents.map(commentOf);
    },

    // Reads only keys of the index.
    count: async (query, signal) => {
      const bound = { hint: countIndexFor(query), limit: MAX_TOTAL + 1, ...queryOptions(signal) };
      return totalOf(await model.collection.countDocuments(listFilter(query) as never, bound));
    },

    hideUser: async ({ companyId, userId }) => {
      await model.updateMany(onUser({ companyId, userId }), { $set: { hidden: true } });
      const byUser = { companyId, ...writtenBy({ kind: 'user', id: userId }) };
      await model.updateMany(byUser, { $set: { 'author.hidden': true } });
    },

    eraseUser: async ({ companyId, userId }) => {
      await model.deleteMany(onUser({ companyId, userId }));
      await model.deleteMany({ companyId, ...writtenBy({ kind: 'user', id: userId }) });
      await usedKeys.deleteMany({ companyId, userIds: userId });
    },
  };
}

type PageOptions = { sort: ReturnType<typeof sortOf>; hint: ReturnType<typeof indexFor>; skip: number; limit: number };

/**
 * Reads a page of the comments on many users. The index keys of each part are read up to the end of the page, and only the
 * comments of the page itself.
 */
async function findInParts(
  model: CommentModel,
  parts: readonly CommentQuery[],
  after: CommentPosition | undefined,
  page: PageOptions,
): Promise<CommentDocument[]> {
  const [{ companyId, order }] = parts as [CommentQuery];
  const { skip, limit, ...options } = page;
  const compare = comparisonIn(order);
  const end = skip + limit;
  let keys: Pick<CommentDocument, '_id' | 'created' | 'updated'>[] = [];
  for (const part of parts) {
    const ofPart = { ...options, limit: end, projection: { created: 1, updated: 1 } };
    const found = await model.collection.find<CommentDocument>(pageFilter(part, after) as never, ofPart).toArray();
    keys = [...keys, ...found].sort(compare).slice(0, end);
  }
  const ids = keys.slice(skip).map(({ _id }) => _id);
  const { sort: _sort, hint: _hint, ...signal } = options;
  const filter = { companyId, _id: { $in: ids }, hidden: false };
  const documents = await model.collection
    .find<CommentDocument>(filter as never, { ...signal, hint: '_id_' })
    .toArray();
  // If comments were removed in the meantime, the page is read again: callers treat a short page as the last one.
  if (documents.length < ids.length) return findInParts(model, parts, after, page);
  return documents.sort(compare);
}

/** Earlier versions stored an administrator for the company. */
const COMPANY_KINDS: string[] = ['company', 'administrator'];

const writtenBy = ({ kind, id }: AuthorRef): QueryFilter<CommentDocument> =>
  kind === 'user'
    ? { 'author.kind': kind, 'author.id': id }
    : { 'author.kind': trusted({ $in: COMPANY_KINDS as AuthorRef['kind'][] }) };
// The condition on `hidden` lets MongoDB use an index.
const onUser = ({ companyId, userId }: UserKey) => ({ companyId, hidden: trusted({ $in: [true, false] }), userId });

function newDocument(id: number, { at, author, ...comment }: Omit<NewComment, 'idempotency'>): CommentDocument {
  return {
    _id: id,
    ...comment,
    author: { ...author, hidden: false },
    created: at,
    updated: at,
    revision: 1,
    hidden: false,
  };
}

function commentOf(document: CommentDocument): StoredComment {
  const { _id, companyId, userId, text: commentText, author, created, updated, revision } = document;
  return { id: _id, companyId, userId, text: commentText, author, created, updated, revision };
}
