import { type Caller, companyCaller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import type { Lease } from '@vitae/kit/lease';
import type { Logger } from '@vitae/kit/log';
import type { Metrics } from '@vitae/kit/metrics';
import { createItemStep, createSweep, type SweepStep } from '@vitae/kit/sweep';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { PendingDeletion, PendingDeletionStore } from './delete-user.ts';
import { hidePersonalData, type PersonalDataSource } from './personal-data.ts';

export type Eraser = {
  /**
   * Finishes interrupted deletions, then erases the users and the individually deleted CVs whose retention period has
   * ended. Returns the number of each; all are 0 while another gateway does this.
   */
  run(): Promise<{ resumed: number; erased: number; cvs: number }>;
  /** Runs periodically until closed. */
  start(): void;
  close(): Promise<void>;
};

type EraserDependencies = {
  resume: Pick<ResumeClient, 'user'> & {
    call: Pick<ResumeClient['call'], 'ListDeletedUsers' | 'EraseUser' | 'EraseDeletedCvs'>;
  };
  sources: readonly PersonalDataSource[];
  pending: PendingDeletionStore;
  lease: Lease;
  /** How long data of deleted users is retained. */
  retentionMs: number;
  clock: Clock;
  log: Logger;
};

const INTERVAL_MS = 60_000;
/** A younger deletion may still be in progress. */
const IN_PROGRESS_MS = 30_000;
/** Users per batch. Their data is erased in a fraction of the lease. */
const BATCH_SIZE = 100;

export function createEraser(dependencies: EraserDependencies): Eraser {
  const { lease, log } = dependencies;
  const steps = () => [resumeDeletions(dependencies), eraseUsers(dependencies), eraseCvs(dependencies)];
  const sweep = createSweep({ lease, steps, everyMs: INTERVAL_MS, log });
  return {
    ...sweep,
    run: async () => {
      const [resumed = 0, erased = 0, cvs = 0] = await sweep.run();
      return { resumed, erased, cvs };
    },
  };
}

/** Reports the users whose personal data is overdue for erasure. Every gateway reports the same numbers. */
export function observeErasure(
  metrics: Metrics,
  { resume, retentionMs, clock }: Pick<EraserDependencies, 'resume' | 'retentionMs' | 'clock'>,
): void {
  // vitae_dependency_running reports the failure.
  const firstOverdue = async (deletedBefore: number, limit: number) =>
    (await resume.call.ListDeletedUsers({ deletedBefore, limit }).catch(() => undefined))?.users;
  const help = `Number of deleted users whose retention period has ended, at most ${MAX_COUNTED}`;
  metrics.gauge('vitae_erasure_overdue_users', help, [], async (gauge) => {
    const users = await firstOverdue(clock.now() - retentionMs, MAX_COUNTED);
    if (users) gauge.set(users.length);
  });
  const ageHelp = 'Seconds since the first of these retention periods ended';
  metrics.gauge('vitae_erasure_overdue_seconds', ageHelp, [], async (gauge) => {
    const deletedBefore = clock.now() - retentionMs;
    const users = await firstOverdue(deletedBefore, 1);
    if (users) gauge.set(users[0] ? (deletedBefore - users[0].deletedAt) / 1_000 : 0);
  });
}

const MAX_COUNTED = 1_000;

function resumeDeletions({ resume, sources, pending, clock, log }: EraserDependencies): SweepStep {
  return createItemStep<PendingDeletion>({
    batchSize: BATCH_SIZE,
    list: (limit) => pending.before(new Date(clock.now() - IN_PROGRESS_MS), limit),
    idOf: ({ userId }) => userId,
    process: async (deletion) => {
      const caller = companyCaller(deletion.companyId, `deletion-${deletion.userId}`);
      // Only the resume service knows whether the user was deleted.
      if (!(await userExists(resume, deletion, caller)))
        await hidePersonalData(sources, { ...deletion, cvIds: [] }, caller);
      await pending.remove(deletion);
    },
    onFailure: (deletion, err) => log.warn({ err, ...deletion }, 'Could not resume a deletion; will retry'),
  });
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

function eraseUsers({ resume, sources, retentionMs, clock, log }: EraserDependencies): SweepStep {
  return createItemStep({
    batchSize: BATCH_SIZE,
    list: async (limit) => {
      const { users } = await resume.call.ListDeletedUsers({ deletedBefore: clock.now() - retentionMs, limit });
      return users;
    },
    idOf: ({ id }) => id,
    process: async ({ companyId, id: userId, cvIds }) => {
      const caller = companyCaller(companyId, `erasure-${userId}`);
      for (const source of sources) await source.erase?.({ companyId, userId, cvIds }, caller);
      // The user record is last, because an interrupted erasure starts from it.
      await resume.call.EraseUser({ companyId, id: userId });
    },
    onFailure: ({ companyId, id: userId }, err) =>
      log.warn({ err, companyId, userId }, 'Could not erase a user; will retry'),
  });
}

function eraseCvs({ resume, retentionMs, clock }: EraserDependencies): SweepStep {
  return async () => {
    const deletedBefore = clock.now() - retentionMs;
    const { cvIds } = await resume.call.EraseDeletedCvs({ deletedBefore, limit: BATCH_SIZE });
    return { count: cvIds.length, isLast: cvIds.length === 0 };
  };
}
