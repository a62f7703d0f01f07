import { companyCaller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import type { Lease } from '@vitae/kit/lease';
import type { Logger } from '@vitae/kit/log';
import { createItemStep, createSweep } from '@vitae/kit/sweep';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { UserRecord } from '@vitae/proto/user-record';
import type { LoginAddress, OwnerCredentials } from './owner-credentials.ts';

/** Keeps the email addresses with which owners sign in equal to those of their user records. */
export type LoginAddresses = {
  /**
   * Runs `change`, which changes the address of the user record, and then updates the login. If updating the login fails,
   * the user record keeps the new address and the login is updated later.
   */
  updateWithLogin<T extends { revision: number }>(user: LoginUser, email: string, change: () => Promise<T>): Promise<T>;
  /** Finishes changes that were interrupted, unless another gateway does. Returns their number. */
  finishInterrupted(): Promise<number>;
  /** Finishes interrupted changes periodically until closed. */
  start(): void;
  close(): Promise<void>;
};

export type LoginUser = { companyId: number; userId: number };

/** A change of an email address whose login may still have the old address. */
type PendingAddress = LoginUser & { id: string };

export type PendingAddressStore = {
  /** Returns the id of the new entry. */
  add(user: LoginUser, at: Date): Promise<string>;
  /** Returns the changes that started before `moment`, oldest first. */
  before(moment: Date, limit: number): Promise<PendingAddress[]>;
  remove(id: string): Promise<void>;
};

type LoginAddressesDependencies = {
  pending: PendingAddressStore;
  lease: Lease;
  credentials: Pick<OwnerCredentials, 'setEmail'>;
  resume: Pick<ResumeClient, 'user'>;
  clock: Clock;
  log: Logger;
};

const INTERVAL_MS = 60_000;
/** Younger changes may still be in progress. */
const MIN_AGE_MS = 30_000;
const BATCH_SIZE = 100;

export function createLoginAddresses(dependencies: LoginAddressesDependencies): LoginAddresses {
  const { pending, lease, credentials, resume, clock, log } = dependencies;
  const finishChanges = () =>
    createItemStep<PendingAddress>({
      batchSize: BATCH_SIZE,
      list: (limit) => pending.before(new Date(clock.now() - MIN_AGE_MS), limit),
      idOf: ({ id }) => id,
      process: async (change) => {
        const current = await currentAddress(resume, change);
        if (current) await credentials.setEmail(change.userId, current);
        await pending.remove(change.id);
      },
      onFailure: ({ companyId, userId }, err) =>
        log.warn({ err, companyId, userId }, 'Could not update the email address of a login; will retry'),
    });
  const sweep = createSweep({ lease, steps: () => [finishChanges()], everyMs: INTERVAL_MS, log });
  return {
    updateWithLogin: async (user, email, change) => {
      // The entry is stored before the change. If the process crashes or the change fails, the sweep sets the login to the
      // current address of the user and removes the entry.
      const id = await pending.add(user, new Date(clock.now()));
      const changed = await change();
      try {
        await credentials.setEmail(user.userId, { email, revision: changed.revision });
        await pending.remove(id);
      } catch (err) {
        log.warn({ err, ...user }, 'Could not update the email address of a login; will retry');
      }
      return changed;
    },
    finishInterrupted: async () => (await sweep.run())[0] ?? 0,
    start: sweep.start,
    close: sweep.close,
  };
}

/** Returns undefined if the user was deleted. */
async function currentAddress(
  resume: LoginAddressesDependencies['resume'],
  { companyId, userId }: LoginUser,
): Promise<LoginAddress | undefined> {
  try {
    const caller = companyCaller(companyId, `login-address-${userId}`);
    const { json, revision } = await resume.user({ id: String(userId), byIdOrigin: false }, caller);
    return { email: (JSON.parse(json.toString('utf8')) as UserRecord).email, revision };
  } catch (error) {
    if (error instanceof VitaeError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
