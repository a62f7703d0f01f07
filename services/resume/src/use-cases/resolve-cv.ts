import type { StoredCv } from '../model.ts';
import type { CvAddress } from '../store.ts';
import { isExpired } from './cv-sharing.ts';
import type { ResumeDeps } from './deps.ts';
import { cvNotFound } from './errors.ts';

/**
 * Finds the CV at an address of the site. Public addresses work only while the CV is published, private links until they
 * expire. The CV has the token of the address, so that pages of one private link never contain another one.
 */
export function resolveCv({ store, clock }: Pick<ResumeDeps, 'store' | 'clock'>) {
  return async (address: CvAddress): Promise<StoredCv> => {
    const cv = await store.cvs.findByAddress(address);
    if (cv === undefined) throw cvNotFound();
    if (!('token' in address)) {
      if (!cv.published) throw cvNotFound();
      return cv;
    }
    const link = cv.links.find(({ token }) => token === address.token);
    if (link && isExpired(link, clock.now())) throw cvNotFound();
    return { ...cv, token: address.token };
  };
}
