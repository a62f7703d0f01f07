import type { ClientSession, QueryFilter } from 'mongoose';
import mongoose from 'mongoose';
import type { Models } from './models.ts';
import type { UserKey, UserQuery, UserStore } from '../store.ts';
import { pairsOf, prefixesOf, type SearchedWords, wordsOf } from '../user/search-words.ts';
import type { StoredUser } from '../user/stored-user.ts';
import type { UserRecordDocument } from './documents.ts';

const { trusted } = mongoose;

/** Among pairs that so many users share the rarest is not looked for. */
const RARE = 101;

export function createMongoUsers({ users }: Pick<Models, 'users'>, session: ClientSession | null): UserStore {
  const inSession = session ? { session } : {};
  return {
    find: async (key) => {
      const found = await users.findOne(filterOf(key), null, inSession).lean();
      return found ? userOf(found) : undefined;
    },
    findAll: async (keys) => {
      if (keys.length === 0) return [];
      const ids = keys.flatMap((key) => ('id' in key ? [key.id] : []));
      const origins = keys.filter((key) => 'idOrigin' in key).map(filterOf);
      const byId = ids.length > 0 ? [{ _id: trusted({ $in: ids }) }] : [];
      const found = await users.find({ $or: [...byId, ...origins] }, null, inSession).lean();
      return found.map(userOf);
    },
    holderOf: async ({ id, companyId, username, email, idOrigin }) => {
      const held = [
        ...(username === undefined ? [] : [{ usernameKey: keyOf(username) }]),
        ...(email === undefined ? [] : [{ companyId, emailKey: keyOf(email) }]),
        ...(idOrigin == null ? [] : [{ companyId, idOrigin }]),
      ];
      if (held.length === 0) return undefined;
      const found = await users.findOne({ $or: held, _id: trusted({ $ne: id }) }, null, inSession).lean();
      return found ? userOf(found) : undefined;
    },
    slugsLike: async (slug) => {
      const found = await users
        .find({ slug: trusted({ $gte: slug, $lt: `${slug}-:` }) }, { slug: 1 }, inSession)
        .lean();
      return new Set(found.map((one) => one.slug));
    },
    insert: async (user) => {
      await users.create([documentOf(user)], inSession);
    },
    replace: async (user) => {
      const result = await users.replaceOne(
        { _id: user.id, companyId: user.companyId, revision: user.revision - 1 },
        documentOf(user),
        inSession,
      );
      return result.matchedCount === 1;
    },
    page: async (query, from, limit) => {
      const after = from.after
        ? { $and: [usersOf(query), { _id: trusted({ $gt: Number(from.after[0]) }) }] }
        : usersOf(query);
      const rows = users
        .find(after, null, inSession)
        .sort({ _id: 1 })
        .skip(from.skip)
        .limit(limit)
        .hint(indexOf(query))
        .lean();
      return (await rows).map(userOf);
    },
    rarestPair: async (companyId, pairs) => {
      const counts = await Promise.all(
        pairs.map((pair) => users.countDocuments({ companyId, pairs: pair }, { ...inSession, limit: RARE })),
      );
      return pairs[counts.indexOf(Math.min(...counts))] as string;
    },
    count: (query) => users.countDocuments(usersOf(query), inSession),
    forgetManager: async (companyId, managerId) => {
      await users.updateMany({ companyId, managerId }, { $set: { managerId: null } }, inSession);
    },
    forgetTag: async (companyId, tagId) => {
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

/** The index of each kind of list: all begin with the company and end in the order of the rows. */
function indexOf({ kinds, tagId, search, userId }: UserQuery): Record<string, 1> {
  if (userId !== undefined) return { _id: 1 };
  if (search !== undefined) return { companyId: 1, ['pair' in search.by ? 'pairs' : 'prefixes']: 1, _id: 1 };
  if (tagId !== undefined) return { companyId: 1, tagIds: 1, _id: 1 };
  return kinds === undefined ? { companyId: 1, _id: 1 } : { companyId: 1, kind: 1, _id: 1 };
}

function usersOf({ companyId, userId, kinds, tagId, search }: UserQuery): QueryFilter<UserRecordDocument> {
  return {
    companyId,
    ...(userId === undefined ? {} : { _id: userId }),
    ...(kinds === undefined ? {} : { kind: trusted({ $in: kinds }) }),
    ...(tagId === undefined ? {} : { tagIds: tagId }),
    ...(search === undefined ? {} : wordsIn(search)),
  } as QueryFilter<UserRecordDocument>;
}

function wordsIn({ by, words }: SearchedWords): object {
  const begun = words.map((word) => ({ words: trusted({ $elemMatch: { $gte: word, $lt: `${word}\uffff` } }) }));
  const found = 'pair' in by ? { pairs: by.pair } : { prefixes: by.prefix };
  return begun.length === 0 ? found : { ...found, $and: begun };
}

/** Usernames and addresses that differ in case alone are the same. */
export function keyOf(unique: string): string {
  return unique.normalize('NFC').toLowerCase();
}

export function userOf({
  _id,
  usernameKey: _u,
  emailKey: _e,
  words: _w,
  prefixes: _p,
  ...user
}: UserRecordDocument): StoredUser {
  return { ...user, id: _id, idOrigin: user.idOrigin ?? null };
}

export function documentOf({ id, idOrigin, ...user }: StoredUser): UserRecordDocument {
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
