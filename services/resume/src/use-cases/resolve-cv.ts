import type { StoredCv } from '../model.ts';
import type { CvAddress } from '../store.ts';
import type { ResumeDeps } from './deps.ts';
import { cvNotFound } from './errors.ts';

/** Finds the CV at an address of the site. Public addresses work only while the CV is published. */
export function resolveCv({ store }: ResumeDeps) {
  return async (address: CvAddress): Promise<StoredCv> => {
    const cv = await store.cvs.findByAddress(address);
    if (cv === undefined || !('token' in address || cv.published)) throw cvNotFound();
    return cv;
  };
}
