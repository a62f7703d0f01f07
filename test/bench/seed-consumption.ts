import { dayOf } from '@vitae/accounts/consumption/calendar';
import type { SpanDocument } from '@vitae/accounts/consumption/consumption-store';
import { keySource } from '@vitae/accounts/consumption/counter';
import { addCounts, type Counts, limitedIn, rejectedIn, requestsIn } from '@vitae/accounts/consumption/counts';
import { latencyClass } from '@vitae/accounts/consumption/latency-histogram';
import { daySpan, hourSpan, monthSpan, yearSpan } from '@vitae/accounts/consumption/span';
import { spanId } from '@vitae/accounts/consumption/span-updates';
import type { Connection } from 'mongoose';
import { insertInBulk } from '../support/kit/insert-in-bulk.ts';

export const COMPANY = 1;
export const KEYS = 1_000;
export const ENDPOINTS = 50;
export const DAYS = 30;

type Kind = { span: string; points: readonly number[] };

/**
 * Stores the consumption of 1,000 keys, 50 endpoints and 30 days as the flusher does: the month by day, the current day
 * by hour, the last two hours by minute, and the year. `now` is Unix time in minutes.
 */
export async function seedConsumption(connection: Connection, now: number): Promise<void> {
  const today = dayOf(now, 'UTC');
  const upTo = (count: number) => Array.from({ length: count }, (_none, index) => index);
  const kinds: Kind[] = [
    { span: monthSpan(today), points: upTo(DAYS).map((day) => day + 1) },
    { span: yearSpan(today.year), points: [today.month] },
    { span: daySpan(today), points: upTo(24) },
    { span: hourSpan(now), points: upTo((now % 60) + 1) },
    { span: hourSpan(now - 60), points: upTo(60) },
  ];
  const count = (KEYS + 1) * (ENDPOINTS + 1);
  const documentAt = (index: number) =>
    documentOf(
      kinds[Math.floor(index / count)] as Kind,
      Math.floor(index / (ENDPOINTS + 1)) % (KEYS + 1),
      index % (ENDPOINTS + 1),
    );
  await insertInBulk(connection.collection('consumption_spans'), kinds.length * count, documentAt);
}

/** Returns the document of a key and an endpoint; 0 stands for all of them. */
function documentOf({ span, points }: Kind, key: number, index: number): SpanDocument {
  const source = key === 0 ? '' : keySource(key);
  const endpoint = index === 0 ? '' : `call.${index}`;
  const seed = key * 31 + index * 7;
  // A single key does not use an endpoint all the time.
  const busy = source && endpoint ? points.filter((point) => (point + seed) % 3 === 0) : points;
  const byPoint: Record<string, Counts> = {};
  const sum: Counts = {};
  for (const point of busy) {
    const counts = countsOf(seed + point);
    byPoint[point] = counts;
    addCounts(sum, counts);
  }
  return {
    _id: spanId(COMPANY, span, source, endpoint),
    companyId: COMPANY,
    span,
    source,
    endpoint,
    calls: requestsIn(sum),
    refused: rejectedIn(sum) + limitedIn(sum),
    sum,
    points: byPoint,
    expiresAt: new Date('2100-01-01'),
  };
}

function countsOf(seed: number): Counts {
  const accepted = 1 + (seed % 97);
  const rejected: Counts = seed % 11 === 0 ? { invalid_signature: 1 + (seed % 5) } : {};
  const fast = Math.ceil(accepted / 2);
  return {
    accepted_standard: accepted,
    ...rejected,
    s200: accepted,
    us: accepted * 20_000,
    [latencyClass(4 + (seed % 10))]: fast,
    [latencyClass(30 + (seed % 50))]: accepted - fast,
  };
}
