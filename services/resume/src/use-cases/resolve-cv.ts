import type { StoredCv } from '../model.ts';
import type { ResumeDeps } from './deps.ts';
import { cvNotFound } from './errors.ts';
import type { CvAddress } from '../store.ts';

/** The CV behind a page of the site, of whichever company. A page that is not published is not there; a private link always is. */
export function resolveCv({ store }: ResumeDeps) {
  return async (address: CvAddress): Promise<StoredCv> => {
    const cv = await store.cvs.findByAddress(address);
    if (cv === undefined || !('token' in address || cv.published)) throw cvNotFound();
    return cv;
  };
}
