import { companyCaller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import type { Lease } from '@vitae/kit/lease';
import type { Logger } from '@vitae/kit/log';
import { createItemStep, createSweep } from '@vitae/kit/sweep';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { UserRecord } from '@vitae/proto/user-record';
import type { OwnerCredentials } from './owner-credentials.ts';

/** Keeps the email addresses with which owners sign in equal to those of their user records. */
export type LoginAddresses = {
  /**
   * Runs `change`, which changes the address of the user record, and then updates the login. If updating the login fails,
   * the user record keeps the new address and the login is updated later.
   */
  updateWithLogin<T>(user: LoginUser, email: string, change: () => Promise<T>): Promise<T>;
  /** Updates the logins whose change was interrupted, unless another gateway does. Returns their number. */
  resumeInterrupted(): Promise<number>;
  /** Resumes interrupted changes periodically until closed. */
  start(): void;
  close(): Promise<void>;
};

export type LoginUser = { companyId: number; userId: number };

/** A change of address whose login is not known to be updated. */
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
/** A younger change may still be in progress. */
const IN_PROGRESS_MS = 30_000;
const BATCH_SIZE = 100;

export function createLoginAddresses(dependencies: LoginAddressesDependencies): LoginAddresses {
  const { pending, lease, credentials, resume, clock, log } = dependencies;
  const resumeChanges = () =>
    createItemStep<PendingAddress>({
      batchSize: BATCH_SIZE,
      list: (limit) => pending.before(new Date(clock.now() - IN_PROGRESS_MS), limit),
      idOf: ({ id }) => id,
      process: async (change) => {
        const email = await currentEmail(resume, change);
        if (email !== undefined) await credentials.setEmail(change.userId, email);
        await pending.remove(change.id);
      },
      onFailure: ({ companyId, userId }, err) =>
        log.warn({ err, companyId, userId }, 'Could not update the email address of a login; will retry'),
    });
  const sweep = createSweep({ lease, steps: () => [resumeChanges()], everyMs: INTERVAL_MS, log });
  return {
    updateWithLogin: async (user, email, change) => {
      // Stored before the change, so that a change interrupted by a crash is resumed. If the change fails, the entry
      // remains and the next sweep removes it.
      const id = await pending.add(user, new Date(clock.now()));
      const changed = await change();
      try {
        await credentials.setEmail(user.userId, email);
        await pending.remove(id);
      } catch (err) {
        log.warn({ err, ...user }, 'Could not update the email address of a login; will retry');
      }
      return changed;
    },
    resumeInterrupted: async () => (await sweep.run())[0] ?? 0,
    start: sweep.start,
    close: sweep.close,
  };
}

/** Returns undefined if the user was deleted. */
async function currentEmail(
  resume: LoginAddressesDependencies['resume'],
  { companyId, userId }: LoginUser,
): Promise<string | undefined> {
  try {
    const caller = companyCaller(companyId, `login-address-${userId}`);
    const { json } = await resume.user({ id: String(userId), byIdOrigin: false }, caller);
    return (JSON.parse(json.toString('utf8')) as UserRecord).email;
  } catch (error) {
    if (error instanceof VitaeError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
