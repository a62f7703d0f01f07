import type { Caller } from '@vitae/kit/caller';
import type { ResumeDeps } from './deps.ts';
import type { DeletedUser } from '../store.ts';
import { refuseOtherRevision } from './expected-revision.ts';
import { findUser, type UserName } from './find-user.ts';

export type DeletedIds = { id: number; cvIds: number[] };

/** Out of every list and read at once, with every CV; the data stay until they are erased. */
export function deleteUser({ store, clock }: ResumeDeps) {
  return (caller: Caller, name: UserName, ifRevision = 0): Promise<DeletedIds> =>
    store.atomically(caller.companyId, async (tx) => {
      const user = await findUser(tx, caller, name);
      refuseOtherRevision(user.revision, ifRevision, 'user');
      const cvIds = await tx.deleted.deleteUser(user, new Date(clock.now()));
      await tx.users.forgetManager(user.companyId, user.id);
      await tx.cvs.forgetManager(user.companyId, user.id);
      return { id: user.id, cvIds };
    });
}

/** Who was deleted before a moment, of every company, oldest first. */
export function listDeletedUsers({ store }: ResumeDeps) {
  return (before: Date, limit: number): Promise<DeletedUser[]> => store.deleted.usersBefore(before, limit);
}

/** Removes a deleted user for good; one who is not deleted, or is erased already, is left alone. */
export function eraseUser({ store }: ResumeDeps) {
  return async (companyId: number, id: number): Promise<DeletedIds> => ({
    id,
    cvIds: await store.atomically(companyId, (tx) => tx.deleted.eraseUser(companyId, id)),
  });
}

/** Removes CVs that were deleted on their own before a moment, of every company. */
export function eraseDeletedCvs({ store }: ResumeDeps) {
  return (before: Date, limit: number): Promise<number[]> => store.deleted.eraseCvsBefore(before, limit);
}
