import type { ConsumptionStore } from '@vitae/accounts/consumption/consumption-store';
import type { Source } from '@vitae/accounts/consumption/counter';
import { addCounts, type Counts } from '@vitae/accounts/consumption/counts';
import type { MinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { cellsOf } from '@vitae/accounts/consumption/span-updates';

/** The counts of one source at one endpoint. */
type Total = { source: Source; endpoint: string; counts: Counts };

export type ConsumptionTotals = {
  /** Returns the totals of all retained consumption of a company. */
  of(companyId: number): Promise<Total[]>;
};

/** Sums up the consumption in MongoDB and the buffered consumption in Redis. */
export function createConsumptionTotals(buffer: MinuteBuffer, store: ConsumptionStore): ConsumptionTotals {
  return {
    of: async (companyId) => {
      // Redis is read first. Minutes flushed in the meantime are then read twice, and the store excludes one of them.
      return store.read(
        { companyId },
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
          return [...totals.values()].sort((a, b) => compare(a.source, b.source) || compare(a.endpoint, b.endpoint));
        },
      );
    },
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
