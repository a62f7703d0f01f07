import type { ConsumptionStore, Span } from './consumption-store.ts';
import type { Counter } from './counter.ts';
import type { OpenMinutes } from './open-minutes.ts';

/** What one key did at one endpoint. */
export type Total = {
  keyId: number;
  endpoint: string;
  /** Calls by outcome: accepted, limited, or the cause of the refusal. */
  outcomes: Record<string, number>;
  /** Answers of accepted calls by HTTP status. */
  statuses: Record<string, number>;
  /** The sum of their latencies in milliseconds, and how many fell into each class (upper bound → answers). */
  latencyMs: number;
  latencies: Record<string, number>;
};

export type ConsumptionTotals = {
  /** All of it when no span is given. */
  of(companyId: number, span?: Span): Promise<Total[]>;
};

const EVER: Span = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** The closed minutes in MongoDB and those still in Redis, each counted once. */
export function createConsumptionTotals(open: OpenMinutes, store: ConsumptionStore): ConsumptionTotals {
  return {
    of: async (companyId, span = EVER) => {
      // Redis first: a minute that is moved meanwhile is then seen twice rather than not at all,
      // and its second sight is left out.
      const live = (await open.all(companyId)).filter(({ minute }) => minute >= span.from && minute < span.to);
      const moved = await store.sums(companyId, span, live);
      return sum([...moved, ...live.flatMap(({ counters }) => counters)]);
    },
  };
}

function sum(counters: Counter[]): Total[] {
  const totals = new Map<string, Total>();
  for (const { keyId, endpoint, name, count } of counters) {
    const key = `${keyId} ${endpoint}`;
    const total = totals.get(key) ?? { keyId, endpoint, outcomes: {}, statuses: {}, latencyMs: 0, latencies: {} };
    totals.set(key, total);
    const [word = '', rest] = name.split(' ');
    if (word === 'status' && rest) add(total.statuses, rest, count);
    else if (word === 'le' && rest) add(total.latencies, rest, count);
    else if (word === 'micros') total.latencyMs += count / 1_000;
    else add(total.outcomes, word, count);
  }
  return [...totals.values()].sort((a, b) => a.keyId - b.keyId || (a.endpoint < b.endpoint ? -1 : 1));
}

function add(counts: Record<string, number>, name: string, count: number): void {
  counts[name] = (counts[name] ?? 0) + count;
}
