import type { ConsumptionStore } from './consumption-store.ts';
import type { Source } from './counter.ts';
import { addCounts, type Counts } from './counts.ts';
import type { MinuteBuffer } from './minute-buffer.ts';
import { cellsOf } from './span-updates.ts';

/** What one source did at one call. */
export type Total = { source: Source; endpoint: string; counts: Counts };

export type ConsumptionTotals = {
  /** All that is kept of the company. */
  of(companyId: number): Promise<Total[]>;
};

/** What was moved into MongoDB and what is still in Redis, each counted once. */
export function createConsumptionTotals(buffer: MinuteBuffer, store: ConsumptionStore): ConsumptionTotals {
  return {
    of: async (companyId) => {
      // Redis first: what is moved meanwhile is then seen twice rather than not at all, and left out once.
      return store.read(
        companyId,
        () => buffer.all(companyId),
        async (snapshot, rest) => {
          const totals = new Map<string, Total>();
          const add = (source: Source, endpoint: string, counts: Counts) => {
            const key = `${source} ${endpoint}`;
            const total = totals.get(key) ?? { source, endpoint, counts: {} };
            totals.set(key, total);
            addCounts(total.counts, counts);
          };
          const years = { span: /^y/, source: { $ne: '' }, endpoint: { $ne: '' } };
          for await (const { source, endpoint, sum } of snapshot.stream(years, {})) add(source, endpoint, sum);
          for (const { counters } of rest)
            for (const { source, endpoint, counts } of cellsOf(counters))
              if (source && endpoint) add(source, endpoint, counts);
          return [...totals.values()].sort((a, b) => order(a.source, b.source) || order(a.endpoint, b.endpoint));
        },
      );
    },
  };
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
