import { acceptedOutcomes, type Counter, fieldOf, limitedOutcomes, readField, rejectedOutcomes } from './counter.ts';
import { acceptedIn, limitedIn, rejectedIn, requestsIn, statusIn } from './counts.ts';
import { chunksOf } from './minute-chunks.ts';
import { consumptionRetentionSettings, DEFAULT_RETENTION, retentionOf } from './retention.ts';

const minuteWith = (counters: Counter[]) => ({ companyId: 7, minute: 29, generation: 'g', counters });
const cells = (count: number): Counter[] =>
  Array.from({ length: count }, (_none, index) => [
    { source: `k${index}`, endpoint: 'cv.read', name: 'accepted_free', count: 1 },
    { source: `k${index}`, endpoint: 'cv.read', name: 's200', count: 1 },
  ]).flat();

describe('chunks of a minute', () => {
  test('contain each counter once, and at most 250 combinations of source and endpoint', () => {
    const chunks = chunksOf(minuteWith(cells(501)));
    const sizes = chunks.map(({ counters }) => new Set(counters.map(({ source }) => source)).size);
    expect(sizes).toEqual([250, 250, 1]);
    const fields = chunks.flatMap(({ counters }) => counters.map(({ source, name }) => `${source} ${name}`));
    expect([fields.length, new Set(fields).size]).toEqual([1_002, 1_002]);
    expect(chunks.map(({ id }) => id)).toEqual(['7/29/g/0', '7/29/g/1', '7/29/g/2']);
    expect(chunksOf(minuteWith(cells(250)))).toHaveLength(1);
    expect(chunksOf(minuteWith([]))).toEqual([]);
  });

  test('do not depend on the order in which Redis returns the counters', () => {
    const counters = cells(300);
    const sources = (chunk: { counters: Counter[] }) => chunk.counters.map(({ source }) => source).sort();
    expect(chunksOf(minuteWith(counters.toReversed())).map(sources)).toEqual(
      chunksOf(minuteWith(counters)).map(sources),
    );
  });
});

test('fields of Redis that are not counters are ignored', () => {
  const counter = { source: 'k1', endpoint: 'cv.read', name: 's200' };
  expect(readField(fieldOf('k1', 'cv.read', 's200'), '3')).toEqual({ ...counter, count: 3 });
  for (const field of ['generation', 'k1 cv.read']) expect(readField(field, '1')).toBeUndefined();
});

test('requests are accepted, limited or rejected, and statuses are counted by class', () => {
  const counts = Object.fromEntries(
    [...acceptedOutcomes, ...limitedOutcomes, ...rejectedOutcomes].map((name) => [name, 1] as const),
  );
  expect([acceptedIn(counts), limitedIn(counts), rejectedIn(counts)]).toEqual([4, 3, rejectedOutcomes.length]);
  expect(requestsIn({ ...counts, s200: 5, us: 9, l3: 5 })).toBe(7 + rejectedOutcomes.length);
  const statuses = { s200: 1, s204: 2, s304: 4, s404: 8, s500: 16, s503: 32, us: 64 };
  expect((['2xx', '3xx', '4xx', '5xx'] as const).map((one) => statusIn(statuses, one))).toEqual([3, 4, 8, 48]);
});

test('minutes are retained for 8 days, hours for 92 and days for 762 by default', () => {
  const { CONSUMPTION_MINUTES_KEPT, CONSUMPTION_HOURS_KEPT, CONSUMPTION_DAYS_KEPT } = consumptionRetentionSettings;
  const settings = {
    CONSUMPTION_MINUTES_KEPT: CONSUMPTION_MINUTES_KEPT.parse(undefined),
    CONSUMPTION_HOURS_KEPT: CONSUMPTION_HOURS_KEPT.parse(undefined),
    CONSUMPTION_DAYS_KEPT: CONSUMPTION_DAYS_KEPT.parse(undefined),
  };
  expect(retentionOf(settings)).toEqual({ hour: 8, day: 92, month: 762, year: 762 });
  expect(DEFAULT_RETENTION).toEqual(retentionOf(settings));
});
