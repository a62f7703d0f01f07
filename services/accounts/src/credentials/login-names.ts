import { companyCaller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import type { Lease } from '@vitae/kit/lease';
import type { Logger } from '@vitae/kit/log';
import { createItemStep, createSweep } from '@vitae/kit/sweep';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { UserRecord } from '@vitae/proto/user-record';
import type { OwnerCredentials, SignInNames } from './owner-credentials.ts';

/** Copies the user name and email address of user records to the logins of owners. */
export type LoginNames = {
  /**
   * Runs `change`, which changes the user name or email address, and copies both to the login. If updating the login
   * fails, the user record keeps the new name and the login is updated later.
   */
  updateWithLogin<T extends UserDocument>(user: LoginUser, change: () => Promise<T>): Promise<T>;
  /** Finishes changes that were interrupted, unless another gateway does. Returns their number. */
  finishInterrupted(): Promise<number>;
  /** Finishes interrupted changes periodically until closed. */
  start(): void;
  close(): Promise<void>;
};

export type LoginUser = { companyId: number; userId: number };

/** A user record as JSON. */
type UserDocument = { json: Buffer; revision: number };

/** A change of a name whose login may still have the old one. */
type PendingLogin = LoginUser & { id: string };

export type PendingLoginStore = {
  /** Returns the id of the new entry. */
  add(user: LoginUser, at: Date): Promise<string>;
  /** Returns the changes that started before `moment`, oldest first. */
  before(moment: Date, limit: number): Promise<PendingLogin[]>;
  remove(id: string): Promise<void>;
};

type LoginNamesDependencies = {
  pending: PendingLoginStore;
  lease: Lease;
  credentials: Pick<OwnerCredentials, 'setNames'>;
  resume: Pick<ResumeClient, 'user'>;
  clock: Clock;
  log: Logger;
};

const INTERVAL_MS = 60_000;
/** Younger changes may still be in progress. */
const MIN_AGE_MS = 30_000;
const BATCH_SIZE = 100;

const COULD_NOT_UPDATE = 'Could not update the user name and email address of a login; will retry';

export function createLoginNames(dependencies: LoginNamesDependencies): LoginNames {
  const { pending, lease, credentials, resume, clock, log } = dependencies;
  const finishChanges = () =>
    createItemStep<PendingLogin>({
      batchSize: BATCH_SIZE,
      list: (limit) => pending.before(new Date(clock.now() - MIN_AGE_MS), limit),
      idOf: ({ id }) => id,
      process: async (change) => {
        const current = await currentNames(resume, change);
        if (current) await credentials.setNames(change.userId, current);
        await pending.remove(change.id);
      },
      onFailure: ({ companyId, userId }, err) => log.warn({ err, companyId, userId }, COULD_NOT_UPDATE),
    });
  const sweep = createSweep({ lease, steps: () => [finishChanges()], everyMs: INTERVAL_MS, log });
  return {
    updateWithLogin: async (user, change) => {
      // The entry is stored before the change. If the process crashes or the change fails, the sweep sets the login to the
      // current names of the user and removes the entry.
      const id = await pending.add(user, new Date(clock.now()));
      const changed = await change();
      try {
        await credentials.setNames(user.userId, namesOf(changed));
        await pending.remove(id);
      } catch (err) {
        log.warn({ err, ...user }, COULD_NOT_UPDATE);
      }
      return changed;
    },
    finishInterrupted: async () => (await sweep.run())[0] ?? 0,
    start: sweep.start,
    close: sweep.close,
  };
}

/** Returns undefined if the user was deleted. */
async function currentNames(
  resume: LoginNamesDependencies['resume'],
  { companyId, userId }: LoginUser,
): Promise<SignInNames | undefined> {
  try {
    const caller = companyCaller(companyId, `login-names-${userId}`);
    return namesOf(await resume.user({ id: String(userId), byIdOrigin: false }, caller));
  } catch (error) {
    if (error instanceof VitaeError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

function namesOf({ json, revision }: UserDocument): SignInNames {
  const { username, email } = JSON.parse(json.toString('utf8')) as UserRecord;
  return { username, email, revision };
}
