import type { ClientSession, QueryFilter } from 'mongoose';
import { type ListTerms, listTermsOf, TERM_SOURCES, term, termsWith } from '../cv-list/list-terms.ts';
import type { Rendering, StoredCv } from '../model.ts';
import type { CvAddress, CvHead, CvStore } from '../store.ts';
import type { CvDocument } from './documents.ts';
import type { Models } from './models.ts';

const HEAD = { companyId: 1, userId: 1, revision: 1, mark: 1, until: 1 } as const;
const EXPORT_HEAD = { companyId: 1, userId: 1, revision: 1, culture: 1, anonymized: 1, 'display.print': 1 } as const;
const RENDERED = { ...HEAD, json: 1 } as const;
const STORED = { terms: 0, nameTerms: 0, createdDays: 0, updatedDays: 0, json: 0, mark: 0, until: 0 } as const;
type StoredFields = Omit<CvDocument, keyof typeof STORED>;

export function createMongoCvs({ cvs }: Pick<Models, 'cvs'>, session: ClientSession | null): CvStore {
  const inSession = session ? { session } : {};
  const findOne = async (filter: QueryFilter<CvDocument>) => {
    const document = await cvs.findOne(filter, STORED, inSession).sort({ _id: 1 }).lean<StoredFields>();
    return document ? cvOf(document) : undefined;
  };
  const findByIds = (ids: readonly number[], projection: Record<string, 1>) => findRaw(cvs, ids, projection);
  return {
    findRendered: async (ids) => (await findByIds(ids, RENDERED)).map((cv) => ({ ...headOf(cv), json: cv.json })),
    findHeads: async (ids) => (await findByIds(ids, HEAD)).map(headOf),
    findExportHeads: async (ids) => (await findByIds(ids, EXPORT_HEAD)).map((cv) => ({ ...cv, id: cv._id })),
    find: (companyId, id) => findOne({ _id: id, companyId }),
    findMain: (userId) => findOne({ userId, main: true }),
    findOldest: (userId) => findOne({ userId }),
    findByAddress: (address) => findOne(addressFilter(address)),
    findSlugs: async (userId) => {
      const documents = await cvs.find({ userId }, { slug: 1 }, inSession).lean();
      return new Set(documents.map(({ slug }) => slug));
    },
    insert: async (cv, rendering) => {
      await cvs.create([documentOf(cv, rendering)], inSession);
    },
    replaceIfUnchanged: async (cv, rendering) => {
      const previous = { _id: cv.id, companyId: cv.companyId, revision: cv.revision - 1 };
      const result = await cvs.replaceOne(previous, documentOf(cv, rendering), inSession);
      return result.matchedCount === 1;
    },
    saveRendering: async (id, revision, { json, mark, until }) => {
      await cvs.updateOne({ _id: id, revision }, { $set: { json, mark, until } }, inSession);
    },
    incrementRevisions: async (userId) => {
      await cvs.updateMany({ userId }, { $inc: { revision: 1 } }, inSession);
    },
    setOwnerFields: async (userId, fields) => {
      for (const cv of await cvs.find({ userId }, TERM_SOURCES.join(' '), inSession).lean<CvDocument[]>()) {
        const change = { ...fields, ...listTermsOf({ ...cv, ...fields }) };
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
    removeManager: async (companyId, managerId) => {
      const change = { $set: { managerId: null }, $pull: termFilters(term.manager(managerId)) };
      await cvs.collection.updateMany(
        { companyId, terms: term.manager(managerId) } as never,
        change as never,
        inSession,
      );
    },
    removeTag: async (companyId, tagId) => {
      const change = { $pull: { tagIds: tagId, ...termFilters(term.tag(tagId)) } };
      await cvs.collection.updateMany({ companyId, terms: term.tag(tagId) } as never, change as never, inSession);
    },
  };
}

/** Runs the most frequent query. It bypasses mongoose and returns the JSON as it is stored. */
async function findRaw(
  cvs: Models['cvs'],
  ids: readonly number[],
  projection: Record<string, 1>,
): Promise<CvDocument[]> {
  const options = { projection, promoteBuffers: true, limit: ids.length, singleBatch: true };
  const documents = await cvs.collection.find({ _id: { $in: [...ids] } } as never, options).toArray();
  return documents as unknown as CvDocument[];
}

function addressFilter(address: CvAddress): QueryFilter<CvDocument> {
  if ('token' in address) return { token: address.token };
  const { userSlug, slug } = address;
  return slug === '' ? { userSlug, main: true } : { userSlug, slug };
}

function headOf({ _id: id, companyId, userId, revision, mark, until }: CvDocument): CvHead {
  return { id, companyId, userId, revision, mark, until };
}

function cvOf({ _id, ...cv }: StoredFields): StoredCv {
  return { ...cv, id: _id, photo: cv.photo ?? null, password: cv.password ?? null };
}

function documentOf({ id, ...cv }: StoredCv, rendering: Rendering): CvDocument {
  return { ...cv, ...rendering, _id: id, ...listTermsOf(cv) };
}

/** Matches the terms that contain a value. */
function termFilters(value: string): Pick<Record<keyof ListTerms, RegExp>, 'terms' | 'nameTerms'> {
  return { terms: termsWith(value), nameTerms: termsWith(value) };
}
