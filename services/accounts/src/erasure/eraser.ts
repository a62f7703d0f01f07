import { type Caller, companyCaller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import type { Logger } from '@vitae/kit/log';
import { type Recurring, startRecurring } from '@vitae/kit/recurring';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { hideTraces } from './delete-user.ts';
import type { PendingDeletion, PendingDeletions } from './pending-deletions.ts';
import type { DeletedUser, UserTraces } from './user-traces.ts';

export type Eraser = {
  /**
   * Carries on deletions that were interrupted, then erases users, and CVs that were deleted on
   * their own, whose retention time is over. Answers how many.
   */
  run(): Promise<{ carriedOn: number; erased: number; cvs: number }>;
  /** Runs now and then until it is stopped; any number of gateways may. */
  start(): void;
  close(): Promise<void>;
};

export type EraserDependencies = {
  resume: Pick<ResumeClient, 'user'> & {
    call: Pick<ResumeClient['call'], 'ListDeletedUsers' | 'EraseUser' | 'EraseDeletedCvs'>;
  };
  traces: readonly UserTraces[];
  pending: PendingDeletions;
  /** How long a deleted user's data is kept. */
  retentionMs: number;
  clock: Clock;
  log: Logger;
};

const EVERY_MS = 60_000;
/** A deletion that was begun less long ago may still be under way. */
const UNDER_WAY_MS = 30_000;
const AT_ONCE = 100;

export function createEraser(dependencies: EraserDependencies): Eraser {
  const { log } = dependencies;
  let recurring: Recurring | undefined;
  const run = async () => {
    const carriedOn = await carryOn(dependencies);
    const erased = await eraseUsers(dependencies);
    const cvs = await eraseCvs(dependencies);
    if (erased + cvs > 0) log.info({ count: erased + cvs }, 'Erased users and CVs whose retention time was over');
    return { carriedOn, erased, cvs };
  };
  return {
    run,
    start: () => {
      recurring = startRecurring('erasure', EVERY_MS, run, log);
    },
    close: async () => recurring?.stop(),
  };
}

async function carryOn({ resume, traces, pending, clock }: EraserDependencies): Promise<number> {
  const interrupted = await pending.before(new Date(clock.now() - UNDER_WAY_MS), AT_ONCE);
  for (const deletion of interrupted) {
    const caller = companyCaller(deletion.companyId, `deletion-${deletion.userId}`);
    // Whether the deletion itself happened is the resume service's to say.
    if (!(await isThere(resume, deletion, caller))) await hideTraces(traces, { ...deletion, cvIds: [] }, caller);
    await pending.remove(deletion);
  }
  return interrupted.length;
}

async function isThere(
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
    const { users } = await resume.call.ListDeletedUsers({ deletedBefore: clock.now() - retentionMs, limit: AT_ONCE });
    let here = 0;
    for (const { companyId, id, cvIds } of users) {
      if (await eraseUser(dependencies, { companyId, userId: id, cvIds })) here += 1;
    }
    erased += here;
    // A page of which some are left would be listed again and again.
    if (users.length < AT_ONCE || here < users.length) return erased;
  }
}

/** False when some part was away: what is left is found again the next time. */
async function eraseUser({ resume, traces, log }: EraserDependencies, user: DeletedUser): Promise<boolean> {
  const { companyId, userId } = user;
  const caller = companyCaller(companyId, `erasure-${userId}`);
  try {
    for (const trace of traces) await trace.erase?.(user, caller);
    // Last, because this is what finds the user again should the erasure be interrupted.
    await resume.call.EraseUser({ companyId, id: userId });
    return true;
  } catch (err) {
    log.warn({ err, companyId, userId }, 'A user could not be erased yet');
    return false;
  }
}

async function eraseCvs({ resume, retentionMs, clock }: EraserDependencies): Promise<number> {
  for (let erased = 0; ; ) {
    const { cvIds } = await resume.call.EraseDeletedCvs({ deletedBefore: clock.now() - retentionMs, limit: AT_ONCE });
    erased += cvIds.length;
    if (cvIds.length < AT_ONCE) return erased;
  }
}
