import { dayOf } from '@vitae/accounts/consumption/calendar';
import type { SpanDocument } from '@vitae/accounts/consumption/consumption-store';
import { keySource } from '@vitae/accounts/consumption/counter';
import { addCounts, type Counts, requestsIn, limitedIn, rejectedIn } from '@vitae/accounts/consumption/counts';
import { latencyClass } from '@vitae/accounts/consumption/latency-histogram';
import { daySpan, hourSpan, monthSpan, yearSpan } from '@vitae/accounts/consumption/span';
import { spanId } from '@vitae/accounts/consumption/span-updates';
import type { Connection } from 'mongoose';

export const COMPANY = 1;
export const KEYS = 1_000;
export const CALLS = 50;
export const DAYS = 30;

type Kind = { span: string; points: readonly number[] };

const BATCH = 2_000;

/**
 * What thousand keys did at fifty calls for thirty days, as the flusher would have written it: the
 * month by day, the running day by hour, the last two hours by minute, the year. `now` is a minute.
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
  const spans = connection.collection<SpanDocument>('consumption_spans');
  for (const kind of kinds) {
    let batch: SpanDocument[] = [];
    for (const document of documentsOf(kind)) {
      batch.push(document);
      if (batch.length === BATCH) {
        await spans.insertMany(batch, { ordered: false });
        batch = [];
      }
    }
    if (batch.length > 0) await spans.insertMany(batch, { ordered: false });
  }
}

/** Each key at each call, each key, each call, and all. */
function* documentsOf(kind: Kind): Generator<SpanDocument> {
  for (let key = 0; key <= KEYS; key += 1)
    for (let call = 0; call <= CALLS; call += 1)
      yield documentOf(kind, key === 0 ? '' : keySource(key), call === 0 ? '' : `call.${call}`, key * 31 + call * 7);
}

function documentOf({ span, points }: Kind, source: string, endpoint: string, mark: number): SpanDocument {
  // A key at a call is not busy all the time; sums of many are.
  const busy = source && endpoint ? points.filter((point) => (point + mark) % 3 === 0) : points;
  const byPoint: Record<string, Counts> = {};
  const sum: Counts = {};
  for (const point of busy) {
    const counts = countsOf(mark + point);
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

function countsOf(mark: number): Counts {
  const accepted = 1 + (mark % 97);
  const refused: Counts = mark % 11 === 0 ? { invalid_signature: 1 + (mark % 5) } : {};
  const fast = Math.ceil(accepted / 2);
  return {
    accepted_standard: accepted,
    ...refused,
    s200: accepted,
    us: accepted * 20_000,
    [latencyClass(4 + (mark % 10))]: fast,
    [latencyClass(30 + (mark % 50))]: accepted - fast,
  };
}
