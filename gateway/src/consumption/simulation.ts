import type { Limits } from '../keys/api-key.ts';
import { type QuotaType, quotaTypes } from '../quota/admission.ts';
import type { ConsumptionStore, Snapshot } from './consumption-store.ts';
import type { Source } from './counter.ts';
import type { Counts } from './counts.ts';
import type { OpenMinutes } from './open-minutes.ts';
import { hourSpan } from './span.ts';

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
> & { bySource: { source: Source; refused: Record<QuotaType, number> }[] };

export type Simulate = (companyId: number, limits: Limits, nowMinute: number) => Promise<Simulation>;

const HOURS = 7 * 24;
const MAX_SOURCES = 100;

/**
 * Replays the minutes of the last week: what was let in together with what was over the limit is
 * what was asked for. The log does not say in which order the calls of a minute came, so those over
 * the limit are shared out among the keys as the calls of the minute were.
 */
export function createSimulation(open: OpenMinutes, store: ConsumptionStore): Simulate {
  return (companyId, limits, nowMinute) =>
    store.read(
      companyId,
      () => open.all(companyId),
      (snapshot) => simulate(snapshot, limits, nowMinute),
    );
}

async function simulate(snapshot: Snapshot, limits: Limits, nowMinute: number): Promise<Simulation> {
  const hours = Array.from({ length: HOURS }, (_none, ago) => hourSpan(nowMinute - ago * 60));
  const all = await snapshot.find({ span: { $in: hours }, source: '', endpoint: '' }, { span: 1, points: 1 });
  const simulation: Simulation = { standard: none(), intensive: none(), bySource: [] };
  /** The share of the calls of a minute that would have been refused. */
  const shares = new Map<string, Record<QuotaType, number>>();
  for (const { span, points = {} } of all) {
    for (const [point, counts] of Object.entries(points)) {
      for (const type of quotaTypes) {
        const asked = askedFor(counts, type);
        const over = Math.max(0, asked - limits[type]);
        const result = simulation[type];
        result.highest = Math.max(result.highest, asked);
        if (over === 0) continue;
        result.refused += over;
        result.minutes++;
        const share = shares.get(`${span} ${point}`) ?? { standard: 0, intensive: 0 };
        shares.set(`${span} ${point}`, { ...share, [type]: over / asked });
      }
    }
  }
  simulation.bySource = await sharesOf(snapshot, shares);
  return simulation;
}

async function sharesOf(snapshot: Snapshot, shares: ReadonlyMap<string, Record<QuotaType, number>>) {
  const hours = [...new Set([...shares.keys()].map((name) => name.split(' ')[0] as string))];
  const sources = new Map<Source, Record<QuotaType, number>>();
  if (hours.length === 0) return [];
  const order = { span: 1, endpoint: 1, calls: -1 } as const;
  for await (const { span, source, points } of snapshot.stream(
    { span: { $in: hours }, source: { $gt: 'k' }, endpoint: '' },
    order,
  )) {
    for (const [point, counts] of Object.entries(points)) {
      const share = shares.get(`${span} ${point}`);
      if (!share) continue;
      const refused = sources.get(source) ?? { standard: 0, intensive: 0 };
      for (const type of quotaTypes) refused[type] += share[type] * askedFor(counts, type);
      sources.set(source, refused);
    }
  }
  return [...sources]
    .map(([source, { standard, intensive }]) => ({
      source,
      refused: { standard: Math.round(standard), intensive: Math.round(intensive) },
    }))
    .filter(({ refused }) => refused.standard + refused.intensive > 0)
    .sort((a, b) => b.refused.standard + b.refused.intensive - a.refused.standard - a.refused.intensive)
    .slice(0, MAX_SOURCES);
}

function askedFor(counts: Counts, type: QuotaType): number {
  return (counts[`accepted_${type}`] ?? 0) + (counts[`limited_${type}`] ?? 0);
}

function none() {
  return { refused: 0, minutes: 0, highest: 0 };
}
