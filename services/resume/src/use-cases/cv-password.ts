import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import type { StoredCv } from '../model.ts';
import type { ResumeDeps } from './deps.ts';
import type { PublicDocument } from './create-user.ts';
import { refuseOtherRevision } from './expected-revision.ts';
import { findCv } from './find-cv.ts';
import { withdrawn } from './replace-cv.ts';

export type SetPasswordCommand = { id: number; hash: string; ifRevision: number };

/** A CV with a password is protected; taking the password away opens it. */
export function setCvPassword({ store, renderer, clock, newToken }: ResumeDeps) {
  return (caller: Caller, { id, hash, ifRevision }: SetPasswordCommand): Promise<PublicDocument> =>
    store.atomically(caller.companyId, async (tx) => {
      const stored = await findCv(tx, caller, id);
      refuseOtherRevision(stored.revision, ifRevision, 'CV');
      const revision = stored.revision + 1;
      const changed: StoredCv = {
        ...stored,
        revision,
        protected: hash !== '',
        password: hash === '' ? null : { hash, version: revision },
        updatedAt: new Date(clock.now()),
      };
      const cv = withdrawn(stored, changed) ? { ...changed, token: newToken() } : changed;
      const rendering = renderer.render(cv, cv.updatedAt);
      if (!(await tx.cvs.replace(cv, rendering)))
        throw new VitaeError('ABORTED', 'revision_conflict', 'The CV was changed meanwhile.');
      return { id, revision, json: rendering.json.toString() };
    });
}

export function getCvPassword({ store }: ResumeDeps) {
  return (caller: Caller, id: number): Promise<StoredCv> => findCv(store, caller, id);
}
