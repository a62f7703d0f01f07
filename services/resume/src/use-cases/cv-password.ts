import type { Caller } from '@vitae/kit/caller';
import type { PublicDocument, StoredCv } from '../model.ts';
import { findCv } from './access.ts';
import type { ResumeDeps } from './deps.ts';
import { requireRevision } from './errors.ts';
import { saveCv } from './save-cv.ts';

/** `hash` is "" to remove the password. */
export type SetPasswordCommand = { id: number; hash: string; ifRevision: number };

/** Protects a CV with a password, or removes the password and the protection. */
export function setCvPassword(deps: ResumeDeps) {
  return (caller: Caller, { id, hash, ifRevision }: SetPasswordCommand): Promise<PublicDocument> =>
    deps.store.transaction(async (tx) => {
      const cv = await findCv(tx, caller, id);
      requireRevision(cv.revision, ifRevision, 'CV');
      const password = hash === '' ? null : { hash, version: cv.revision + 1 };
      return saveCv(deps, tx, cv, { protected: password !== null, password });
    });
}

export function getCvPassword({ store }: ResumeDeps) {
  return (caller: Caller, id: number): Promise<StoredCv> => findCv(store, caller, id);
}
