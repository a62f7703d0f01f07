import { queryOptions } from '@vitae/kit/mongo';
import type { ClientSession } from 'mongoose';
import mongoose from 'mongoose';
import type { StoredUser } from '../model.ts';
import type { UserKey, UserQuery, UserStore } from '../store.ts';
import { pairsOf, prefixesOf, wordsOf } from '../user/search-words.ts';
import { countBounded, countKeys } from './bounded-reads.ts';
import type { UserRecordDocument } from './documents.ts';
import { insertDocument } from './insert.ts';
import type { Models } from './models.ts';
import { claimsOf, createMongoUniqueValues, slugValue, userValues } from './unique-values.ts';
import { updateFirst } from './update-first.ts';

const { trusted } = mongoose;

const STORED = { words: 0, prefixes: 0, pairs: 0 } as const;
type StoredFields = Omit<UserRecordDocument, keyof typeof STORED>;

const MANAGER_INDEX = { companyId: 1, managerId: 1 } as const;
const TAG_INDEX = { companyId: 1, tagIds: 1, _id: 1 } as const;

/** Pairs are counted up to this number of users. Pairs with more users are equally common. */
const MAX_COUNTED_USERS = 101;

export function createMongoUsers(
  { users, names }: Pick<Models, 'users' | 'names'>,
  session: ClientSession | null,
): UserStore {
  const inSession = session ? { session } : {};
  const uniqueValues = createMongoUniqueValues({ names }, session);
  return {
    find: async (key) => {
      const document = await users.findOne(filterOf(key), STORED, inSession).lean<StoredFields>();
      return document ? userOf(document) : undefined;
    },
    findAll: async (keys) => {
      const byId = keys.filter((key) => 'id' in key);
      const byIdOrigin = keys.filter((key) => 'idOrigin' in key).map(filterOf);
      const companies = [...new Set(byId.map((key) => key.companyId))];
      const ids = { companyId: trusted({ $in: companies }), _id: trusted({ $in: byId.map(({ id }) => id) }) };
      const [found, foundByIdOrigin] = await Promise.all([
        byId.length === 0 ? [] : users.find(ids, STORED, { ...inSession, hint: '_id_' }).lean<StoredFields[]>(),
        byIdOrigin.length === 0 ? [] : users.find({ $or: byIdOrigin }, STORED, inSession).lean<StoredFields[]>(),
      ]);
      return [...found, ...foundByIdOrigin].map(userOf);
    },
    findTaken: async ({ id, ...fields }) => {
      const wanted = userValues(fields);
      const taken = await uniqueValues.findAll(Object.values(wanted));
      const ofOthers = new Set(taken.filter((name) => name.id !== id).map((name) => name._id));
      const isTaken = (field: keyof typeof wanted) => ofOthers.has(wanted[field] ?? '');
      return (['username', 'email', 'idOrigin'] as const).find(isTaken);
    },
    findTakenSlugs: async (slugs) => {
      const taken = new Set((await uniqueValues.findAll(slugs.map(slugValue))).map((name) => name._id));
      return new Set(slugs.filter((slug) => taken.has(slugValue(slug))));
    },
    insert: async (user) => {
      await uniqueValues.claim(user, claimsOf(user));
      await insertDocument(users, documentOf(user), session);
    },
    replaceIfUnchanged: async (user) => {
      const unchanged = { _id: user.id, companyId: user.companyId, revision: user.revision - 1 };
      const options = { ...inSession, returnDocument: 'before' } as const;
      const previous = await users.findOneAndReplace(unchanged, documentOf(user), options).lean();
      if (!previous) return false;
      await uniqueValues.replace(user, claimsOf(previous), claimsOf(user));
      return true;
    },
    page: async (query, { after, skip }, limit, signal) => {
      const { bounds, residual, hint } = listFilter(query);
      const filter = { $and: [bounds, residual ?? {}, after ? { _id: { $gt: Number(after[0]) } } : {}] };
      const options = { sort: { _id: 1 }, skip, limit, hint, projection: STORED, ...queryOptions(signal) } as const;
      const documents = await users.collection.find<StoredFields>(filter as never, options).toArray();
      return documents.map(userOf);
    },
    rarestPair: async (companyId, pairs, signal) => {
      const counts = await Promise.all(
        pairs.map((pair) => {
          const filter = listFilter({ companyId, search: { by: { pair }, words: [] } });
          return countKeys(users, filter, MAX_COUNTED_USERS, signal);
        }),
      );
      return pairs[counts.indexOf(Math.min(...counts))] as string;
    },
    count: (query, signal) => countBounded(users, listFilter(query), signal),
    removeReference: ({ kind, companyId, id }, limit) =>
      kind === 'manager'
        ? updateFirst(
            users,
            { companyId, managerId: id },
            { $set: { managerId: null } },
            { limit, session, hint: MANAGER_INDEX },
          )
        : updateFirst(users, { companyId, tagIds: id }, { $pull: { tagIds: id } }, { limit, session, hint: TAG_INDEX }),
    addToCvCount: async (key, change, at) => {
      const options = { ...inSession, returnDocument: 'before', projection: STORED } as const;
      const update = { $inc: { cvCount: change }, $set: { updatedAt: at } };
      // On a sharded cluster, findAndModify needs the complete shard key, which contains the id.
      const id = 'id' in key ? key.id : (await users.findOne(filterOf(key), { _id: 1 }, inSession).lean())?._id;
      if (id === undefined) return undefined;
      const filter = filterOf({ companyId: key.companyId, id });
      const document = await users.collection.findOneAndUpdate(filter as never, update, options);
      return document ? userOf(document as unknown as StoredFields) : undefined;
    },
  };
}

function filterOf(key: UserKey) {
  return 'id' in key ? { _id: key.id, companyId: key.companyId } : { companyId: key.companyId, idOrigin: key.idOrigin };
}

/** The filter and the index of a list. Each index starts with the company and ends with the sort order of the rows. */
function listFilter({ companyId, userId, kinds, tagId, search }: UserQuery) {
  const conditions: Record<string, unknown> = {
    ...(kinds === undefined ? {} : { kind: { $in: kinds } }),
    ...(tagId === undefined ? {} : { tagIds: tagId }),
    ...(search === undefined ? {} : 'pair' in search.by ? { pairs: search.by.pair } : { prefixes: search.by.prefix }),
  };
  const words = (search?.words ?? []).map((word) => ({ words: { $elemMatch: { $gte: word, $lt: `${word}\uffff` } } }));
  const unindexed = words.length === 0 ? {} : { $and: words };
  if (userId !== undefined)
    return { bounds: { companyId, _id: userId }, residual: { ...conditions, ...unindexed }, hint: '_id_' };
  // No list has two of the conditions.
  const [field] = Object.keys(conditions);
  return {
    bounds: { companyId, ...conditions },
    ...(words.length > 0 && { residual: unindexed }),
    hint: field === undefined ? 'companyId_1__id_1' : `companyId_1_${field}_1__id_1`,
  };
}

function userOf({ _id, ...user }: StoredFields): StoredUser {
  return { ...user, id: _id, idOrigin: user.idOrigin ?? null, formerSlugs: user.formerSlugs ?? [] };
}

function documentOf({ id, idOrigin, formerSlugs, ...user }: StoredUser): UserRecordDocument {
  const words = wordsOf(user);
  return {
    ...user,
    _id: id,
    ...(idOrigin === null ? {} : { idOrigin }),
    ...(formerSlugs.length === 0 ? {} : { formerSlugs }),
    words,
    prefixes: prefixesOf(words),
    pairs: pairsOf(words),
  };
}
