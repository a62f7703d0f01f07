import { unavailable, VitaeError } from '@vitae/kit/errors';
import { inTransaction } from '@vitae/kit/transaction';
import { type ClientSession, type mongo, trusted } from 'mongoose';
import { indexTerms } from '../keys/index-terms.ts';
import type { Update } from '../store.ts';
import { createGroupCommit } from './group-commit.ts';
import type { MetadataModel } from './schemas.ts';

// Limits the number of users that one transaction updates.
const USERS_PER_TRANSACTION = 1_000;
const USERS_PER_WRITE = 100;

/**
 * Runs the updates of a company in groups, with one transaction at a time in each process. MongoDB
 * resolves conflicts between processes. The updates of a group are applied one by one, so that a
 * failed update does not affect the others.
 */
export function createMongoUpdate(model: MetadataModel): (update: Update) => Promise<void> {
  const commit = (_name: string, updates: readonly Update[]) =>
    inTransaction(model.db, (session) => applyAll(model, updates, session), { attempts: 200 });
  const inGroup = createGroupCommit<Update>(commit, (update) => update.userIds.length, USERS_PER_TRANSACTION);
  return (update) => inGroup(String(update.companyId), update);
}

type User = { keys: string[]; hidden: boolean };

async function applyAll(
  model: MetadataModel,
  updates: readonly Update[],
  session: ClientSession,
): Promise<(Error | undefined)[]> {
  const { companyId } = updates[0] as Update;
  const cancelled = new Set(updates.filter((update) => update.signal.aborted));
  const userIds = new Set(updates.flatMap((update) => (cancelled.has(update) ? [] : update.userIds)));
  const users = await lockUsers(model, companyId, [...userIds], session);
  const keysByUser = new Map([...users].map(([userId, { keys }]) => [userId, keys]));
  const outcomes = updates.map((update) => (cancelled.has(update) ? requestCancelled() : applyOne(update, keysByUser)));
  await write(model, companyId, users, keysByUser, session);
  return outcomes;
}

function applyOne({ userIds, apply }: Update, keysByUser: Map<number, string[]>): Error | undefined {
  try {
    const changed = apply(new Map(userIds.map((userId) => [userId, keysByUser.get(userId) ?? []])));
    for (const [userId, keys] of changed) keysByUser.set(userId, keys);
    return undefined;
  } catch (error) {
    return VitaeError.from(error); // fails only this update
  }
}

const requestCancelled = () => unavailable('service_unavailable', 'The request was cancelled.');

/**
 * Writes all users before reading them, also users whose keys will not change. Otherwise two
 * transactions could each read what the other one changes (write skew), which no serial order
 * explains. It also detects conflicts before any work is done.
 */
async function lockUsers(
  model: MetadataModel,
  companyId: number,
  userIds: readonly number[],
  session: ClientSession,
): Promise<Map<number, User>> {
  if (userIds.length === 0) return new Map();
  const emptyUser = { keys: [], ...indexTerms([]), hidden: false };
  const writes = userIds.map(
    (userId): mongo.AnyBulkWriteOperation => ({
      updateOne: {
        filter: { companyId, userId },
        update: { $inc: { revision: 1 }, $setOnInsert: emptyUser },
        upsert: true,
      },
    }),
  );
  await model.collection.bulkWrite(writes, { session });
  const documents = await model
    .find({ companyId, userId: trusted({ $in: userIds }) }, { _id: 0, userId: 1, keys: 1, hidden: 1 })
    .session(session)
    .lean();
  return new Map(documents.map((user) => [user.userId, user]));
}

async function write(
  model: MetadataModel,
  companyId: number,
  users: ReadonlyMap<number, User>,
  after: ReadonlyMap<number, string[]>,
  session: ClientSession,
): Promise<void> {
  const changed = [...after].filter(([userId, keys]) => !sameKeys(keys, users.get(userId)?.keys ?? []));
  // In batches, so that a large request does not block the event loop.
  for (let start = 0; start < changed.length; start += USERS_PER_WRITE) {
    const writes = changed.slice(start, start + USERS_PER_WRITE).map(([userId, keys]): mongo.AnyBulkWriteOperation => {
      const terms = indexTerms(users.get(userId)?.hidden ? [] : keys);
      return { updateOne: { filter: { companyId, userId }, update: { $set: { keys, ...terms } } } };
    });
    await model.collection.bulkWrite(writes, { session });
  }
}

function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((key, index) => key === b[index]));
}
