import type { Clock } from './clock.ts';
import type { Total } from './read-page.ts';

export type TotalCache = {
  /** Returns the total of a list. `count` reads a bounded number of rows; lower bounds are cached for a minute. */
  get(companyId: number, query: unknown, count: () => Promise<Total>): Promise<Total>;
};

const MAX_TOTALS = 5_000;
const TTL_MS = 60_000;

/** Caches lower bounds, because they cost the most and rarely change. */
export function createTotalCache(clock: Clock): TotalCache {
  const entries = new Map<string, { total: Total; expiresAt: number }>();
  return {
    get: async (companyId, query, count) => {
      const key = `${companyId} ${JSON.stringify(query)}`;
      const cached = entries.get(key);
      if (cached && clock.now() < cached.expiresAt) return cached.total;
      entries.delete(key);
      const total = await count();
      if (!total.atLeast) return total;
      entries.set(key, { total, expiresAt: clock.now() + TTL_MS });
      const [oldest] = entries.keys();
      if (entries.size > MAX_TOTALS && oldest !== undefined) entries.delete(oldest);
      return total;
    },
  };
}
