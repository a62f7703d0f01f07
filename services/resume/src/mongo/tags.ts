import type { ClientSession } from 'mongoose';
import mongoose from 'mongoose';
import type { StoredTag } from '../model.ts';
import type { TagStore } from '../store.ts';
import type { TagDocument } from './documents.ts';
import type { Models } from './models.ts';

const { trusted } = mongoose;

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
    page: async (companyId, start, limit) => {
      const after = start.after ? { _id: trusted({ $gt: Number(start.after[0]) }) } : {};
      const documents = await tags
        .find({ companyId, ...after }, null, inSession)
        .sort({ _id: 1 })
        .skip(start.skip)
        .limit(limit)
        .lean();
      return documents.map(tagOf);
    },
    count: (companyId) => tags.countDocuments({ companyId }, inSession),
    insert: async (tag) => {
      await tags.create([documentOf(tag)], inSession);
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
