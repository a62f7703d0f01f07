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

const COMPANY = Math.floor(Math.random() * 2 ** 40);
const ZONE = 'Europe/Paris';
/** Still to come: MongoDB removes within a minute what is past its time. */
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

/** Key 1 calls once, key 2 twice and so on. */
function minuteOf(minute: number, keys = 60): ConsumedMinute {
  const counters = Array.from({ length: keys }, (_none, index): Counter[] => {
    const cell = { source: keySource(index + 1), endpoint: index % 2 ? 'cv.read' : 'users.list' };
    const refused = { ...cell, name: 'nonce_used', count: 1 };
    return [{ ...cell, name: 'accepted_standard', count: index + 1 }, ...(index % 10 === 0 ? [refused] : [])];
  });
  return { companyId: COMPANY, minute, generation: 'g', counters: counters.flat() };
}

const november = () => monthWindow(2036, 11, ZONE);
const question = (window: Window, more = {}) => ({ companyId: COMPANY, timeZone: ZONE, window, page: 1, ...more });
const CALLS = (60 * 61) / 2 + 6;

test('a minute that several gateways move at once is counted once in every period', async () => {
  await Promise.all(Array.from({ length: 4 }, () => store.put(minuteOf(NOON), ZONE)));
  await store.put(minuteOf(NOON), ZONE);
  for (const window of [november(), yearWindow(2036, ZONE)]) {
    const { total, series } = await reports.of(question(window));
    expect(requestsIn(total)).toBe(CALLS);
    expect(series.filter((counts) => requestsIn(counts) > 0)).toHaveLength(1);
  }
});

test('a minute that is late by weeks is counted on its day', async () => {
  await store.put(minuteOf(NOON - 15 * 1_440, 1), ZONE);
  const { series } = await reports.of(question(november()));
  expect(requestsIn(series[5] ?? {})).toBe(2);
  expect(requestsIn(series[20] ?? {})).toBe(CALLS);
});

test('the pages of a list hold each key once, the busiest first, and what Redis still has moves a key up', async () => {
  const seen: string[] = [];
  for (let page = 1; page <= 3; page += 1) {
    const { bySource } = await reports.of(question(november(), { page }));
    expect(bySource.more).toBe(page < 3);
    seen.push(...bySource.rows.map(({ source }) => source));
  }
  expect(seen).toHaveLength(60);
  expect(new Set(seen).size).toBe(60);
  expect(seen[0]).toBe('k60');

  await redis.hset(minuteKey(COMPANY, NOON + 1), 'generation', 'g', 'k7 cv.read accepted_standard', '1000');
  await redis.sadd(minutesKey(COMPANY), String(NOON + 1));
  const { bySource, total } = await reports.of(question(november()));
  expect(bySource.rows[0]).toMatchObject({ source: 'k7', counts: { accepted_standard: 1_007 } });
  expect(bySource.rows).toHaveLength(ROWS_PER_PAGE);
  expect(requestsIn(total)).toBe(CALLS + 2 + 1_000);
});

test('while a minute is moved, every look counts it once', async () => {
  const [live] = await buffer.all(COMPANY);
  if (!live) throw new Error('Redis holds nothing');
  let moving = true;
  const move = store.put(live, ZONE).finally(() => {
    moving = false;
  });
  do {
    const { total } = await reports.of(question(november()));
    expect(requestsIn(total)).toBe(CALLS + 2 + 1_000);
  } while (moving);
  await move;
  await buffer.remove(live);
  expect(requestsIn((await reports.of(question(november()))).total)).toBe(CALLS + 2 + 1_000);
});

test('a cause lists only those who had it', async () => {
  const { bySource, byEndpoint } = await reports.of(question(november(), { outcome: 'nonce_used' }));
  expect(bySource.rows.map(({ source }) => source).sort()).toEqual(['k1', 'k11', 'k21', 'k31', 'k41', 'k51']);
  expect(byEndpoint.map(({ endpoint }) => endpoint)).toEqual(['users.list']);
});

test('the last hour counts what was called within it, in the order of the two hours that it touches', async () => {
  const companyId = COMPANY + 1;
  const half = Date.parse('2036-11-21T14:30Z') / 60_000;
  const counted = (minute: number, callsOf: (key: number) => number): ConsumedMinute => ({
    companyId,
    minute,
    generation: 'g',
    counters: Array.from({ length: 200 }, (_none, key) => ({
      source: keySource(key + 1),
      endpoint: 'cv.read',
      name: 'accepted_standard',
      count: callsOf(key + 1),
    })),
  });
  // Who is first in the one hour is last in the other: nobody is found by looking at one alone.
  await store.put(
    counted(half - 85, (key) => 100 * key),
    ZONE,
  );
  await store.put(
    counted(half - 50, (key) => 1_000 + key),
    ZONE,
  );
  await store.put(
    counted(half - 3, (key) => 20_000 - 100 * key + (key === 77 ? 500 : 0)),
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

describe('each key at each call', () => {
  test('is listed once, the busiest first, or by another figure', async () => {
    const asked = question(november());
    const first = await reports.cells(asked, 'calls');
    expect(first).toMatchObject({ more: true });
    expect(first.rows.slice(0, 2).map(({ source, endpoint }) => [source, endpoint])).toEqual([
      ['k7', 'cv.read'],
      ['k60', 'cv.read'],
    ]);
    const seen = [
      first,
      await reports.cells({ ...asked, page: 2 }, 'calls'),
      await reports.cells({ ...asked, page: 3 }, 'calls'),
    ];
    expect(new Set(seen.flatMap(({ rows }) => rows.map(({ source, endpoint }) => `${source} ${endpoint}`))).size).toBe(
      61,
    );
    const refused = await reports.cells(asked, 'refused');
    expect(refused.rows.map(({ source }) => source).sort()).toEqual(['k1', 'k11', 'k21', 'k31', 'k41', 'k51']);
    const one = await reports.cells({ ...asked, source: 'k7' }, 'accepted');
    expect(one.rows.map(({ endpoint, counts }) => [endpoint, counts.accepted_standard])).toEqual([
      ['cv.read', 1_000],
      ['users.list', 7],
    ]);
  });
});

test.each([
  ['keys', { endpoint: '', source: { $gt: '' } }, { calls: -1 }, {}],
  ['calls', { source: '', endpoint: { $gt: '' } }, { calls: -1 }, {}],
  ['keys at a call', { endpoint: 'cv.read', source: { $gt: '' } }, { calls: -1 }, {}],
  ['each key at each call', { endpoint: { $gt: '' }, source: { $gt: '' } }, { calls: -1 }, {}],
  [
    'each key at each call with refusals',
    { endpoint: { $gt: '' }, source: { $gt: '' } },
    { refused: -1 },
    { refused: { $gt: 0 } },
  ],
  ['keys with refused calls', { endpoint: '', source: { $gt: '' } }, { refused: -1 }, { refused: { $gt: 0 } }],
] as const)('a list of %s reads what it shows from an index, in its order', async (_name, terms, sort, more) => {
  const { executionStats, queryPlanner } = (await consumption.connection
    .collection('consumption_spans')
    .find({ companyId: COMPANY, span: 'm2036-11', ...terms, ...more })
    .sort(sort)
    .limit(5)
    .explain('executionStats')) as Record<string, { winningPlan?: unknown; totalKeysExamined: number }>;
  expect(JSON.stringify(queryPlanner?.winningPlan)).not.toMatch(/"SORT"|COLLSCAN/);
  // The row of all keys together stands among them.
  expect(executionStats?.totalKeysExamined).toBeLessThanOrEqual(7);
});

test('minutes, hours and days are kept for as long as they are set to', async () => {
  const kept = await consumption.connection
    .collection('consumption_spans')
    .find({ companyId: COMPANY, source: '', endpoint: '', span: { $in: ['d2036-11-21', 'm2036-11'] } })
    .sort({ span: 1 })
    .toArray();
  expect(kept.map(({ expiresAt }) => expiresAt.toISOString())).toEqual([
    '2037-02-21T23:00:00.000Z',
    '2039-01-01T23:00:00.000Z',
  ]);
  const indexes = await consumption.connection.collection('consumption_spans').indexes();
  expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
});
