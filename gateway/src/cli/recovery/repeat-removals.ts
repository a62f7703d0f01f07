import { randomUUID } from 'node:crypto';
import { createPendingDeletionStore } from '@vitae/accounts/erasure/pending-deletion-mongo-store';
import { companyCaller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import type { mongo } from 'mongoose';
import type { RunningSystem } from '../running-system.ts';
import type { Removals } from './oplog-removals.ts';

/** The number of removals that were repeated. */
export type RepeatedCounts = Record<Exclude<keyof Removals, 'review'>, number>;

/**
 * Repeats removals in a restored system. Objects that do not exist or are already removed are not counted. The gateways
 * complete the deletion of users within two minutes.
 */
export async function repeatRemovals(running: RunningSystem, removals: Removals): Promise<RepeatedCounts> {
  const { keys, keyStore, applications, connection, record } = running;
  const { call } = await running.resume();
  const pending = createPendingDeletionStore(connection);
  return {
    users: await count(removals.users, async ({ companyId, id }) => {
      await pending.put({ companyId, userId: id }, new Date());
      await call.DeleteUser(
        { id: String(id), byIdOrigin: false, ifRevision: 0 },
        { caller: companyCaller(companyId, randomUUID()) },
      );
      return true;
    }),
    cvs: await count(removals.cvs, async ({ companyId, id }) => {
      await call.DeleteCv({ id, ifRevision: 0 }, { caller: companyCaller(companyId, randomUUID()) });
      return true;
    }),
    keys: await count(removals.keys, async ({ companyId, id }) => {
      const stored = await keyStore.findOfCompany(companyId, id);
      if (!stored || stored.revokedAt) return false;
      await keys.revoke(stored.key, ({ name }, session) =>
        record(companyId, 'keyRevoked', { kind: 'key', id: String(id), name }, undefined, session),
      );
      return true;
    }),
    applications: await count(removals.applications, async ({ companyId, id }) => {
      const { changed } = await applications.disable(id, ({ name }, session) =>
        record(companyId, 'applicationDisabled', { kind: 'application', id: String(id), name }, undefined, session),
      );
      return changed;
    }),
    grants: await count(removals.grants, async (_id) => {
      const { deletedCount } = await connection.collection('grants').deleteOne({ _id: _id as mongo.ObjectId });
      return deletedCount === 1;
    }),
  };
}

async function count<T>(items: readonly T[], repeat: (item: T) => Promise<boolean>): Promise<number> {
  let repeated = 0;
  for (const item of items) {
    try {
      if (await repeat(item)) repeated += 1;
    } catch (error) {
      if (!(error instanceof VitaeError && error.code === 'NOT_FOUND')) throw error;
    }
  }
  return repeated;
}
