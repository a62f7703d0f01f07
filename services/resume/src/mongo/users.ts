import type { ClientSession } from 'mongoose';
import mongoose from 'mongoose';
import type { Models, UserRecordDocument } from '../model.ts';
import type { UserKey, UserStore } from '../store.ts';
import { prefixesOf, wordsOf } from '../user/search-words.ts';
import type { StoredUser } from '../user/stored-user.ts';

const { trusted } = mongoose;

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
      const found = await users.find({ slug: trusted({ $gte: slug, $lt: `${slug}-:` }) }, { slug: 1 }, inSession).lean();
      return new Set(found.map((one) => one.slug));
    },
    insert: async (user) => {
      await users.create([documentOf(user)], inSession);
    },
    replace: async (user) => {
      const result = await users.replaceOne({ _id: user.id, companyId: user.companyId, revision: user.revision - 1 }, documentOf(user), inSession);
      return result.matchedCount === 1;
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

/** Usernames and addresses that differ in case alone are the same. */
export function keyOf(unique: string): string {
  return unique.normalize('NFC').toLowerCase();
}

export function userOf({ _id, usernameKey: _u, emailKey: _e, words: _w, prefixes: _p, ...user }: UserRecordDocument): StoredUser {
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
  };
}
