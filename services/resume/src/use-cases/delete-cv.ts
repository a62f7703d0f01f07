import type { Caller } from '@vitae/kit/caller';
import { findCv } from './access.ts';
import type { ResumeDeps } from './deps.ts';
import { requireRevision, userNotFound } from './errors.ts';

/** Deletes a CV. If it was the main one, the oldest remaining CV becomes the main one. */
export function deleteCv({ store, clock, renderer }: ResumeDeps) {
  return (caller: Caller, id: number, ifRevision = 0): Promise<void> =>
    store.transaction(async (tx) => {
      const cv = await findCv(tx, caller, id);
      requireRevision(cv.revision, ifRevision, 'CV');
      const at = new Date(clock.now());
      await tx.deleted.deleteCv(cv, at);
      const owner = { companyId: cv.companyId, id: cv.userId };
      if ((await tx.users.addToCvCount(owner, -1)) === undefined) throw userNotFound();
      const oldest = cv.main ? await tx.cvs.findOldest(cv) : undefined;
      if (oldest === undefined) return;
      const promoted = { ...oldest, main: true, revision: oldest.revision + 1 };
      await tx.cvs.replaceIfUnchanged(promoted, renderer.render(promoted, at));
    });
}
