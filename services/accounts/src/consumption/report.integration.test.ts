import {
  type ConsumptionFixture,
  openConsumptionFixture,
  removeBufferedMinutes,
} from '@vitae/test/support/gateway/consumption-fixtures';
import type { Redis } from 'ioredis';
import { minuteKey, minutesKey } from '../quota/redis-keys.ts';
import type { ConsumedMinute, ConsumptionStore } from './consumption-store.ts';
import { type Counter, keySource } from './counter.ts';
import { requestsIn } from './counts.ts';
import type { MinuteBuffer } from './minute-buffer.ts';
import { type ConsumptionReports, createConsumptionReports, ROWS_PER_PAGE } from './report.ts';
import { lastHour, monthWindow, type Window, yearWindow } from './window.ts';

const { jest } = import.meta;
const COMPANY = Math.floor(Math.random() * 2 ** 40);
const ZONE = 'Europe/Paris';
/** In the future, because MongoDB removes expired documents. */
const NOON = Date.parse('2036-11-21T11:00Z') / 60_000;

let consumption: ConsumptionFixture;
let redis: Redis;
let buffer: MinuteBuffer;
let store: ConsumptionStore;
let reports: ConsumptionReports;

beforeAll(async () => {
  consumption = await openConsumptionFixture(process.env);
  ({ redis, buffer, store } = consumption);
  reports = createConsumptionReports(buffer, store);
});
afterAll(async () => {
  await removeBufferedMinutes(redis, COMPANY);
  await consumption.close();
});

/** Key 1 sends one request, key 2 two requests and so on. */
function minuteOf(minute: number, keys = 60): ConsumedMinute {
  const counters = Array.from({ length: keys }, (_none, index): Counter[] => {
    const cell = { source: keySource(index + 1), endpoint: index % 2 ? 'cv.read' : 'users.list' };
    const rejected = { ...cell, name: 'nonce_used', count: 1 };
    return [{ ...cell, name: 'accepted_standard', count: index + 1 }, ...(index % 10 === 0 ? [rejected] : [])];
  });
  return { companyId: COMPANY, minute, generation: 'g', counters: counters.flat() };
}

const put = (minute: ConsumedMinute, timeZone: string) => store.flush([{ minute, timeZone }]);
const november = () => monthWindow(2036, 11, ZONE);
const query = (window: Window, more = {}) => ({ companyId: COMPANY, timeZone: ZONE, window, ...more });
const REQUESTS = (60 * 61) / 2 + 6;

test('counts a minute once if several gateways flush it concurrently', async () => {
  await Promise.all(Array.from({ length: 4 }, () => put(minuteOf(NOON), ZONE)));
  await put(minuteOf(NOON), ZONE);
  for (const window of [november(), yearWindow(2036, ZONE)]) {
    const { total, series } = await reports.of(query(window));
    expect(requestsIn(total)).toBe(REQUESTS);
    expect(series.filter((counts) => requestsIn(counts) > 0)).toHaveLength(1);
  }
});

test('counts a late minute on its day', async () => {
  await put(minuteOf(NOON - 15 * 1_440, 1), ZONE);
  const { series } = await reports.of(query(november()));
  expect(requestsIn(series[5] ?? {})).toBe(2);
  expect(requestsIn(series[20] ?? {})).toBe(REQUESTS);
});

test('lists each key once by number of requests, including buffered requests', async () => {
  const seen: string[] = [];
  for (let page = 1; page <= 3; page += 1) {
    const { bySource } = await reports.of(query(november(), { page }));
    expect(bySource.more).toBe(page < 3);
    seen.push(...bySource.rows.map(({ source }) => source));
  }
  expect(seen).toHaveLength(60);
  expect(new Set(seen).size).toBe(60);
  expect(seen[0]).toBe('k60');

  await redis.hset(minuteKey(COMPANY, NOON + 1), 'generation', 'g', 'k7 cv.read accepted_standard', '1000');
  await redis.sadd(minutesKey(COMPANY), String(NOON + 1));
  const { bySource, total } = await reports.of(query(november()));
  expect(bySource.rows[0]).toMatchObject({ source: 'k7', counts: { accepted_standard: 1_007 } });
  expect(bySource.rows).toHaveLength(ROWS_PER_PAGE);
  expect(requestsIn(total)).toBe(REQUESTS + 2 + 1_000);
});

test('counts a minute once while it is being flushed', async () => {
  const [minute] = await buffer.all(COMPANY);
  if (!minute) throw new Error('Redis is empty');
  let isFlushing = true;
  const flush = put(minute, ZONE).finally(() => {
    isFlushing = false;
  });
  do {
    const { total } = await reports.of(query(november()));
    expect(requestsIn(total)).toBe(REQUESTS + 2 + 1_000);
  } while (isFlushing);
  await flush;
  await buffer.remove(minute);
  expect(requestsIn((await reports.of(query(november()))).total)).toBe(REQUESTS + 2 + 1_000);
});

test('lists only rows with the selected outcome', async () => {
  const { bySource, byEndpoint } = await reports.of(query(november(), { outcome: 'nonce_used' }));
  expect(bySource.rows.map(({ source }) => source).sort()).toEqual(['k1', 'k11', 'k21', 'k31', 'k41', 'k51']);
  expect(byEndpoint.map(({ endpoint }) => endpoint)).toEqual(['users.list']);
});

test('counts the requests of the last hour and orders keys by the two hours that it covers', async () => {
  const companyId = COMPANY + 1;
  const half = Date.parse('2036-11-21T14:30Z') / 60_000;
  const minuteWith = (minute: number, requestsOf: (key: number) => number): ConsumedMinute => ({
    companyId,
    minute,
    generation: 'g',
    counters: Array.from({ length: 200 }, (_none, key) => ({
      source: keySource(key + 1),
      endpoint: 'cv.read',
      name: 'accepted_standard',
      count: requestsOf(key + 1),
    })),
  });
  // The order of the keys is reversed between the two hours, so neither hour alone determines the result.
  await put(
    minuteWith(half - 85, (key) => 100 * key),
    ZONE,
  );
  await put(
    minuteWith(half - 50, (key) => 1_000 + key),
    ZONE,
  );
  await put(
    minuteWith(half - 3, (key) => 20_000 - 100 * key + (key === 77 ? 500 : 0)),
    ZONE,
  );
  const hour = { companyId, timeZone: ZONE, window: lastHour(half) };
  const seen: string[] = [];
  for (let page = 1; page <= 8; page++) {
    const { bySource } = await reports.of({ ...hour, page });
    expect(bySource.more).toBe(page < 8);
    for (const { source, counts } of bySource.rows) {
      const key = Number(source.slice(1));
      expect([key, requestsIn(counts)]).toEqual([key, 21_000 - 99 * key + (key === 77 ? 500 : 0)]);
    }
    const keys = bySource.rows.map(({ source }) => source);
    seen.push(...keys);
    const last = 200 - 25 * (page - 1);
    if (page === 1)
      expect(new Set(keys)).toEqual(new Set(['k77', ...Array.from({ length: 24 }, (_none, n) => `k${last - n}`)]));
  }
  expect(new Set(seen).size).toBe(200);
});

describe('combinations of key and endpoint', () => {
  test('are listed once, by number of requests or by another metric', async () => {
    const selected = query(november());
    const first = await reports.cells(selected, 'calls');
    expect(first).toMatchObject({ more: true });
    expect(first.rows.slice(0, 2).map(({ source, endpoint }) => [source, endpoint])).toEqual([
      ['k7', 'cv.read'],
      ['k60', 'cv.read'],
    ]);
    const seen = [
      first,
      await reports.cells({ ...selected, page: 2 }, 'calls'),
      await reports.cells({ ...selected, page: 3 }, 'calls'),
    ];
    expect(new Set(seen.flatMap(({ rows }) => rows.map(({ source, endpoint }) => `${source} ${endpoint}`))).size).toBe(
      61,
    );
    const rejected = await reports.cells(selected, 'refused');
    expect(rejected.rows.map(({ source }) => source).sort()).toEqual(['k1', 'k11', 'k21', 'k31', 'k41', 'k51']);
    const one = await reports.cells({ ...selected, source: 'k7' }, 'accepted');
    expect(one.rows.map(({ endpoint, counts }) => [endpoint, counts.accepted_standard])).toEqual([
      ['cv.read', 1_000],
      ['users.list', 7],
    ]);
  });
});

test('lists 25 combinations of key and endpoint on a page, and whether more follow, in any order', async () => {
  const companyId = COMPANY + 6;
  const pagesOf = async (pages: number[]) => {
    const lists = await Promise.all(
      pages.map((page) => reports.cells({ ...query(november(), { page }), companyId }, 'accepted')),
    );
    return lists.map(({ rows, more }) => [rows.length, more]);
  };
  await put({ ...minuteOf(NOON, 25), companyId }, ZONE);
  expect(await pagesOf([1])).toEqual([[25, false]]);
  await put({ ...minuteOf(NOON + 1, 26), companyId }, ZONE);
  expect(await pagesOf([1, 2])).toEqual([
    [25, true],
    [1, false],
  ]);
});

test.each([
  ['keys', { endpoint: '', source: { $gt: '' } }, { calls: -1 }, {}],
  ['keys at an endpoint', { endpoint: 'cv.read', source: { $gt: '' } }, { calls: -1 }, {}],
  ['keys and endpoints', { endpoint: { $gt: '' }, source: { $gt: '' } }, { calls: -1 }, {}],
  [
    'keys and endpoints with rejections',
    { endpoint: { $gt: '' }, source: { $gt: '' } },
    { refused: -1 },
    { refused: { $gt: 0 } },
  ],
  ['keys with rejections', { endpoint: '', source: { $gt: '' } }, { refused: -1 }, { refused: { $gt: 0 } }],
] as const)('reads the list of %s in the order of an index', async (_name, terms, sort, more) => {
  const { executionStats, queryPlanner } = (await consumption.connection
    .collection('consumption_spans')
    .find({ companyId: COMPANY, span: 'm2036-11', ...terms, ...more })
    .sort(sort)
    .limit(5)
    .explain('executionStats')) as Record<string, { winningPlan?: unknown; totalKeysExamined: number }>;
  expect(JSON.stringify(queryPlanner?.winningPlan)).not.toMatch(/"SORT"|COLLSCAN/);
  expect(executionStats?.totalKeysExamined).toBeLessThanOrEqual(6);
});

test.each(['', 'k7'])('reads only the rows of the source "%s" for the list of endpoints', async (source) => {
  const { executionStats } = (await consumption.connection
    .collection('consumption_spans')
    .find({ companyId: COMPANY, span: 'm2036-11', source, endpoint: { $gt: '' } })
    .sort({ calls: -1 })
    .limit(500)
    .explain('executionStats')) as Record<string, { totalKeysExamined: number; totalDocsExamined: number }>;
  expect(executionStats?.totalKeysExamined).toBeLessThanOrEqual(3);
  expect(executionStats?.totalDocsExamined).toBeLessThanOrEqual(2);
});

test('reads the totals of spans without other rows', async () => {
  const { executionStats } = (await consumption.connection
    .collection('consumption_spans')
    .find({ companyId: COMPANY, span: { $in: ['m2036-11', 'm2036-12'] }, source: '', endpoint: '' })
    .explain('executionStats')) as Record<string, { totalDocsExamined: number }>;
  expect(executionStats?.totalDocsExamined).toBe(1);
});

test('lists only the given sources', async () => {
  const onlySources = ['k2', 'k5'];
  const { bySource } = await reports.of(query(november(), { onlySources }));
  expect(bySource).toMatchObject({ rows: [{ source: 'k5' }, { source: 'k2' }], more: false });
  const { rows } = await reports.cells(query(november(), { onlySources, source: 'k3' }), 'calls');
  expect(rows.map(({ source }) => source)).toEqual(['k3']);
});

test('knows whether a company has any requests, in Redis or MongoDB', async () => {
  const companyId = COMPANY + 2;
  expect(await reports.hasAny({ companyId })).toBe(false);
  await redis.hset(minuteKey(companyId, NOON), 'generation', 'g', 'k1 cv.read accepted_standard', '1');
  await redis.sadd(minutesKey(companyId), String(NOON));
  expect(await reports.hasAny({ companyId })).toBe(true);
  await removeBufferedMinutes(redis, companyId);
  expect(await reports.hasAny({ companyId })).toBe(false);
  await put({ ...minuteOf(NOON, 1), companyId }, ZONE);
  expect(await reports.hasAny({ companyId })).toBe(true);
});

test('adds a minute once when its transaction fails after the last write and is repeated', async () => {
  const companyId = COMPANY + 4;
  const { collection } = consumption.connection.model('ConsumptionSpan');
  const write = collection.bulkWrite.bind(collection);
  const writes = jest.spyOn(collection, 'bulkWrite').mockImplementationOnce(async (updates, options) => {
    await write(updates, options);
    throw new Error('killed');
  });
  const minute = { ...minuteOf(NOON, 1), companyId };
  try {
    await expect(put(minute, ZONE)).rejects.toThrow('killed');
  } finally {
    writes.mockRestore();
  }
  await put(minute, ZONE);
  expect(requestsIn((await reports.of({ ...query(november()), companyId })).total)).toBe(2);
});

test('expires spans after their retention period', async () => {
  const documents = await consumption.connection
    .collection('consumption_spans')
    .find({ companyId: COMPANY, source: '', endpoint: '', span: { $in: ['d2036-11-21', 'm2036-11'] } })
    .sort({ span: 1 })
    .toArray();
  expect(documents.map(({ expiresAt }) => expiresAt.toISOString())).toEqual([
    '2037-02-21T23:00:00.000Z',
    '2039-01-01T23:00:00.000Z',
  ]);
  const indexes = await consumption.connection.collection('consumption_spans').indexes();
  expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
  const markers = await consumption.connection.collection('consumption_moved').indexes();
  expect(markers).toContainEqual(expect.objectContaining({ key: { movedAt: 1 }, expireAfterSeconds: 30 * 86_400 }));
});

test('lists at most 500 endpoints', async () => {
  const counters = Array.from({ length: 501 }, (_none, index) => {
    return { source: keySource(1), endpoint: `endpoint.${index}`, name: 'accepted_standard', count: 1 };
  });
  const companyId = COMPANY + 500;
  await put({ companyId, minute: NOON, generation: 'g', counters }, ZONE);
  const { total, byEndpoint } = await reports.of({ ...query(november()), companyId });
  expect([requestsIn(total), byEndpoint.length]).toEqual([501, 500]);
});
