import type { ClientSession, QueryFilter } from 'mongoose';
import type { Rendering, StoredCv } from '../model.ts';
import { type Facet, facet, type ListTokens, listTokensOf, tokensWith } from '../cv-list/facets.ts';
import type { Models } from './models.ts';
import type { CvHead, CvStore } from '../store.ts';
import type { CvDocument } from './documents.ts';

const HEAD = { companyId: 1, userId: 1, revision: 1, mark: 1, until: 1 } as const;
const EXPORT_HEAD = { companyId: 1, userId: 1, revision: 1, culture: 1, anonymized: 1, 'display.print': 1 } as const;
const RENDERED = { ...HEAD, json: 1 } as const;
const STORED = { facets: 0, createdFacets: 0, updatedFacets: 0, json: 0, mark: 0, until: 0 } as const;
/** What list tokens are made of. */
export const FACETED = {
  managerId: 1,
  main: 1,
  completion: 1,
  recipient: 1,
  tagIds: 1,
  createdAt: 1,
  updatedAt: 1,
} as const;
type StoredFields = Omit<CvDocument, keyof typeof STORED>;

export function createMongoCvs({ cvs }: Pick<Models, 'cvs'>, session: ClientSession | null): CvStore {
  const inSession = session ? { session } : {};
  const findOne = async (filter: QueryFilter<CvDocument>) => {
    const found = await cvs.findOne(filter, STORED, inSession).sort({ _id: 1 }).lean<StoredFields>();
    return found ? cvOf(found) : undefined;
  };
  // The busiest query of the product: by key, past mongoose, the bytes as they are.
  const byKey = async (ids: readonly number[], projection: Record<string, 1>) => {
    const options = { projection, promoteBuffers: true, limit: ids.length, singleBatch: true };
    const found = await cvs.collection.find({ _id: { $in: [...ids] } } as never, options).toArray();
    return found as unknown as CvDocument[];
  };
  return {
    findRendered: async (ids) => (await byKey(ids, RENDERED)).map((found) => ({ ...headOf(found), json: found.json })),
    findHeads: async (ids) => (await byKey(ids, HEAD)).map(headOf),
    findExportHeads: async (ids) => (await byKey(ids, EXPORT_HEAD)).map((found) => ({ ...found, id: found._id })),
    find: (companyId, id) => findOne({ _id: id, companyId }),
    findMain: (userId) => findOne({ userId, main: true }),
    slugsOf: async (userId) => {
      const found = await cvs.find({ userId }, { slug: 1 }, inSession).lean();
      return new Set(found.map((one) => one.slug));
    },
    insert: async (cv, rendering) => {
      await cvs.create([documentOf(cv, rendering)], inSession);
    },
    replace: async (cv, rendering) => {
      const before = { _id: cv.id, companyId: cv.companyId, revision: cv.revision - 1 };
      const result = await cvs.replaceOne(before, documentOf(cv, rendering), inSession);
      return result.matchedCount === 1;
    },
    saveRendering: async (id, revision, { json, mark, until }) => {
      await cvs.updateOne({ _id: id, revision }, { $set: { json, mark, until } }, inSession);
    },
    setOwner: async (userId, owner) => {
      const theirs = await cvs.find({ userId }, FACETED, inSession).lean<CvDocument[]>();
      for (const cv of theirs) {
        const change = { ...owner, ...listTokensOf({ ...cv, ...owner }) };
        await cvs.updateOne({ _id: cv._id }, { $set: change }, inSession);
      }
    },
    setStatus: async (id, from, { status, at }) => {
      const change = { $set: { status, statusChangedAt: at }, $push: { history: { status, at } } };
      const result = await cvs.updateOne({ _id: id, status: from }, change, inSession);
      return result.matchedCount === 1;
    },
    setDisplay: async (id, display) => {
      await cvs.updateOne({ _id: id }, { $set: { display }, $inc: { revision: 1 } }, inSession);
    },
    forgetManager: async (companyId, managerId) => {
      const change = { $set: { managerId: null }, $pull: withTokensOf(facet.manager(managerId)) };
      await cvs.collection.updateMany({ companyId, managerId }, change as never, inSession);
    },
    forgetTag: async (companyId, tagId) => {
      const change = { $pull: { tagIds: tagId, ...withTokensOf(facet.tag(tagId)) } };
      await cvs.collection.updateMany({ companyId, tagIds: tagId }, change as never, inSession);
    },
    findOldest: (userId) => findOne({ userId }),
    findByAddress: (address) => {
      if ('token' in address) return findOne({ token: address.token });
      return findOne({
        userSlug: address.userSlug,
        ...(address.slug === '' ? { main: true } : { slug: address.slug }),
      });
    },
    raiseRevisions: async (userId) => {
      await cvs.updateMany({ userId }, { $inc: { revision: 1 } }, inSession);
    },
  };
}

function headOf({ _id: id, companyId, userId, revision, mark, until }: CvDocument): CvHead {
  return { id, companyId, userId, revision, mark, until };
}

function cvOf({ _id, ...cv }: StoredFields): StoredCv {
  return { ...cv, id: _id, photo: cv.photo ?? null, password: cv.password ?? null };
}

function documentOf({ id, ...cv }: StoredCv, rendering: Rendering): CvDocument {
  return { ...cv, ...rendering, _id: id, ...listTokensOf(cv) };
}

/** Of every token the ones with a facet: to be taken out. */
function withTokensOf(one: Facet): Record<keyof ListTokens, RegExp> {
  const tokens = tokensWith(one);
  return { facets: tokens, createdFacets: tokens, updatedFacets: tokens };
}
