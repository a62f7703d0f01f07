import type { Caller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import type { ResumeClient, UserKey } from '@vitae/proto/clients/resume-client';
import type { PendingDeletions } from './pending-deletions.ts';
import type { UserTraces } from './user-traces.ts';

/** Deletes a user: out of every list and read at once, everything else of theirs out of reach, data erased later. */
export type DeleteUser = (user: UserKey, caller: Caller, ifRevision?: number) => Promise<void>;

export type DeleteUserDependencies = {
  resume: Pick<ResumeClient, 'user'> & { call: Pick<ResumeClient['call'], 'DeleteUser'> };
  traces: readonly UserTraces[];
  pending: PendingDeletions;
  clock: Clock;
  log: Logger;
};

/**
 * The resume service decides: from its answer on the user is deleted. What follows elsewhere is
 * written down before, so that a deletion that is interrupted is carried on by the eraser.
 */
export function createDeleteUser({ resume, traces, pending, clock, log }: DeleteUserDependencies): DeleteUser {
  return async (key, caller, ifRevision = 0) => {
    const { id: userId } = await resume.user(key, caller);
    const { companyId, requestId } = caller;
    await pending.put({ companyId, userId }, new Date(clock.now()));
    const { cvIds } = await resume.call.DeleteUser({ id: String(userId), byIdOrigin: false, ifRevision }, { caller });
    try {
      await hideTraces(traces, { companyId, userId, cvIds }, caller);
    } catch (err) {
      log.warn({ err, requestId, companyId, userId }, 'A deletion is not everywhere yet: it is carried on shortly');
      return;
    }
    await pending.remove({ companyId, userId });
  };
}

/** Every part hides the user; one that is away does not keep the others from it. */
export async function hideTraces(
  traces: readonly UserTraces[],
  ...[user, caller]: Parameters<NonNullable<UserTraces['hide']>>
): Promise<void> {
  const results = await Promise.allSettled(traces.map(async (trace) => trace.hide?.(user, caller)));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
}
