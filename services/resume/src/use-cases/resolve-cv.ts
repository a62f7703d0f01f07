import { isApplicationLinkToken, parseApplicationLink } from '@vitae/proto/application-link';
import type { StoredCv } from '../model.ts';
import type { CvAddress, ResumeStore } from '../store.ts';
import { isExpired } from './cv-sharing.ts';
import type { ResumeDeps } from './deps.ts';
import { cvNotFound } from './errors.ts';

/**
 * Finds the CV at an address of the site. Public addresses work only while the CV is published, private links until they
 * expire. The CV has the token of the address, so that pages of one private link never contain another one. Callers check
 * whether the application of a link still has access.
 */
export function resolveCv({ store, clock }: Pick<ResumeDeps, 'store' | 'clock'>) {
  return async (address: CvAddress): Promise<StoredCv> => {
    const cv = await findByAddress(store, address);
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

type LinkStore = Pick<ResumeStore, 'cvs' | 'applicationLinkKey'>;

async function findByAddress(
  { cvs, applicationLinkKey }: LinkStore,
  address: CvAddress,
): Promise<StoredCv | undefined> {
  if (!('token' in address)) return cvs.findByAddress(address);
  const link = parseApplicationLink(address.token);
  if (!link) return cvs.findByAddress(address);
  const [cv, key] = await Promise.all([cvs.find(link.companyId, link.cvId), applicationLinkKey()]);
  return cv && isApplicationLinkToken(address.token, { key, privateToken: cv.token }) ? cv : undefined;
}
