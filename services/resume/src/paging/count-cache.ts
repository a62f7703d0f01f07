import type { Clock } from '@vitae/kit/clock';

/** How many rows a list has in all: counted once, then remembered until the company's data change. */
export type Totals = { of(companyId: number, query: unknown, count: () => Promise<number>): Promise<number> };

type Remembered = { generation: number; total: number; until: number };

const MOST = 5_000;
/** A change whose generation was lost in a crash is seen after this at the latest. */
const KEPT_MS = 60_000;

export function createTotals({
  clock,
  generationOf,
}: {
  clock: Clock;
  generationOf: (companyId: number) => Promise<number>;
}): Totals {
  const remembered = new Map<string, Remembered>();
  return {
    of: async (companyId, query, count) => {
      const key = `${companyId} ${JSON.stringify(query)}`;
      const generation = await generationOf(companyId);
      const known = remembered.get(key);
      if (known && known.generation === generation && clock.now() < known.until) return known.total;
      const total = await count();
      remembered.delete(key);
      remembered.set(key, { generation, total, until: clock.now() + KEPT_MS });
      for (const oldest of remembered.keys()) {
        if (remembered.size <= MOST) break;
        remembered.delete(oldest);
      }
      return total;
    },
  };
}
