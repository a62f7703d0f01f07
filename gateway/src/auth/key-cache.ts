import type { ApiKey } from '@vitae/accounts/keys/api-key';
import type { Clock } from '@vitae/kit/clock';
import { LRUCache } from 'lru-cache';

/** What the gateway knows about an `apikey`. The owner of an unusable key is included for the consumption log. */
export type KeyFacts = {
  /** Undefined unless the key is active. */
  key: ApiKey | undefined;
  keyId: number;
  companyId: number;
  version: number;
  /** Why the key is unusable; undefined if it never existed. */
  lapsed?: 'revoked' | 'expired';
};

export type KeyCache = {
  /** `reload` bypasses the cache. */
  lookup(apikey: string, reload?: boolean): Promise<KeyFacts>;
  /** Returns whether the key was usable when it was last read. */
  isKnown(apikey: string): boolean;
  /** Evicts the keys of a company and all unusable keys. */
  forgetCompany(companyId: number): void;
  forgetAll(): void;
};

export type KeyCacheOptions = {
  load(apikey: string): Promise<KeyFacts>;
  /** Returns whether announcements of changed keys are received. Without them entries expire within a second. */
  announcementsArrive(): boolean;
  /** Receives whether a lookup was a cache hit. */
  onLookup?(hit: boolean): void;
  clock: Clock;
};

/** Maximum age of a usable key. */
export const MAX_AGE_MS = 60_000;
/** Maximum age without announcements, and of unusable keys. */
export const SHORT_MAX_AGE_MS = 1_000;

// Usable and unusable keys have separate caches, so that a flood of wrong keys evicts no valid one.
const MAX_USABLE = 50_000;
const MAX_UNUSABLE = 10_000;

type Entry = { facts: KeyFacts; readAt: number };

export function createKeyCache({ load, announcementsArrive, onLookup, clock }: KeyCacheOptions): KeyCache {
  const usable = new LRUCache<string, Entry>({ max: MAX_USABLE });
  const unusable = new LRUCache<string, Entry>({ max: MAX_UNUSABLE });
  const loading = new Map<string, Promise<KeyFacts>>();
  // Increases with each eviction. A read that started before an eviction is not cached.
  let generation = 0;

  const read = async (apikey: string): Promise<KeyFacts> => {
    const startedIn = generation;
    const readAt = clock.now();
    const facts = await load(apikey);
    if (startedIn === generation) {
      (facts.key ? usable : unusable).set(apikey, { facts, readAt });
      (facts.key ? unusable : usable).delete(apikey);
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
    const entry = usable.get(apikey) ?? unusable.get(apikey);
    if (!entry) return undefined;
    const now = clock.now();
    const maxAge = entry.facts.key && announcementsArrive() ? MAX_AGE_MS : SHORT_MAX_AGE_MS;
    return now - entry.readAt < maxAge && now >= entry.readAt ? expire(entry.facts, now) : undefined;
  };
  return {
    lookup: async (apikey, reload = false) => {
      if (reload) return read(apikey);
      const known = cached(apikey);
      onLookup?.(known !== undefined);
      return known ?? expire(await readOnce(apikey), clock.now());
    },
    isKnown: (apikey) => usable.has(apikey),
    forgetCompany: (companyId) => {
      generation++;
      unusable.clear();
      for (const [apikey, { facts }] of usable.entries()) if (facts.companyId === companyId) usable.delete(apikey);
    },
    forgetAll: () => {
      generation++;
      usable.clear();
      unusable.clear();
    },
  };
}

function expire(facts: KeyFacts, now: number): KeyFacts {
  const expiresAt = facts.key?.expiresAt;
  return expiresAt !== undefined && expiresAt <= now ? { ...facts, key: undefined, lapsed: 'expired' } : facts;
}
