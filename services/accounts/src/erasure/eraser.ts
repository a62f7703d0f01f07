import { type Caller, companyCaller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import type { Logger } from '@vitae/kit/log';
import { type Recurring, startRecurring } from '@vitae/kit/recurring';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { PendingDeletion, PendingDeletionStore } from './delete-user.ts';
import { type DeletedUser, hidePersonalData, type PersonalDataSource } from './personal-data.ts';

export type Eraser = {
  /**
   * Finishes interrupted deletions, then erases the users and the individually deleted CVs whose retention period has
   * ended. Returns the number of each.
   */
  run(): Promise<{ resumed: number; erased: number; cvs: number }>;
  /** Runs periodically until closed. Several processes may do this concurrently. */
  start(): void;
  close(): Promise<void>;
};

export type EraserDependencies = {
  resume: Pick<ResumeClient, 'user'> & {
    call: Pick<ResumeClient['call'], 'ListDeletedUsers' | 'EraseUser' | 'EraseDeletedCvs'>;
  };
  sources: readonly PersonalDataSource[];
  pending: PendingDeletionStore;
  /** How long data of deleted users is retained. */
  retentionMs: number;
  clock: Clock;
  log: Logger;
};

const INTERVAL_MS = 60_000;
/** A younger deletion may still be in progress. */
const IN_PROGRESS_MS = 30_000;
const BATCH_SIZE = 100;

export function createEraser(dependencies: EraserDependencies): Eraser {
  const { log } = dependencies;
  let recurring: Recurring | undefined;
  const run = async () => {
    const resumed = await resumeDeletions(dependencies);
    const erased = await eraseUsers(dependencies);
    const cvs = await eraseCvs(dependencies);
    if (erased + cvs > 0) log.info({ count: erased + cvs }, 'Erased users and CVs after their retention period');
    return { resumed, erased, cvs };
  };
  return {
    run,
    start: () => {
      recurring = startRecurring('erasure', INTERVAL_MS, run, log);
    },
    close: async () => recurring?.stop(),
  };
}

async function resumeDeletions({ resume, sources, pending, clock }: EraserDependencies): Promise<number> {
  const interrupted = await pending.before(new Date(clock.now() - IN_PROGRESS_MS), BATCH_SIZE);
  for (const deletion of interrupted) {
    const caller = companyCaller(deletion.companyId, `deletion-${deletion.userId}`);
    // Only the resume service knows whether the user was deleted.
    if (!(await userExists(resume, deletion, caller)))
      await hidePersonalData(sources, { ...deletion, cvIds: [] }, caller);
    await pending.remove(deletion);
  }
  return interrupted.length;
}

async function userExists(
  resume: EraserDependencies['resume'],
  { userId }: PendingDeletion,
  caller: Caller,
): Promise<boolean> {
  try {
    await resume.user({ id: String(userId), byIdOrigin: false }, caller);
    return true;
  } catch (error) {
    if (error instanceof VitaeError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}

async function eraseUsers(dependencies: EraserDependencies): Promise<number> {
  const { resume, retentionMs, clock } = dependencies;
  for (let erased = 0; ; ) {
    const deletedBefore = clock.now() - retentionMs;
    const { users } = await resume.call.ListDeletedUsers({ deletedBefore, limit: BATCH_SIZE });
    let erasedOfPage = 0;
    for (const { companyId, id, cvIds } of users) {
      if (await eraseUser(dependencies, { companyId, userId: id, cvIds })) erasedOfPage += 1;
    }
    erased += erasedOfPage;
    // If a user could not be erased, the next page would contain the same user.
    if (users.length < BATCH_SIZE || erasedOfPage < users.length) return erased;
  }
}

/** Returns false if a source was unavailable; the next run retries. */
async function eraseUser({ resume, sources, log }: EraserDependencies, user: DeletedUser): Promise<boolean> {
  const { companyId, userId } = user;
  const caller = companyCaller(companyId, `erasure-${userId}`);
  try {
    for (const source of sources) await source.erase?.(user, caller);
    // The user record is last, because an interrupted erasure starts from it.
    await resume.call.EraseUser({ companyId, id: userId });
    return true;
  } catch (err) {
    log.warn({ err, companyId, userId }, 'Could not erase a user; will retry');
    return false;
  }
}

async function eraseCvs({ resume, retentionMs, clock }: EraserDependencies): Promise<number> {
  for (let erased = 0; ; ) {
    const deletedBefore = clock.now() - retentionMs;
    const { cvIds } = await resume.call.EraseDeletedCvs({ deletedBefore, limit: BATCH_SIZE });
    erased += cvIds.length;
    if (cvIds.length < BATCH_SIZE) return erased;
  }
}
