import type { Clock } from '@vitae/kit/clock';
import type { ExportQueue } from '@vitae/proto/clients/exports/export-queue';
import type { Services } from '@vitae/proto/clients/services';
import type { RefusedCalls } from '../consumption/refused-calls.ts';
import type { ForgetOwner } from '../credentials/forget-owner.ts';
import type { UserTraces } from './user-traces.ts';

export type TracesDependencies = {
  services: Pick<Services, 'comments' | 'metadata' | 'preferences' | 'stats'>;
  forgetOwner: ForgetOwner;
  queue: Pick<ExportQueue, 'removeFinishedBefore'>;
  refusedCalls: Pick<RefusedCalls, 'forget'>;
  clock: Clock;
};

const DAY_MS = 86_400_000;

/**
 * Every part of the platform that keeps something of a user. Files of exports are not here: they
 * expire by themselves within a day, none is made of a CV that was deleted, and none that was is answered
 * any more: an archive that holds it is packed again without it.
 */
export function allTraces({ services, forgetOwner, queue, refusedCalls, clock }: TracesDependencies): UserTraces[] {
  const { comments, metadata, preferences, stats } = services;
  return [
    {
      name: 'sign-in, sessions and tokens',
      hide: ({ userId }) => forgetOwner(userId),
      erase: ({ userId }) => forgetOwner(userId),
    },
    {
      name: 'comments',
      hide: ({ userId }, caller) => comments.call.HideUser({ userId }, { caller }),
      erase: ({ userId }, caller) => comments.call.EraseUser({ userId }, { caller }),
    },
    {
      name: 'metadata',
      hide: ({ userId }, caller) => metadata.call.HideUser({ userId }, { caller }),
      erase: ({ userId }, caller) => metadata.call.EraseUser({ userId }, { caller }),
    },
    { name: 'preferences', erase: ({ userId }, caller) => preferences.call.EraseUser({ userId }, { caller }) },
    { name: 'statistics', erase: ({ userId }, caller) => stats.call.EraseUser({ userId }, { caller }) },
    // Whom the parameters of a refused call speak of nobody can tell; they are kept for a day at most anyway.
    { name: 'refused calls', erase: ({ companyId }) => refusedCalls.forget(companyId) },
    // A job names the file, and with it the user. It ended long before the retention time did.
    { name: 'export jobs', erase: () => queue.removeFinishedBefore(clock.now() - DAY_MS) },
  ];
}
