import { MINUTES_PER_DAY } from './calendar.ts';
import type { ConsumedMinute, Retention, SpanDocument } from './consumption-store.ts';
import type { Counter } from './counter.ts';
import { addCount, addCounts, type Counts, limitedIn, rejectedIn, requestsIn } from './counts.ts';
import { type Place, placesOf } from './span.ts';

type Cell = Pick<SpanDocument, 'source' | 'endpoint'> & { counts: Counts };

/** Returns the counts of each source at each endpoint, with sums over all sources, over all endpoints, and over both. */
export function cellsOf(counters: readonly Counter[]): Cell[] {
  const cells = new Map<string, Cell>();
  const add = (source: string, endpoint: string, { name, count }: Counter) => {
    const key = `${source} ${endpoint}`;
    let cell = cells.get(key);
    if (!cell) {
      cell = { source, endpoint, counts: {} };
      cells.set(key, cell);
    }
    addCount(cell.counts, name, count);
  };
  for (const counter of counters) {
    const { source, endpoint } = counter;
    add(source, endpoint, counter);
    add(source, '', counter);
    add('', endpoint, counter);
    add('', '', counter);
  }
  return [...cells.values()];
}

export function spanId(companyId: number, span: string, source: string, endpoint: string): string {
  return `${companyId}/${span}/${source}/${endpoint}`;
}

export type SpanUpdate = ReturnType<typeof updateOf>;

/** Returns the updates that add a minute to the documents of its spans. */
export function spanUpdates({ companyId, minute, counters }: ConsumedMinute, timeZone: string, retention: Retention) {
  const places = placesOf(minute, timeZone);
  return cellsOf(counters).flatMap((cell) => places.map((place) => updateOf(companyId, cell, place, retention)));
}

/** Replaces updates of the same document by one that adds their sum. */
export function mergeUpdates(updates: readonly SpanUpdate[]): SpanUpdate[] {
  const merged = new Map<string, SpanUpdate>();
  for (const { updateOne } of updates) {
    const { filter, update } = updateOne;
    const earlier = merged.get(filter._id)?.updateOne.update.$inc;
    if (earlier) addCounts(earlier, update.$inc);
    else merged.set(filter._id, { updateOne: { ...updateOne, update: { ...update, $inc: { ...update.$inc } } } });
  }
  return [...merged.values()];
}

function updateOf(
  companyId: number,
  { source, endpoint, counts }: Cell,
  { kind, span, point, end }: Place,
  retention: Retention,
) {
  const added: Record<string, number> = { calls: requestsIn(counts), refused: rejectedIn(counts) + limitedIn(counts) };
  for (const [name, count] of Object.entries(counts)) {
    added[`sum.${name}`] = count;
    added[`points.${point}.${name}`] = count;
  }
  const expiresAt = new Date((end + retention[kind] * MINUTES_PER_DAY) * 60_000);
  return {
    updateOne: {
      filter: { _id: spanId(companyId, span, source, endpoint), companyId },
      update: { $inc: added, $setOnInsert: { span, source, endpoint, expiresAt } },
      upsert: true,
      hint: { _id: 1 },
    },
  };
}
