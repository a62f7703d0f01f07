import type { Caller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import type { ExportQueue } from '@vitae/proto/clients/exports/export-queue';
import type { Services } from '@vitae/proto/clients/services';
import type { RejectedRequests } from '../consumption/rejected-requests.ts';
import type { AccessLog } from '../grants/access-log.ts';
import type { RevokeOwnerAccess } from '../grants/owner-access.ts';

/** A deleted user with the CVs that were deleted with the user record. */
export type DeletedUser = { companyId: number; userId: number; cvIds: readonly number[] };

/** A part of the platform that stores personal data of users besides the user record. Both operations are idempotent. */
export type PersonalDataSource = {
  name: string;
  /** Removes the user from all responses and revokes all access. */
  hide?(user: DeletedUser, caller: Caller): Promise<unknown>;
  /** Deletes the data permanently. */
  erase?(user: DeletedUser, caller: Caller): Promise<unknown>;
};

export type PersonalDataDependencies = {
  services: Pick<Services, 'comments' | 'metadata' | 'preferences' | 'stats'>;
  revokeOwnerAccess: RevokeOwnerAccess;
  queue: Pick<ExportQueue, 'removeFinishedBefore'>;
  rejectedRequests: Pick<RejectedRequests, 'removeAll'>;
  accessLog: Pick<AccessLog, 'erase'>;
  clock: Clock;
};

const DAY_MS = 86_400_000;

/**
 * Returns every source of personal data. Exported files are not among them: they expire within a day, and a file that
 * contains a deleted CV is no longer served.
 */
export function personalDataSources(dependencies: PersonalDataDependencies): PersonalDataSource[] {
  const { services, revokeOwnerAccess, queue, rejectedRequests, accessLog, clock } = dependencies;
  const { comments, metadata, preferences, stats } = services;
  return [
    {
      name: 'sign-in, sessions and tokens',
      hide: ({ userId }) => revokeOwnerAccess(userId),
      erase: ({ userId }) => revokeOwnerAccess(userId),
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
    { name: 'accesses of applications', erase: ({ companyId, userId }) => accessLog.erase(companyId, userId) },
    // The parameters of a rejected request may name any user, so all requests of the company are removed.
    { name: 'rejected requests', erase: ({ companyId }) => rejectedRequests.removeAll(companyId) },
    // A job contains the file name, which contains the user's name. It finished long before the retention period ended.
    { name: 'export jobs', erase: () => queue.removeFinishedBefore(clock.now() - DAY_MS) },
  ];
}

/**
 * Hides the user in every source, even if some of them fail.
 * @throws the first failure.
 */
export async function hidePersonalData(
  sources: readonly PersonalDataSource[],
  user: DeletedUser,
  caller: Caller,
): Promise<void> {
  const results = await Promise.allSettled(sources.map(async (source) => source.hide?.(user, caller)));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
}
