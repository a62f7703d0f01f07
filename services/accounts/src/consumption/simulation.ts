import type { Limits } from '../keys/api-key.ts';
import { type QuotaType, quotaTypes } from '../quota/quota-types.ts';
import { apportion } from './apportion.ts';
import type { ConsumedMinute, ConsumptionStore, Snapshot } from './consumption-store.ts';
import type { Source } from './counter.ts';
import type { OpenMinutes } from './open-minutes.ts';
import { hourSpan } from './span.ts';

/** Calls of each quota. */
type Calls = Record<QuotaType, number>;

/** What other limits would have done. */
export type Simulation = Record<
  QuotaType,
  {
    /** Calls that would have been refused, and the minutes in which that would have happened. */
    refused: number;
    minutes: number;
    /** What the busiest minute asked for. */
    highest: number;
  }
> & {
  /** First minute that was replayed (Unix time / 60). */
  from: number;
  bySource: { source: Source; refused: Calls }[];
  /** Of the sources that are not listed: with these the sum is what would have been refused. */
  others: Calls;
};

export type Simulate = (companyId: number, limits: Limits, nowMinute: number) => Promise<Simulation>;

export type SimulationDependencies = {
  open: OpenMinutes;
  store: ConsumptionStore;
  /** Days that minutes are kept. */
  minutesKept: number;
};

const DAYS = 7;
const MINUTES_PER_DAY = 1_440;
const MAX_SOURCES = 100;

/**
 * Replays the minutes of the last seven days, or as many as are kept: what was let in together with what was over the
 * limit is what was asked for, to the call, the running minute included. The log does not say in which order the calls
 * of a minute came, so those over the limit are shared out among the keys as the calls of the minute were.
 */
export function createSimulation({ open, store, minutesKept }: SimulationDependencies): Simulate {
  return (companyId, limits, nowMinute) => {
    const from = nowMinute - Math.min(DAYS, minutesKept) * MINUTES_PER_DAY + 1;
    return store.read(
      companyId,
      () => open.all(companyId),
      async (snapshot, rest) => {
        const live = rest.filter(({ minute }) => minute >= from);
        const replay = { snapshot, live, from, to: nowMinute };
        const asked = await askedByMinute(replay);
        const { over, ...results } = resultsOf(asked, limits);
        return { from, ...results, ...(await sharesOf(replay, over)) };
      },
    );
  };
}

type Replay = { snapshot: Snapshot; live: readonly ConsumedMinute[]; from: number; to: number };

/** What was asked for in each minute in which anything was. */
async function askedByMinute({ snapshot, live, from, to }: Replay): Promise<Map<number, Calls>> {
  const asked = new Map<number, Calls>();
  // An hour more: Redis' clock, by which minutes are counted, may be ahead of ours.
  const hours = Array.from({ length: Math.ceil((to - from) / 60) + 2 }, (_none, index) => hourSpan(from + index * 60));
  const all = await snapshot.find({ span: { $in: hours }, source: '', endpoint: '' }, { span: 1, points: 1 });
  for (const { span = '', points = {} } of all)
    for (const [point, counts] of Object.entries(points)) {
      const minute = minuteOf(span, point);
      if (minute >= from) addTo(asked, minute, askedIn(counts));
    }
  for (const { minute, counters } of live)
    for (const { name, count } of counters) addTo(asked, minute, askedIn({ [name]: count }));
  return asked;
}

function resultsOf(asked: ReadonlyMap<number, Calls>, limits: Limits) {
  const results = { standard: none(), intensive: none() };
  const over = new Map<number, Calls>();
  for (const [minute, calls] of asked) {
    for (const type of quotaTypes) {
      const result = results[type];
      const refused = Math.max(0, calls[type] - limits[type]);
      result.highest = Math.max(result.highest, calls[type]);
      if (refused === 0) continue;
      result.refused += refused;
      result.minutes++;
      addTo(over, minute, { ...NO_CALLS, [type]: refused });
    }
  }
  return { ...results, over };
}

/** Minute by minute: who asked for how much of it. */
async function sharesOf({ snapshot, live }: Replay, over: ReadonlyMap<number, Calls>) {
  const sources = new Map<Source, Calls>();
  const callers = new Map<number, Map<Source, Calls>>();
  const note = (minute: number, source: Source, calls: Calls) => {
    if (!over.has(minute)) return;
    const here = callers.get(minute) ?? new Map<Source, Calls>();
    callers.set(minute, here);
    addTo(here, source, calls);
  };
  const settle = (until = Number.POSITIVE_INFINITY) => {
    for (const [minute, here] of callers) {
      if (minute >= until) continue;
      callers.delete(minute);
      for (const type of quotaTypes) {
        const shares = apportion(
          over.get(minute)?.[type] ?? 0,
          [...here.values()].map((calls) => calls[type]),
        );
        [...here.keys()].forEach((source, index) => {
          addTo(sources, source, { ...NO_CALLS, [type]: shares[index] ?? 0 });
        });
      }
    }
  };
  for (const { minute, counters } of live)
    for (const { source, name, count } of counters) note(minute, source, askedIn({ [name]: count }));
  const hours = [...new Set([...over.keys()].map(hourSpan))];
  const order = { span: 1, endpoint: 1, calls: -1 } as const;
  const ofKeys = { span: { $in: hours }, source: { $gt: 'k' }, endpoint: '' };
  let reading = '';
  for await (const { span, source, points } of snapshot.stream(ofKeys, order)) {
    if (span !== reading) settle(minuteOf(span, '0')); // the hours before are read to their end
    reading = span;
    for (const [point, counts] of Object.entries(points)) note(minuteOf(span, point), source, askedIn(counts));
  }
  settle();
  return listed(sources);
}

/** Those who would have lost most, and the rest together. */
function listed(sources: ReadonlyMap<Source, Calls>): Pick<Simulation, 'bySource' | 'others'> {
  const all = [...sources]
    .map(([source, refused]) => ({ source, refused }))
    .filter(({ refused }) => sumOf(refused) > 0)
    .sort((a, b) => sumOf(b.refused) - sumOf(a.refused));
  const others = { ...NO_CALLS };
  for (const { refused } of all.slice(MAX_SOURCES)) for (const type of quotaTypes) others[type] += refused[type];
  return { bySource: all.slice(0, MAX_SOURCES), others };
}

const NO_CALLS: Readonly<Calls> = { standard: 0, intensive: 0 };

function addTo<K>(sums: Map<K, Calls>, key: K, more: Calls): void {
  const { standard, intensive } = sums.get(key) ?? NO_CALLS;
  sums.set(key, { standard: standard + more.standard, intensive: intensive + more.intensive });
}

function askedIn(counts: Readonly<Record<string, number>>): Calls {
  const asked = (type: QuotaType) => (counts[`accepted_${type}`] ?? 0) + (counts[`limited_${type}`] ?? 0);
  return { standard: asked('standard'), intensive: asked('intensive') };
}

function minuteOf(hour: string, point: string): number {
  return Number(hour.slice(1)) * 60 + Number(point);
}

function sumOf({ standard, intensive }: Calls): number {
  return standard + intensive;
}

function none() {
  return { refused: 0, minutes: 0, highest: 0 };
}
