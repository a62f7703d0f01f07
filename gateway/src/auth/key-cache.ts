import type { ApiKey } from '@vitae/accounts/keys/api-key';
import type { Clock } from '@vitae/kit/clock';
import { LRUCache } from 'lru-cache';

/**
 * What is known of an `apikey`. `key` is there only when it may be used now; whose a revoked or
 * expired one was is kept for the consumption log.
 */
export type KeyFacts = {
  key: ApiKey | undefined;
  keyId: number;
  companyId: number;
  version: number;
  /** Why there is no key to use; undefined of one that never was. */
  lapsed?: 'revoked' | 'expired';
};

export type KeyCache = {
  /** `afresh` reads again, whatever is cached. */
  lookup(apikey: string, afresh?: boolean): Promise<KeyFacts>;
  /** Forgets what was read of a company, and every key that was not there. */
  forgetCompany(companyId: number): void;
  forgetAll(): void;
};

export type KeyCacheOptions = {
  load(apikey: string): Promise<KeyFacts>;
  /** Whether announcements of changes arrive; without them nothing is trusted for long. */
  announcementsArrive(): boolean;
  /** Told of each lookup whether the cache answered it. */
  onLookup?(hit: boolean): void;
  clock: Clock;
};

/** The longest that a key is used without reading it again. */
export const TRUSTED_MS = 60_000;
/** The same while announcements do not arrive, and for keys that may not be used. */
export const BRIEFLY_TRUSTED_MS = 1_000;

// Usable keys and others are kept apart, so that a flood of wrong keys drives out no right one.
const MAX_USABLE = 50_000;
const MAX_OTHERS = 10_000;

type Entry = { facts: KeyFacts; readAt: number };

export function createKeyCache({ load, announcementsArrive, onLookup, clock }: KeyCacheOptions): KeyCache {
  const usable = new LRUCache<string, Entry>({ max: MAX_USABLE });
  const others = new LRUCache<string, Entry>({ max: MAX_OTHERS });
  const loading = new Map<string, Promise<KeyFacts>>();
  // Raised when something is forgotten: what was being read meanwhile is not kept.
  let generation = 0;

  const read = async (apikey: string): Promise<KeyFacts> => {
    const begun = generation;
    const readAt = clock.now();
    const facts = await load(apikey);
    if (begun === generation) {
      (facts.key ? usable : others).set(apikey, { facts, readAt });
      (facts.key ? others : usable).delete(apikey);
    }
    return facts;
  };
  const readOnce = (apikey: string): Promise<KeyFacts> => {
    let pending = loading.get(apikey);
    if (!pending) {
      pending = read(apikey).finally(() => loading.delete(apikey));
      loading.set(apikey, pending);
    }
    return pending;
  };
  const cached = (apikey: string): KeyFacts | undefined => {
    const entry = usable.get(apikey) ?? others.get(apikey);
    if (!entry) return undefined;
    const now = clock.now();
    const trusted = entry.facts.key && announcementsArrive() ? TRUSTED_MS : BRIEFLY_TRUSTED_MS;
    return now - entry.readAt < trusted && now >= entry.readAt ? expire(entry.facts, now) : undefined;
  };
  return {
    lookup: async (apikey, afresh = false) => {
      if (afresh) return read(apikey);
      const known = cached(apikey);
      onLookup?.(known !== undefined);
      return known ?? expire(await readOnce(apikey), clock.now());
    },
    forgetCompany: (companyId) => {
      generation++;
      others.clear();
      for (const [apikey, { facts }] of usable.entries()) if (facts.companyId === companyId) usable.delete(apikey);
    },
    forgetAll: () => {
      generation++;
      usable.clear();
      others.clear();
    },
  };
}

function expire(facts: KeyFacts, now: number): KeyFacts {
  const expiresAt = facts.key?.expiresAt;
  return expiresAt !== undefined && expiresAt <= now ? { ...facts, key: undefined, lapsed: 'expired' } : facts;
}
