import type { ClientSession } from 'mongoose';
import mongoose from 'mongoose';
import type { StoredUser } from '../model.ts';
import type { UniqueUserFields, UserKey, UserQuery, UserStore } from '../store.ts';
import { pairsOf, prefixesOf, wordsOf } from '../user/search-words.ts';
import { countBounded, countKeys, queryOptions } from './bounded-reads.ts';
import type { UserRecordDocument } from './documents.ts';
import type { Models } from './models.ts';

const { trusted } = mongoose;

/** Pairs are counted up to this number of users. Pairs with more users are equally common. */
const MAX_COUNTED_USERS = 101;

export function createMongoUsers({ users }: Pick<Models, 'users'>, session: ClientSession | null): UserStore {
  const inSession = session ? { session } : {};
  return {
    find: async (key) => {
      const document = await users.findOne(filterOf(key), null, inSession).lean();
      return document ? userOf(document) : undefined;
    },
    findAll: async (keys) => {
      if (keys.length === 0) return [];
      const ids = keys.flatMap((key) => ('id' in key ? [key.id] : []));
      const byId = ids.length > 0 ? [{ _id: trusted({ $in: ids }) }] : [];
      const byIdOrigin = keys.filter((key) => 'idOrigin' in key).map(filterOf);
      return (await users.find({ $or: [...byId, ...byIdOrigin] }, null, inSession).lean()).map(userOf);
    },
    findConflict: async (fields) => {
      const values = conflictFilters(fields);
      if (values.length === 0) return undefined;
      const document = await users.findOne({ $or: values, _id: trusted({ $ne: fields.id }) }, null, inSession).lean();
      return document ? userOf(document) : undefined;
    },
    findSlugs: async (slug) => {
      // ":" follows the digits: the range holds the slug itself and the slug with a number.
      const range = trusted({ $gte: slug, $lt: `${slug}-:` });
      const documents = await users.find({ slug: range }, { slug: 1 }, inSession).lean();
      return new Set(documents.map((user) => user.slug));
    },
    insert: async (user) => {
      await users.create([documentOf(user)], inSession);
    },
    replaceIfUnchanged: async (user) => {
      const previous = { _id: user.id, companyId: user.companyId, revision: user.revision - 1 };
      const result = await users.replaceOne(previous, documentOf(user), inSession);
      return result.matchedCount === 1;
    },
    page: async (query, { after, skip }, limit, signal) => {
      const { bounds, residual, hint } = listFilter(query);
      const filter = { $and: [bounds, residual ?? {}, after ? { _id: { $gt: Number(after[0]) } } : {}] };
      const options = { sort: { _id: 1 }, skip, limit, hint, ...queryOptions(signal) } as const;
      const documents = await users.collection.find<UserRecordDocument>(filter as never, options).toArray();
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
    removeManager: async (companyId, managerId) => {
      await users.updateMany({ companyId, managerId }, { $set: { managerId: null } }, inSession);
    },
    removeTag: async (companyId, tagId) => {
      await users.updateMany({ companyId, tagIds: tagId }, { $pull: { tagIds: tagId } }, inSession);
    },
    addToCvCount: async (id, change) => {
      const result = await users.updateOne({ _id: id }, { $inc: { cvCount: change } }, inSession);
      return result.matchedCount === 1;
    },
  };
}

function filterOf(key: UserKey) {
  return 'id' in key ? { _id: key.id, companyId: key.companyId } : { companyId: key.companyId, idOrigin: key.idOrigin };
}

function conflictFilters({ companyId, username, email, idOrigin }: UniqueUserFields) {
  return [
    ...(username === undefined ? [] : [{ usernameKey: keyOf(username) }]),
    ...(email === undefined ? [] : [{ companyId, emailKey: keyOf(email) }]),
    ...(idOrigin == null ? [] : [{ companyId, idOrigin }]),
  ];
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

/** Usernames and email addresses are compared without case. */
function keyOf(value: string): string {
  return value.normalize('NFC').toLowerCase();
}

function userOf({
  _id,
  usernameKey: _usernameKey,
  emailKey: _emailKey,
  words: _words,
  prefixes: _prefixes,
  pairs: _pairs,
  ...user
}: UserRecordDocument): StoredUser {
  return { ...user, id: _id, idOrigin: user.idOrigin ?? null };
}

function documentOf({ id, idOrigin, ...user }: StoredUser): UserRecordDocument {
  const words = wordsOf(user);
  return {
    ...user,
    _id: id,
    ...(idOrigin === null ? {} : { idOrigin }),
    usernameKey: keyOf(user.username),
    emailKey: keyOf(user.email),
    words,
    prefixes: prefixesOf(words),
    pairs: pairsOf(words),
  };
}
