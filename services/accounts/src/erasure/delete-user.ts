import type { Caller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import type { ResumeClient, UserRef } from '@vitae/proto/clients/resume-client';
import { hidePersonalData, type PersonalDataSource } from './personal-data.ts';

/** Deletes a user. The user disappears from all responses immediately; the data is erased after the retention period. */
export type DeleteUser = (user: UserRef, caller: Caller, ifRevision?: number) => Promise<void>;

/** A deletion that has not reached every part of the platform yet. */
export type PendingDeletion = { companyId: number; userId: number };

export type PendingDeletionStore = {
  put(deletion: PendingDeletion, at: Date): Promise<void>;
  /** Returns the deletions that started before `moment`, oldest first. */
  before(moment: Date, limit: number): Promise<PendingDeletion[]>;
  remove(deletion: PendingDeletion): Promise<void>;
};

export type DeleteUserDependencies = {
  resume: Pick<ResumeClient, 'user'> & { call: Pick<ResumeClient['call'], 'DeleteUser'> };
  sources: readonly PersonalDataSource[];
  pending: PendingDeletionStore;
  clock: Clock;
  log: Logger;
};

/**
 * The user is deleted as soon as the resume service confirms. The deletion is stored beforehand, so that the eraser can
 * finish an interrupted one.
 */
export function createDeleteUser({ resume, sources, pending, clock, log }: DeleteUserDependencies): DeleteUser {
  return async (key, caller, ifRevision = 0) => {
    const { id: userId } = await resume.user(key, caller);
    const { companyId, requestId } = caller;
    await pending.put({ companyId, userId }, new Date(clock.now()));
    const { cvIds } = await resume.call.DeleteUser({ id: String(userId), byIdOrigin: false, ifRevision }, { caller });
    try {
      await hidePersonalData(sources, { companyId, userId, cvIds }, caller);
    } catch (err) {
      log.warn({ err, requestId, companyId, userId }, 'A deletion is incomplete and will be retried');
      return;
    }
    await pending.remove({ companyId, userId });
  };
}
