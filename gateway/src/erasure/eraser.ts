import { type Caller, companyCaller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import type { Logger } from '@vitae/kit/log';
import type { ResumeClient } from '../clients/resume-client.ts';
import { hideTraces } from './delete-user.ts';
import type { PendingDeletion, PendingDeletions } from './pending-deletions.ts';
import type { DeletedUser, UserTraces } from './user-traces.ts';

export type Eraser = {
  /** Carries on deletions that were interrupted, then erases users whose retention time is over. Answers how many. */
  run(): Promise<{ carriedOn: number; erased: number }>;
  /** Runs now and then until it is stopped; any number of gateways may. */
  start(): void;
  close(): Promise<void>;
};

export type EraserDependencies = {
  resume: Pick<ResumeClient, 'user'> & { call: Pick<ResumeClient['call'], 'ListDeletedUsers' | 'EraseUser'> };
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
  let running: Promise<unknown> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const run = async () => ({ carriedOn: await carryOn(dependencies), erased: await eraseAll(dependencies) });
  const tick = () => {
    running ??= run()
      .then(
        ({ erased }) => {
          if (erased > 0) log.info({ count: erased }, 'Erased users whose retention time was over');
        },
        (err: unknown) => log.warn({ err }, 'Erasing failed: the next time may do'),
      )
      .finally(() => {
        running = undefined;
      });
  };
  return {
    run,
    start: () => {
      timer = setInterval(tick, EVERY_MS);
      timer.unref();
    },
    close: async () => {
      clearInterval(timer);
      await running;
    },
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

async function eraseAll({ resume, traces, retentionMs, clock }: EraserDependencies): Promise<number> {
  let erased = 0;
  for (;;) {
    const { users } = await resume.call.ListDeletedUsers({ deletedBefore: clock.now() - retentionMs, limit: AT_ONCE });
    for (const { companyId, id: userId, cvIds } of users) {
      await erase(traces, { companyId, userId, cvIds });
      // Last, because this is what finds the user again should the erasure be interrupted.
      await resume.call.EraseUser({ companyId, id: userId });
    }
    erased += users.length;
    if (users.length < AT_ONCE) return erased;
  }
}

async function erase(traces: readonly UserTraces[], user: DeletedUser): Promise<void> {
  const caller = companyCaller(user.companyId, `erasure-${user.userId}`);
  for (const trace of traces) await trace.erase?.(user, caller);
}
