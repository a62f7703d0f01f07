import type { StoredUser } from '../model.ts';
import type { ResumeStore } from '../store.ts';
import type { ResumeDeps } from './deps.ts';
import { revisionConflict } from './errors.ts';

/**
 * Stores a changed user as a new revision. It replaces the whole document. This is safe because every concurrent write to
 * the user conflicts with the caller's transaction, which then runs again. That includes writes that keep the revision:
 * adding, restoring or deleting a CV, deleting a tag or the manager. `revisionConflict` is only a safeguard.
 */
export async function saveUser(
  { clock }: Pick<ResumeDeps, 'clock'>,
  store: ResumeStore,
  stored: StoredUser,
  changes: Partial<StoredUser>,
): Promise<StoredUser> {
  const changed = { ...stored, ...changes, revision: stored.revision + 1, updatedAt: new Date(clock.now()) };
  if (!(await store.users.replaceIfUnchanged(changed))) throw revisionConflict('user');
  return changed;
}
