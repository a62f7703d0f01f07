import { type Limits, type QuotaType, quotaTypes } from '../quota/quota-types.ts';
import { apportion } from './apportion.ts';
import type { ConsumedMinute, ConsumptionStore, Reader, Snapshot } from './consumption-store.ts';
import type { Source } from './counter.ts';
import type { MinuteBuffer } from './minute-buffer.ts';
import { hourSpan } from './span.ts';

/** Numbers of requests by quota. */
type Requests = Record<QuotaType, number>;

type QuotaResult = {
  /** Requests that would have been rejected. */
  rejected: number;
  /** Minutes with rejected requests. */
  minutes: number;
  /** Requests in the busiest minute. */
  highest: number;
};

/** The effect that other limits would have had. */
export type Simulation = Record<QuotaType, QuotaResult> & {
  /** First minute that was replayed (Unix time / 60). */
  from: number;
  bySource: { source: Source; rejected: Requests }[];
  /** Rejected requests of all sources that `bySource` does not list. */
  others: Requests;
};

export type Simulate = (reader: Reader, limits: Limits, nowMinute: number) => Promise<Simulation>;

type SimulationDependencies = {
  buffer: MinuteBuffer;
  store: ConsumptionStore;
  /** How many days minutes are retained. */
  minutesKept: number;
};

const REPLAYED_DAYS = 7;
const MINUTES_PER_DAY = 1_440;
const MAX_SOURCES = 100;

/**
 * Replays the minutes of the last seven days, including the current minute, or fewer if they are not retained. The demand
 * is the sum of accepted and limited requests. The log does not contain the order of the requests within a minute, so
 * rejected requests are distributed among the keys in proportion to their demand.
 */
export function createSimulation({ buffer, store, minutesKept }: SimulationDependencies): Simulate {
  return (reader, limits, nowMinute) => {
    const from = nowMinute - Math.min(REPLAYED_DAYS, minutesKept) * MINUTES_PER_DAY + 1;
    return store.read(
      reader,
      () => buffer.all(reader.companyId),
      async (snapshot, rest) => {
        const buffered = rest.filter(({ minute }) => minute >= from);
        const replay = { snapshot, buffered, from, to: nowMinute };
        const { excess, ...results } = resultsOf(await demandByMinute(replay), limits);
        return { from, ...results, ...topSources(await rejectedBySource(replay, excess)) };
      },
    );
  };
}

type Replay = { snapshot: Snapshot; buffered: readonly ConsumedMinute[]; from: number; to: number };

async function demandByMinute({ snapshot, buffered, from, to }: Replay): Promise<Map<number, Requests>> {
  const demand = new Map<number, Requests>();
  // One more hour, because the clock of Redis, which determines the minute, may be ahead of ours.
  const hours = Array.from({ length: Math.ceil((to - from) / 60) + 2 }, (_none, index) => hourSpan(from + index * 60));
  const all = await snapshot.find({ span: { $in: hours }, source: '', endpoint: '' }, ['span', 'points']);
  for (const { span = '', points = {} } of all)
    for (const [point, counts] of Object.entries(points)) {
      const minute = minuteOf(span, point);
      if (minute >= from) addTo(demand, minute, demandIn(counts));
    }
  for (const { minute, counters } of buffered)
    for (const { name, count } of counters) addTo(demand, minute, demandIn({ [name]: count }));
  return demand;
}

function resultsOf(demand: ReadonlyMap<number, Requests>, limits: Limits) {
  const results = { standard: emptyResult(), intensive: emptyResult() };
  const excess = new Map<number, Requests>();
  for (const [minute, requests] of demand) {
    for (const type of quotaTypes) {
      const result = results[type];
      const rejected = Math.max(0, requests[type] - limits[type]);
      result.highest = Math.max(result.highest, requests[type]);
      if (rejected === 0) continue;
      result.rejected += rejected;
      result.minutes++;
      addTo(excess, minute, { ...NO_REQUESTS, [type]: rejected });
    }
  }
  return { ...results, excess };
}

/** Distributes the excess of each minute among the sources of that minute. */
async function rejectedBySource({ snapshot, buffered }: Replay, excess: ReadonlyMap<number, Requests>) {
  const totals = new Map<Source, Requests>();
  const demandBySource = new Map<number, Map<Source, Requests>>();
  const add = (minute: number, source: Source, requests: Requests) => {
    if (!excess.has(minute)) return;
    const ofMinute = demandBySource.get(minute) ?? new Map<Source, Requests>();
    demandBySource.set(minute, ofMinute);
    addTo(ofMinute, source, requests);
  };
  const distributeBefore = (until: number) => {
    for (const [minute, ofMinute] of demandBySource) {
      if (minute >= until) continue;
      demandBySource.delete(minute);
      distribute(excess.get(minute) ?? NO_REQUESTS, ofMinute, totals);
    }
  };
  for (const { minute, counters } of buffered)
    for (const { source, name, count } of counters) add(minute, source, demandIn({ [name]: count }));
  const hours = [...new Set([...excess.keys()].map(hourSpan))];
  const order = { span: 1, endpoint: 1, calls: -1 } as const;
  const ofKeys = { span: { $in: hours }, source: { $gt: 'k' }, endpoint: '' };
  let currentSpan = '';
  for await (const { span, source, points } of snapshot.stream(ofKeys, order)) {
    if (span !== currentSpan) distributeBefore(minuteOf(span, '0')); // earlier hours are complete
    currentSpan = span;
    for (const [point, counts] of Object.entries(points)) add(minuteOf(span, point), source, demandIn(counts));
  }
  distributeBefore(Number.POSITIVE_INFINITY);
  return totals;
}

function distribute(excess: Requests, demand: ReadonlyMap<Source, Requests>, totals: Map<Source, Requests>): void {
  for (const type of quotaTypes) {
    const weights = [...demand.values()].map((requests) => requests[type]);
    const shares = apportion(excess[type], weights);
    [...demand.keys()].forEach((source, index) => {
      addTo(totals, source, { ...NO_REQUESTS, [type]: shares[index] ?? 0 });
    });
  }
}

/** Lists the sources with the most rejected requests and sums up the others. */
function topSources(totals: ReadonlyMap<Source, Requests>): Pick<Simulation, 'bySource' | 'others'> {
  const all = [...totals]
    .map(([source, rejected]) => ({ source, rejected }))
    .filter(({ rejected }) => sumOf(rejected) > 0)
    .sort((a, b) => sumOf(b.rejected) - sumOf(a.rejected));
  const others = { ...NO_REQUESTS };
  for (const { rejected } of all.slice(MAX_SOURCES)) for (const type of quotaTypes) others[type] += rejected[type];
  return { bySource: all.slice(0, MAX_SOURCES), others };
}

const NO_REQUESTS: Readonly<Requests> = { standard: 0, intensive: 0 };

function addTo<K>(sums: Map<K, Requests>, key: K, more: Requests): void {
  const { standard, intensive } = sums.get(key) ?? NO_REQUESTS;
  sums.set(key, { standard: standard + more.standard, intensive: intensive + more.intensive });
}

function demandIn(counts: Readonly<Record<string, number>>): Requests {
  const demand = (type: QuotaType) => (counts[`accepted_${type}`] ?? 0) + (counts[`limited_${type}`] ?? 0);
  return { standard: demand('standard'), intensive: demand('intensive') };
}

function minuteOf(hour: string, point: string): number {
  return Number(hour.slice(1)) * 60 + Number(point);
}

function sumOf({ standard, intensive }: Requests): number {
  return standard + intensive;
}

function emptyResult(): QuotaResult {
  return { rejected: 0, minutes: 0, highest: 0 };
}
