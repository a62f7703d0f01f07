import type { Caller } from '@vitae/kit/caller';
import type { UserPatch } from '@vitae/proto/user-record';
import { displayNameOf, type PublicDocument, type StoredUser } from '../model.ts';
import { findUser, type UserRef } from './access.ts';
import { documentOfUser, requireUnique } from './create-user.ts';
import type { ResumeDeps } from './deps.ts';
import { requireRevision, requireStoredValues, revisionConflict } from './errors.ts';

/**
 * Changes the fields of a user that the patch contains.
 * @param ifRevision the revision that the patch is based on, or 0 to change any revision
 * @throws {VitaeError} NOT_FOUND user_not_found
 * @throws {VitaeError} INVALID_ARGUMENT when the patch changes a read-only field
 * @throws {VitaeError} FAILED_PRECONDITION revision_mismatch when the user has another revision
 * @throws {VitaeError} ALREADY_EXISTS when another user has the email address or id_origin
 * @throws {VitaeError} ABORTED revision_conflict when another request changes the user concurrently
 */
export function updateUser({ store, clock }: ResumeDeps) {
  return (caller: Caller, ref: UserRef, patch: UserPatch, ifRevision: number): Promise<PublicDocument> =>
    store.transaction(caller.companyId, async (tx) => {
      const user = await findUser(tx, caller, ref);
      requireRevision(user.revision, ifRevision, 'user');
      const { id, companyId, username } = user;
      requireStoredValues(patch, { id, username });
      const changes: Partial<StoredUser> = fieldsOf(patch);
      await requireUnique(tx, { id, companyId, email: changes.email, idOrigin: changes.idOrigin });

      const updated = { ...user, ...changes, revision: user.revision + 1, updatedAt: new Date(clock.now()) };
      if (!(await tx.users.replace(updated))) throw revisionConflict('user');
      // The new name replaces the names in imported documents, and exports of the previous data become outdated.
      if (displayNameOf(updated) !== displayNameOf(user)) await tx.imports.clearNames(id);
      if (exportedFields(updated) !== exportedFields(user)) await tx.cvs.incrementRevisions(id);
      return documentOfUser(updated);
    });
}

/** The fields that a patch contains, with `id_origin` under its stored name. */
export function fieldsOf<Patch extends { id_origin?: string | null | undefined }>({ id_origin, ...patch }: Patch) {
  const fields = Object.entries({ ...patch, idOrigin: id_origin });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** The fields of a user that exports of the user's CVs contain. */
function exportedFields({ firstname, lastname, email, phone }: StoredUser): string {
  return JSON.stringify([firstname, lastname, email, phone]);
}
