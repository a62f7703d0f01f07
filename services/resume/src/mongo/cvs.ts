import type { ClientSession, QueryFilter } from 'mongoose';
import { type ListTerms, listTermsOf, TERM_SOURCES, term, termsWith } from '../cv-list/list-terms.ts';
import type { Rendering, StoredCv } from '../model.ts';
import type { CvHead, CvKey, CvKeys, CvOwner, CvStore } from '../store.ts';
import type { CvDocument } from './documents.ts';
import { insertDocument } from './insert.ts';
import type { Models } from './models.ts';
import { keysOf } from './schemas.ts';
import { createMongoUniqueValues, slugValue, tokensOf, tokenValue } from './unique-values.ts';
import { updateFirst } from './update-first.ts';

const HEAD = { companyId: 1, userId: 1, revision: 1, mark: 1, until: 1 } as const;
const EXPORT_HEAD = { companyId: 1, userId: 1, revision: 1, culture: 1, anonymized: 1, 'display.print': 1 } as const;
const RENDERED = { ...HEAD, json: 1 } as const;
/** The mark of a rendering that must be replaced. No renderer has it. */
const OUTDATED = 'outdated';
/** Excludes what `cvOf` omits. */
export const STORED = { terms: 0, nameTerms: 0, createdDays: 0, updatedDays: 0, json: 0, mark: 0, until: 0 } as const;
export type StoredFields = Omit<CvDocument, keyof typeof STORED>;

export function createMongoCvs({ cvs, names }: Pick<Models, 'cvs' | 'names'>, session: ClientSession | null): CvStore {
  const inSession = session ? { session } : {};
  const uniqueValues = createMongoUniqueValues({ names }, session);
  const findOne = async (filter: QueryFilter<CvDocument>) => {
    const document = await cvs.findOne(filter, STORED, inSession).sort({ _id: 1 }).lean<StoredFields>();
    return document ? cvOf(document) : undefined;
  };
  return {
    findRendered: async (keys) => (await findRaw(cvs, keys, RENDERED)).map((cv) => ({ ...headOf(cv), json: cv.json })),
    findHeads: async (keys) => (await findRaw(cvs, keys, HEAD)).map(headOf),
    findExportHeads: async (keys) => (await findRaw(cvs, keys, EXPORT_HEAD)).map((cv) => ({ ...cv, id: cv._id })),
    find: (companyId, id) => findOne({ _id: id, companyId }),
    findMain: (owner) => findOne({ ...ofOwner(owner), main: true }),
    findOldest: (owner) => findOne(ofOwner(owner)),
    findByAddress: async (address) => {
      const isToken = 'token' in address;
      const name = await uniqueValues.find(isToken ? tokenValue(address.token) : slugValue(address.userSlug));
      if (name === undefined) return undefined;
      const { companyId, id } = name;
      if (isToken) {
        const cv = await findOne({ _id: id, companyId });
        return cv && tokensOf(cv).includes(address.token) ? cv : undefined;
      }
      return findOne({ companyId, userId: id, ...(address.slug === '' ? { main: true } : { slug: address.slug }) });
    },
    findTakenSlugs: async (owner, slugs) => {
      const filter = { ...ofOwner(owner), slug: { $in: [...slugs] } };
      // The index contains all fields, so no CV is read.
      const options = { ...inSession, projection: { _id: 0, slug: 1 }, hint: SLUG_INDEX };
      const documents = await cvs.collection.find<CvDocument>(filter as never, options).toArray();
      return new Set(documents.map(({ slug }) => slug));
    },
    insert: async (cv, rendering) => {
      await uniqueValues.claim(cv, [tokenValue(cv.token)]);
      await insertDocument(cvs, documentOf(cv, rendering), session);
    },
    replaceIfUnchanged: async (cv, rendering) => {
      const unchanged = { _id: cv.id, companyId: cv.companyId, revision: cv.revision - 1 };
      const projection = { token: 1 };
      const options = { ...inSession, projection, returnDocument: 'before', ignoreUndefined: true } as const;
      // Without Mongoose, as in insert.ts.
      const previous = await cvs.collection.findOneAndReplace(
        unchanged as never,
        documentOf(cv, rendering) as never,
        options,
      );
      if (!previous) return false;
      await uniqueValues.replace(cv, [tokenValue(previous.token)], [tokenValue(cv.token)]);
      return true;
    },
    saveRendering: async (key, revision, { json, mark, until }) => {
      await cvs.updateOne({ ...withKey(key), revision }, { $set: { json, mark, until } }, inSession);
    },
    incrementRevisions: async (owner) => {
      await cvs.updateMany(ofOwner(owner), { $inc: { revision: 1 } }, inSession);
    },
    setUserSlug: async (owner, userSlug) => {
      const change = { $set: { userSlug, mark: OUTDATED }, $inc: { revision: 1 } };
      await cvs.updateMany(ofOwner(owner), change, inSession);
    },
    setOwnerFields: async (owner, fields) => {
      for (const cv of await cvs.find(ofOwner(owner), TERM_SOURCES.join(' '), inSession).lean<CvDocument[]>()) {
        const change = { ...fields, ...listTermsOf({ ...cv, ...fields }) };
        await cvs.updateOne({ _id: cv._id, companyId: owner.companyId }, { $set: change }, inSession);
      }
    },
    setStatus: async (key, from, { status, at }) => {
      const change = { $set: { status, statusChangedAt: at }, $push: { history: { status, at } } };
      const result = await cvs.updateOne({ ...withKey(key), status: from }, change, inSession);
      return result.matchedCount === 1;
    },
    setDisplay: async (key, display) => {
      await cvs.updateOne(withKey(key), { $set: { display }, $inc: { revision: 1 } }, inSession);
    },
    addLink: async (key, link) => {
      await uniqueValues.claim(key, [tokenValue(link.token)]);
      await cvs.updateOne(withKey(key), { $push: { links: link } }, inSession);
    },
    removeLink: async (key, token) => {
      const hasLink = { ...withKey(key), 'links.token': token };
      const { matchedCount } = await cvs.updateOne(hasLink, { $pull: { links: { token } } }, inSession);
      if (matchedCount > 0) await uniqueValues.release([tokenValue(token)]);
    },
    removeReference: async ({ kind, companyId, id }, limit) => {
      const value = term[kind](id);
      const pulled = termFilters(value);
      const change =
        kind === 'manager' ? { $set: { managerId: null }, $pull: pulled } : { $pull: { tagIds: id, ...pulled } };
      return updateFirst(cvs, { companyId, terms: value }, change, { limit, session, hint: TERM_INDEX });
    },
  };
}

const SLUG_INDEX = keysOf(['userId', 'slug']);
const TERM_INDEX = keysOf(['terms', 'completion', 'createdAt', '_id']);

const ofOwner = ({ companyId, userId }: CvOwner) => ({ companyId, userId });
const withKey = ({ companyId, id }: CvKey) => ({ _id: id, companyId });

/** Runs the most frequent query. It bypasses mongoose and returns the JSON as it is stored. */
async function findRaw(
  cvs: Models['cvs'],
  { companyIds, ids }: CvKeys,
  projection: Record<string, 1>,
): Promise<CvDocument[]> {
  // The hint saves comparing the plans of the many indexes of a company.
  const options = { projection, promoteBuffers: true, limit: ids.length, singleBatch: true, hint: '_id_' };
  const filter = { companyId: { $in: [...companyIds] }, _id: { $in: [...ids] } };
  const documents = await cvs.collection.find(filter as never, options).toArray();
  return documents as unknown as CvDocument[];
}

function headOf({ _id: id, companyId, userId, revision, mark, until }: CvDocument): CvHead {
  return { id, companyId, userId, revision, mark, until };
}

export function cvOf({ _id, ...cv }: StoredFields): StoredCv {
  // Earlier versions stored neither links nor the choice of the preview.
  const { links = [], linkPreview = { name: true, photo: true }, photo = null, password = null } = cv;
  return { ...cv, id: _id, links, linkPreview, photo, password };
}

function documentOf({ id, ...cv }: StoredCv, rendering: Rendering): CvDocument {
  return { ...cv, ...rendering, _id: id, ...listTermsOf(cv) };
}

/** Matches the terms that contain a value. */
function termFilters(value: string): Pick<Record<keyof ListTerms, RegExp>, 'terms' | 'nameTerms'> {
  return { terms: termsWith(value), nameTerms: termsWith(value) };
}
