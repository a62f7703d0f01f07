import { queryOptions } from '@vitae/kit/mongo';
import type { ClientSession } from 'mongoose';
import mongoose from 'mongoose';
import type { StoredTag } from '../model.ts';
import type { TagStore } from '../store.ts';
import { countBounded } from './bounded-reads.ts';
import type { TagDocument } from './documents.ts';
import { insertDocument } from './insert.ts';
import type { Models } from './models.ts';

const { trusted } = mongoose;

const BY_ID = { _id: 1 } as const;
const COMPANY_INDEX = { companyId: 1, _id: 1 } as const;

export function createMongoTags({ tags }: Pick<Models, 'tags'>, session: ClientSession | null): TagStore {
  const inSession = session ? { session } : {};
  return {
    find: async (companyId, id) => {
      const document = await tags.findOne({ _id: id, companyId }, null, inSession).lean();
      return document ? tagOf(document) : undefined;
    },
    findByIdOrigin: async (companyId, idOrigin) => {
      const document = await tags.findOne({ companyId, idOrigin }, null, inSession).lean();
      return document ? tagOf(document) : undefined;
    },
    findAll: async (companyId, ids) => {
      const documents = await tags
        .find({ companyId, _id: trusted({ $in: [...ids] }) }, null, inSession)
        .sort({ _id: 1 })
        .lean();
      return documents.map(tagOf);
    },
    page: async (companyId, { after, skip }, limit, signal) => {
      const filter = { companyId, ...(after && { _id: { $gt: Number(after[0]) } }) };
      const options = { sort: BY_ID, skip, limit, hint: COMPANY_INDEX, ...queryOptions(signal) };
      const documents = await tags.collection.find<TagDocument>(filter as never, options).toArray();
      return documents.map(tagOf);
    },
    count: (companyId, signal) => countBounded(tags, { bounds: { companyId }, hint: COMPANY_INDEX }, signal),
    insert: async (tag) => {
      await insertDocument(tags, documentOf(tag), session);
    },
    replaceIfUnchanged: async (tag) => {
      const previous = { _id: tag.id, companyId: tag.companyId, revision: tag.revision - 1 };
      const result = await tags.replaceOne(previous, documentOf(tag), inSession);
      return result.matchedCount === 1;
    },
    delete: async (companyId, id) => {
      await tags.deleteOne({ _id: id, companyId }, inSession);
    },
  };
}

function tagOf({ _id, ...tag }: TagDocument): StoredTag {
  return { ...tag, id: _id, idOrigin: tag.idOrigin ?? null };
}

function documentOf({ id, idOrigin, ...tag }: StoredTag): TagDocument {
  return { ...tag, _id: id, ...(idOrigin === null ? {} : { idOrigin }) };
}
