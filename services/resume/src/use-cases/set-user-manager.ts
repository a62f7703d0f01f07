import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import { invalidFields } from '@vitae/kit/validate';
import type { ResumeDeps } from './deps.ts';
import { documentOfUser, type PublicDocument } from './create-user.ts';
import { refuseOtherRevision } from './expected-revision.ts';
import { findUser, type UserName } from './find-user.ts';

/** `managerId` is null to have none. A manager is a user of the company of kind manager or admin. */
export function setUserManager({ store, clock }: ResumeDeps) {
  return (caller: Caller, name: UserName, managerId: number | null, ifRevision = 0): Promise<PublicDocument> =>
    store.atomically(caller.companyId, async (tx) => {
      const user = await findUser(tx, caller, name);
      refuseOtherRevision(user.revision, ifRevision, 'user');
      if (managerId !== null) {
        const manager = await tx.users.find({ companyId: caller.companyId, id: managerId });
        const message = 'is not a manager or administrator of the company';
        if (!manager || !['manager', 'admin'].includes(manager.kind))
          throw invalidFields([{ field: 'managerId', message }]);
      }
      const changed = { ...user, managerId, revision: user.revision + 1, updatedAt: new Date(clock.now()) };
      if (!(await tx.users.replace(changed)))
        throw new VitaeError('ABORTED', 'revision_conflict', 'The user was changed meanwhile.');
      await tx.cvs.setOwner(user.id, { managerId });
      return documentOfUser(changed);
    });
}
