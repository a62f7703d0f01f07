import type { Caller } from '@vitae/kit/caller';
import type { UserPatch } from '@vitae/proto/user-record';
import { displayNameOf, type PublicDocument, type StoredUser } from '../model.ts';
import { findUser, type UserSelector } from './access.ts';
import type { ResumeDeps } from './deps.ts';
import { rejectReadOnlyChanges, requireRevision } from './errors.ts';
import { saveUser } from './save-user.ts';
import { storedFields } from './stored-fields.ts';
import { requireUnique } from './unique-fields.ts';
import { documentOfUser } from './user-document.ts';

/**
 * Updates the fields that the patch contains. Other fields remain unchanged.
 * @param ifRevision the revision that the patch is based on, or 0 to accept any revision
 * @throws {VitaeError} NOT_FOUND user_not_found when the caller cannot access the user
 * @throws {VitaeError} INVALID_ARGUMENT when the patch changes a read-only field
 * @throws {VitaeError} FAILED_PRECONDITION revision_mismatch when the user has another revision
 * @throws {VitaeError} ALREADY_EXISTS email_taken or id_origin_taken when another user of the company has the value
 * @throws {VitaeError} UNAVAILABLE write_contention when concurrent requests keep changing the user
 */
export function updateUser(deps: ResumeDeps) {
  return (caller: Caller, selector: UserSelector, patch: UserPatch, ifRevision: number): Promise<PublicDocument> =>
    changeUser(deps, caller, selector, (user) => {
      requireRevision(user.revision, ifRevision, 'user');
      const { id, username } = user;
      rejectReadOnlyChanges(patch, { id, username });
      return storedFields(patch);
    });
}

/**
 * Changes the username. The slug remains, because it is part of the addresses of public pages. See `setUserSlug`.
 * @throws {VitaeError} NOT_FOUND user_not_found when the caller cannot access the user
 * @throws {VitaeError} ALREADY_EXISTS username_taken when another user of the company has the username
 * @throws {VitaeError} UNAVAILABLE write_contention when concurrent requests keep changing the user
 */
export function changeUsername(deps: ResumeDeps) {
  return (caller: Caller, selector: UserSelector, username: string): Promise<PublicDocument> =>
    changeUser(deps, caller, selector, () => ({ username }));
}

/**
 * Stores the changes that `changesOf` returns, and updates data that contains the user's name or contact details. After a
 * conflict, `changesOf` runs again with the current user.
 */
function changeUser(
  { store, clock }: ResumeDeps,
  caller: Caller,
  selector: UserSelector,
  changesOf: (user: StoredUser) => Partial<StoredUser>,
): Promise<PublicDocument> {
  return store.transaction(async (tx) => {
    const user = await findUser(tx, caller, selector);
    const { id, companyId } = user;
    const changes = changesOf(user);
    const { username, email, idOrigin } = changes;
    await requireUnique(tx, { id, companyId, username, email, idOrigin });

    const updated = await saveUser({ clock }, tx, user, changes);
    // Imports keep the name in the imported document. Clear it, so that the user's own name is shown.
    if (displayNameOf(updated) !== displayNameOf(user)) await tx.imports.clearDisplayNames({ companyId, userId: id });
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
