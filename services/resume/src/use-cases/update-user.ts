import type { Caller } from '@vitae/kit/caller';
import type { UserPatch } from '@vitae/proto/user-record';
import { displayNameOf, type PublicDocument, type StoredUser } from '../model.ts';
import { findUser, type UserRef } from './access.ts';
import { documentOfUser, requireUnique } from './create-user.ts';
import type { ResumeDeps } from './deps.ts';
import { rejectReadOnlyChanges, requireRevision, revisionConflict } from './errors.ts';
import { storedFields } from './stored-fields.ts';

/**
 * Updates the fields that the patch contains. Other fields remain unchanged.
 * @param ifRevision the revision that the patch is based on, or 0 to accept any revision
 * @throws {VitaeError} NOT_FOUND user_not_found when the caller cannot access the user
 * @throws {VitaeError} INVALID_ARGUMENT when the patch changes a read-only field
 * @throws {VitaeError} FAILED_PRECONDITION revision_mismatch when the user has another revision
 * @throws {VitaeError} ALREADY_EXISTS when another user has the email address or id_origin
 * @throws {VitaeError} UNAVAILABLE write_contention when concurrent requests keep changing the user
 */
export function updateUser({ store, clock }: ResumeDeps) {
  return (caller: Caller, ref: UserRef, patch: UserPatch, ifRevision: number): Promise<PublicDocument> =>
    store.transaction(async (tx) => {
      const user = await findUser(tx, caller, ref);
      requireRevision(user.revision, ifRevision, 'user');
      const { id, companyId, username } = user;
      rejectReadOnlyChanges(patch, { id, username });
      const changes: Partial<StoredUser> = storedFields(patch);
      await requireUnique(tx, { id, companyId, email: changes.email, idOrigin: changes.idOrigin });

      const updated = { ...user, ...changes, revision: user.revision + 1, updatedAt: new Date(clock.now()) };
      if (!(await tx.users.replaceIfUnchanged(updated))) throw revisionConflict('user');
      // Imported documents contain the name at the time of import, which is now outdated.
      if (displayNameOf(updated) !== displayNameOf(user)) await tx.imports.clearNames({ companyId, userId: id });
      // Exported files contain these fields. New revisions of the CVs make existing files outdated.
      if (exportedFieldsKey(updated) !== exportedFieldsKey(user))
        await tx.cvs.incrementRevisions({ companyId, userId: id });
      return documentOfUser(updated);
    });
}

/** Returns the user's fields that exported files contain, as one string for comparison. */
function exportedFieldsKey({ firstname, lastname, email, phone }: StoredUser): string {
  return JSON.stringify([firstname, lastname, email, phone]);
}
