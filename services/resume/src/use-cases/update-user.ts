import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import type { UserPatch } from '@vitae/proto/user-record';
import type { ResumeDeps } from './deps.ts';
import { displayNameOf, type StoredUser } from '../user/stored-user.ts';
import { documentOfUser, type PublicDocument, refuseTaken } from './create-user.ts';
import { refuseOtherRevision } from './expected-revision.ts';
import { findUser, type UserName } from './find-user.ts';

export function updateUser({ store, clock }: ResumeDeps) {
  return (
    caller: Caller,
    name: UserName,
    { id_origin: idOrigin, ...patch }: UserPatch,
    ifRevision: number,
  ): Promise<PublicDocument> =>
    store.atomically(caller.companyId, async (tx) => {
      const user = await findUser(tx, caller, name);
      refuseOtherRevision(user.revision, ifRevision, 'user');
      const { id, companyId } = user;
      await refuseTaken(tx, {
        id,
        companyId,
        ...(patch.email === undefined ? {} : { email: patch.email }),
        ...(idOrigin === undefined ? {} : { idOrigin }),
      });
      const changed: StoredUser = {
        ...user,
        ...(Object.fromEntries(
          Object.entries(patch).filter(([, value]) => value !== undefined),
        ) as Partial<StoredUser>),
        ...(idOrigin === undefined ? {} : { idOrigin }),
        revision: user.revision + 1,
        updatedAt: new Date(clock.now()),
      };
      if (!(await tx.users.replace(changed)))
        throw new VitaeError('ABORTED', 'revision_conflict', 'The user was changed meanwhile.');
      if (displayNameOf(user) !== displayNameOf(changed)) await tx.imports.forgetNames(id);
      if (shownOnCvs(user) !== shownOnCvs(changed)) await tx.cvs.raiseRevisions(id);
      return documentOfUser(changed);
    });
}

/** What an export shows of its owner: when it changes, files made before are out of date. */
function shownOnCvs({ firstname, lastname, email, phone }: StoredUser): string {
  return JSON.stringify([firstname, lastname, email, phone]);
}
