import type { Caller } from '@vitae/kit/caller';
import { invalidFields } from '@vitae/kit/validate';
import type { PublicDocument } from '../model.ts';
import type { ResumeStore } from '../store.ts';
import { findUser, type UserSelector } from './access.ts';
import type { ResumeDeps } from './deps.ts';
import { requireRevision } from './errors.ts';
import { saveUser } from './save-user.ts';
import { documentOfUser } from './user-document.ts';

/** Sets the manager of a user, or removes it if `managerId` is null. */
export function setUserManager({ store, clock }: ResumeDeps) {
  return (caller: Caller, ref: UserSelector, managerId: number | null, ifRevision = 0): Promise<PublicDocument> =>
    store.transaction(async (tx) => {
      const user = await findUser(tx, caller, ref);
      requireRevision(user.revision, ifRevision, 'user');
      if (managerId !== null) await requireManager(tx, caller.companyId, managerId);
      const changed = await saveUser({ clock }, tx, user, { managerId });
      await tx.cvs.setOwnerFields({ companyId: user.companyId, userId: user.id }, { managerId });
      return documentOfUser(changed);
    });
}

async function requireManager(store: ResumeStore, companyId: number, id: number): Promise<void> {
  const manager = await store.users.find({ companyId, id });
  if (manager?.kind === 'manager' || manager?.kind === 'admin') return;
  throw invalidFields([{ field: 'managerId', message: 'is not a manager or administrator of the company' }]);
}
