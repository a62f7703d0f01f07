import type { UserKey } from '@vitae/kit/caller';
import { withinCompanies } from '@vitae/kit/company-scope';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import type { Sequence } from '@vitae/kit/sequence';
import { trusted } from 'mongoose';
import type { CommentDocument, CommentModel } from './model.ts';
import { indexFor, listFilter, pageFilter, sortOf } from './mongo-list.ts';
import type { AuthorRef, CommentStore, StoredComment } from './store.ts';

export function createMongoStore(model: CommentModel, ids: Sequence): CommentStore {
  return {
    find: async (wanted) => (await model.find({ ...withinCompanies('_id', wanted), hidden: false }).lean()).map(stored),

    findLatest: async (user, author) => {
      const by = author ? writtenBy(author) : {};
      const found = await model
        .findOne({ ...user, hidden: false, ...by })
        .sort(author ? { created: -1, _id: -1 } : { created: -1, updated: -1, _id: -1 })
        .lean();
      return found ? stored(found) : undefined;
    },

    findCreated: async (companyId, key) => {
      const found = await model.findOne({ companyId, 'idempotency.key': key }).lean();
      return found ? { comment: stored(found), fingerprint: found.idempotency?.fingerprint ?? '' } : undefined;
    },

    create: async ({ at, idempotency, author, ...comment }) => {
      const document: CommentDocument = {
        _id: await ids.next(),
        ...comment,
        author: { ...author, hidden: false },
        created: at,
        updated: at,
        revision: 1,
        hidden: false,
        ...(idempotency ? { idempotency } : {}),
      };
      try {
        await model.collection.insertOne(document as never);
        return stored(document);
      } catch (failure) {
        if (isDuplicateKey(failure)) return undefined; // the idempotency key: ids are given once
        throw failure;
      }
    },

    replace: async ({ id, companyId, revision }, { text, author, at }) => {
      const change = { $set: { text, author: { ...author, hidden: false }, updated: at }, $inc: { revision: 1 } };
      const after = await model
        .findOneAndUpdate({ _id: id, companyId, revision, hidden: false }, change, { returnDocument: 'after' })
        .lean();
      return after ? stored(after) : undefined;
    },

    list: async (query) => {
      const found = model.find(pageFilter(query)).sort(sortOf(query.order)).hint(indexFor(query));
      return (await found.skip(query.skip).limit(query.limit).lean()).map(stored);
    },

    count: (query) => model.countDocuments(listFilter(query)).hint(indexFor(query)),

    hideUser: async ({ companyId, userId }) => {
      await model.updateMany(onUser({ companyId, userId }), { $set: { hidden: true } });
      await model.updateMany(
        { companyId, ...writtenBy({ kind: 'user', id: userId }) },
        { $set: { 'author.hidden': true } },
      );
    },

    eraseUser: async ({ companyId, userId }) => {
      await model.deleteMany(onUser({ companyId, userId }));
      await model.deleteMany({ companyId, ...writtenBy({ kind: 'user', id: userId }) });
    },
  };
}

const writtenBy = ({ kind, id }: AuthorRef) => ({ 'author.kind': kind, 'author.id': id });
const onUser = ({ companyId, userId }: UserKey) => ({ companyId, hidden: trusted({ $in: [true, false] }), userId });

function stored({ _id, companyId, userId, text, author, created, updated, revision }: CommentDocument): StoredComment {
  return { id: _id, companyId, userId, text, author, created, updated, revision };
}
