import type { Applications } from '@vitae/accounts/applications/applications';
import { LRUCache } from 'lru-cache';

type Lookups = Pick<Applications, 'byConsumerKey' | 'byApiKey'>;

export type KnownApplications = Lookups & {
  /** Returns whether an enabled application had this consumer key or `apiKey` when it was last looked up. */
  isKnown(credential: string): boolean;
};

const MAX_KNOWN = 50_000;

/** Remembers the applications in use. Lookups always query the store, so that disabling takes effect immediately. */
export function createKnownApplications({ byConsumerKey, byApiKey }: Lookups): KnownApplications {
  const known = new LRUCache<string, true>({ max: MAX_KNOWN });
  const remember =
    <T>(find: (credential: string) => Promise<T | undefined>) =>
    async (credential: string): Promise<T | undefined> => {
      const application = await find(credential);
      if (application) known.set(credential, true);
      else known.delete(credential);
      return application;
    };
  return {
    byConsumerKey: remember(byConsumerKey),
    byApiKey: remember(byApiKey),
    isKnown: (credential) => known.has(credential),
  };
}
