import type { Caller } from '@vitae/kit/caller';
import type { ResumeDeps } from './deps.ts';
import { userNotFound } from './errors.ts';
import { refuseOtherRevision } from './expected-revision.ts';
import { findCv } from './find-cv.ts';

/** When the main CV goes, the oldest that is left takes its place. */
export function deleteCv({ store, clock, renderer }: ResumeDeps) {
  return (caller: Caller, id: number, ifRevision = 0): Promise<void> =>
    store.atomically(caller.companyId, async (tx) => {
      const cv = await findCv(tx, caller, id);
      refuseOtherRevision(cv.revision, ifRevision, 'CV');
      const at = new Date(clock.now());
      await tx.deleted.deleteCv(cv, at);
      if (!(await tx.users.addToCvCount(cv.userId, -1))) throw userNotFound();
      const next = cv.main ? await tx.cvs.findOldest(cv.userId) : undefined;
      if (next === undefined) return;
      const promoted = { ...next, main: true, revision: next.revision + 1 };
      await tx.cvs.replace(promoted, renderer.render(promoted, at));
    });
}
