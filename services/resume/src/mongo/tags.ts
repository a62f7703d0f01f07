import type { ClientSession } from 'mongoose';
import mongoose from 'mongoose';
import type { Models } from './models.ts';
import type { TagStore } from '../store.ts';
import type { StoredTag } from '../tag/stored-tag.ts';
import type { TagDocument } from './documents.ts';

const { trusted } = mongoose;

export function createMongoTags({ tags }: Pick<Models, 'tags'>, session: ClientSession | null): TagStore {
  const inSession = session ? { session } : {};
  return {
    find: async (companyId, id) => {
      const found = await tags.findOne({ _id: id, companyId }, null, inSession).lean();
      return found ? tagOf(found) : undefined;
    },
    findByIdOrigin: async (companyId, idOrigin) => {
      const found = await tags.findOne({ companyId, idOrigin }, null, inSession).lean();
      return found ? tagOf(found) : undefined;
    },
    findAll: async (companyId, ids) => {
      const found = await tags
        .find({ companyId, _id: trusted({ $in: [...ids] }) }, null, inSession)
        .sort({ _id: 1 })
        .lean();
      return found.map(tagOf);
    },
    page: async (companyId, from, limit) => {
      const after = from.after ? { _id: trusted({ $gt: Number(from.after[0]) }) } : {};
      const rows = tags
        .find({ companyId, ...after }, null, inSession)
        .sort({ _id: 1 })
        .skip(from.skip)
        .limit(limit)
        .lean();
      return (await rows).map(tagOf);
    },
    count: (companyId) => tags.countDocuments({ companyId }, inSession),
    insert: async (tag) => {
      await tags.create([documentOf(tag)], inSession);
    },
    replace: async (tag) => {
      const before = { _id: tag.id, companyId: tag.companyId, revision: tag.revision - 1 };
      const result = await tags.replaceOne(before, documentOf(tag), inSession);
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
