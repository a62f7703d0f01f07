import { type ConsumptionFixture, openConsumptionFixture } from '@vitae/test/support/gateway/consumption-fixtures';
import fc from 'fast-check';
import type { ConsumedMinute, SpanDocument } from './consumption-store.ts';
import { type Counter, keySource } from './counter.ts';
import { chunksOf } from './minute-chunks.ts';

const { jest } = import.meta;
const ZONE = 'Europe/Paris';
/** The last hour of a year, because documents of each kind of span end with it. */
const HOUR = Date.parse('2036-12-31T22:00Z') / 60_000;

let consumption: ConsumptionFixture;
let companyId = 1;

beforeAll(async () => {
  consumption = await openConsumptionFixture(process.env);
});
beforeEach(() => {
  companyId += 100;
});
afterAll(() => consumption.close());

const flush = (minutes: readonly ConsumedMinute[]) =>
  consumption.store.flush(minutes.map((minute) => ({ minute, timeZone: ZONE })));

/** Returns the documents of a company without its id. */
async function spansOf(company: number): Promise<object[]> {
  const spans = consumption.connection.collection<SpanDocument>('consumption_spans');
  const found = await spans.find({ companyId: company }).sort({ span: 1, source: 1, endpoint: 1 }).toArray();
  return found.map(({ _id, companyId: _company, ...span }) => span);
}

/** A minute with one request of each of several keys. */
const minuteWithKeys = (company: number, minute: number, keys: number): ConsumedMinute => ({
  companyId: company,
  minute,
  generation: 'g',
  counters: Array.from({ length: keys }, (_none, key) => ({
    source: keySource(key + 1),
    endpoint: 'cv.read',
    name: 'accepted_standard',
    count: 1,
  })),
});

/** Runs a function and returns the number of updates in each of its transactions. */
async function updatesOf(run: () => Promise<void>): Promise<number[]> {
  const writes = jest.spyOn(consumption.connection.model('ConsumptionSpan').collection, 'bulkWrite');
  try {
    await run();
    return writes.mock.calls.map(([updates]) => updates.length);
  } finally {
    writes.mockRestore();
  }
}

const counter = fc.record({
  source: fc.constantFrom('k1', 'k2', 'a1'),
  endpoint: fc.constantFrom('cv.read', 'users.list'),
  name: fc.constantFrom('accepted_standard', 'limited_standard', 'unknown_key', 's200', 'us', 'l20'),
  count: fc.integer({ min: 1, max: 1_000 }),
});
const distinct = (counters: readonly Counter[]) => [
  ...new Map(counters.map((one) => [`${one.source} ${one.endpoint} ${one.name}`, one])).values(),
];
const someMinutes = fc.uniqueArray(
  fc.record({
    minute: fc.integer({ min: HOUR + 50, max: HOUR + 70 }),
    generation: fc.constantFrom('g', 'h'),
    counters: fc.array(counter, { maxLength: 12 }).map(distinct),
  }),
  { maxLength: 6, selector: ({ minute, generation }) => `${minute} ${generation}` },
);

test('minutes that are written together result in the same documents as minutes that are written separately', async () => {
  await fc.assert(
    fc.asyncProperty(someMinutes, async (minutes) => {
      companyId += 2;
      const [separate, together] = [companyId, companyId + 1];
      for (const minute of minutes) await flush([{ ...minute, companyId: separate }]);
      await flush(minutes.map((minute) => ({ ...minute, companyId: together })));
      expect(await spansOf(together)).toEqual(await spansOf(separate));
    }),
    { numRuns: 25 },
  );
});

test('minutes of a company that are written together change each document once', async () => {
  const minutes = [0, 1, 2, 3].map((index) => minuteWithKeys(companyId, HOUR + index, 3));
  // A minute with n keys has 8 n + 8 updates: the keys, with and without endpoint, and two sums in four spans.
  expect(await updatesOf(() => flush(minutes))).toEqual([32]);
});

test('a minute that another gateway has written is not written again with other minutes', async () => {
  const minutes = [0, 1, 2].map((index) => minuteWithKeys(companyId, HOUR + index, 2 + index));
  await flush(minutes.slice(1, 2));
  await flush(minutes);
  await flush(minutes);
  const expected = minutes.map((minute) => ({ ...minute, companyId: companyId + 1 }));
  for (const minute of expected) await flush([minute]);
  expect(await spansOf(companyId)).toEqual(await spansOf(companyId + 1));
});

test('concurrent gateways that write overlapping minutes count each once', async () => {
  const minutes = [0, 1, 2, 3].map((index) => minuteWithKeys(companyId, HOUR + index, 2));
  await Promise.all([minutes, minutes.slice(1), minutes.slice(0, 2), minutes.slice(2)].map(flush));
  await flush(minutes.map((minute) => ({ ...minute, companyId: companyId + 1 })));
  expect(await spansOf(companyId)).toEqual(await spansOf(companyId + 1));
});

test('a transaction has at most 1,000 updates, unless one chunk has more', async () => {
  const minutes = [200, 61, 62, 1, 1].map((keys, index) => minuteWithKeys(companyId + index, HOUR, keys));
  expect(await updatesOf(() => flush(minutes))).toEqual([1_608, 1_000, 32]);
});

test('only the requested fields of spans are read', async () => {
  await flush([minuteWithKeys(companyId, HOUR, 1)]);
  const found = await consumption.store.read(
    { companyId },
    async () => [],
    (snapshot) => snapshot.find({ span: 'y2036', source: '' }, ['endpoint', 'calls'], { sort: { endpoint: 1 } }),
  );
  expect(found).toEqual([
    { endpoint: '', calls: 1 },
    { endpoint: 'cv.read', calls: 1 },
  ]);
});

test('a minute that ended and was flushed partially after it was read from Redis is read again', async () => {
  const ended = minuteWithKeys(companyId, HOUR, 260);
  const [part] = chunksOf(ended);
  await flush([{ ...ended, counters: part?.counters ?? [] }]);
  // The last request of the minute was one of the first key.
  const early = { ...ended, counters: ended.counters.slice(1) };
  const reads = [early, ended];
  const total = await consumption.store.read(
    { companyId },
    async () => reads.splice(0, 1),
    async (snapshot, rest) => {
      const [year] = await snapshot.find({ span: 'y2036', source: '', endpoint: '' }, ['calls']);
      return (year?.calls ?? 0) + rest.flatMap(({ counters }) => counters).length;
    },
  );
  expect(total).toBe(260);
});

test('minutes with more keys than a transaction can change are written part by part', async () => {
  const minutes = [0, 1, 2].map((index) => minuteWithKeys(companyId, HOUR + index, 400));
  expect(await updatesOf(() => flush(minutes))).toEqual([8 * 250 + 8, 8 * 150 + 8]);
  expect(await spansOf(companyId)).toContainEqual(
    expect.objectContaining({ span: 'y2036', source: '', endpoint: '', calls: 1_200 }),
  );
});
