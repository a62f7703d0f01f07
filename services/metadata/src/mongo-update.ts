import { unavailable, VitaeError } from '@vitae/kit/errors';
import { inTransaction } from '@vitae/kit/transaction';
import { type ClientSession, type mongo, trusted } from 'mongoose';
import { createGroupCommit } from './group-commit.ts';
import { indexTerms } from './keys/index-terms.ts';
import type { MetadataModel } from './model.ts';
import type { Update } from './store.ts';

// How many users the updates of one transaction name together.
const USERS_PER_TRANSACTION = 1_000;
const USERS_PER_WRITE = 100;

/**
 * Updates of a company, one transaction after the other in this process, several updates in each;
 * between processes MongoDB decides. Within a transaction they are applied one after the other,
 * so one that fails takes nothing of its neighbours with it.
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
  const abandoned = new Set(updates.filter((update) => update.signal.aborted));
  const userIds = new Set(updates.flatMap((update) => (abandoned.has(update) ? [] : update.userIds)));
  const users = await claim(model, companyId, [...userIds], session);
  const held = new Map([...users].map(([userId, { keys }]) => [userId, keys]));
  const outcomes = updates.map((update) => (abandoned.has(update) ? nobodyWaits() : applyOne(update, held)));
  await write(model, companyId, users, held, session);
  return outcomes;
}

function applyOne({ userIds, apply }: Update, held: Map<number, string[]>): Error | undefined {
  try {
    const changed = apply(new Map(userIds.map((userId) => [userId, held.get(userId) ?? []])));
    for (const [userId, keys] of changed) held.set(userId, keys);
    return undefined;
  } catch (failure) {
    return VitaeError.from(failure); // of this update; the others go on
  }
}

const nobodyWaits = () => unavailable('service_unavailable', 'Nobody waits for the answer any more.');

/**
 * Writes every user before any is read, also those whose keys will stay as they are. Otherwise
 * two transactions could each read what the other changes and change what the other reads (write
 * skew), and no order of the two would explain the outcome. It also makes conflicts show at once,
 * before there is work to lose.
 */
async function claim(
  model: MetadataModel,
  companyId: number,
  userIds: readonly number[],
  session: ClientSession,
): Promise<Map<number, User>> {
  if (userIds.length === 0) return new Map();
  const first = { keys: [], ...indexTerms([]), hidden: false };
  const claims = userIds.map(
    (userId): mongo.AnyBulkWriteOperation => ({
      updateOne: {
        filter: { companyId, userId },
        update: { $inc: { revision: 1 }, $setOnInsert: first },
        upsert: true,
      },
    }),
  );
  await model.collection.bulkWrite(claims, { session });
  const found = await model
    .find({ companyId, userId: trusted({ $in: userIds }) }, { _id: 0, userId: 1, keys: 1, hidden: 1 })
    .session(session)
    .lean();
  return new Map(found.map((one) => [one.userId, one]));
}

async function write(
  model: MetadataModel,
  companyId: number,
  users: ReadonlyMap<number, User>,
  after: ReadonlyMap<number, string[]>,
  session: ClientSession,
): Promise<void> {
  const changed = [...after].filter(([userId, keys]) => !sameKeys(keys, users.get(userId)?.keys ?? []));
  // In parts, so that other calls get their turn while the largest requests are prepared.
  for (let start = 0; start < changed.length; start += USERS_PER_WRITE) {
    const writes = changed.slice(start, start + USERS_PER_WRITE).map(([userId, keys]): mongo.AnyBulkWriteOperation => {
      const terms = indexTerms(users.get(userId)?.hidden ? [] : keys);
      return { updateOne: { filter: { companyId, userId }, update: { $set: { keys, ...terms } } } };
    });
    await model.collection.bulkWrite(writes, { session });
  }
}

function sameKeys(some: readonly string[], others: readonly string[]): boolean {
  return some === others || (some.length === others.length && some.every((key, index) => key === others[index]));
}
