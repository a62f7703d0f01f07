import { isOrigin } from '@vitae/accounts/applications/origin';
import { LRUCache } from 'lru-cache';

/** Bounds the memory: the client chooses the origin. */
const MAX_CACHED = 10_000;
const REGISTERED_TTL_MS = 60_000;
/** Short, so that an origin can be used soon after an administrator added it. */
const UNKNOWN_TTL_MS = 5_000;

export type RegisteredOrigins = {
  /** Returns the cached result, or undefined. */
  cached(origin: string): boolean | undefined;
  /** Returns undefined if the lookup fails. */
  has(origin: string): Promise<boolean | undefined>;
};

/**
 * Remembers which origins active applications have registered. Only used for responses without data of owners, so that
 * results may be outdated.
 */
export function createRegisteredOrigins(find: (origin: string) => Promise<boolean>): RegisteredOrigins {
  const cache = new LRUCache<string, boolean>({
    max: MAX_CACHED,
    fetchMethod: async (origin, _stale, { options }) => {
      const isRegistered = await find(origin);
      options.ttl = isRegistered ? REGISTERED_TTL_MS : UNKNOWN_TTL_MS;
      return isRegistered;
    },
  });
  return {
    cached: (origin) => (isOrigin(origin) ? cache.get(origin) : false),
    has: async (origin) => isOrigin(origin) && (await cache.fetch(origin).catch(() => undefined)),
  };
}
