import { randomInt } from 'node:crypto';
import { latencyClass } from '@vitae/accounts/consumption/latency-histogram';
import { batchKey } from '@vitae/accounts/quota/redis-keys';
import { createLogger } from '@vitae/kit/log';
import { connectRedis } from '@vitae/kit/redis';
import { type ConsumptionTotals, createConsumptionTotals } from '@vitae/test/support/consumption-totals';
import {
  type ConsumptionFixture,
  openConsumptionFixture,
  removeBufferedMinutes,
} from '@vitae/test/support/gateway/consumption-fixtures';
import { startCuttableConnection } from '@vitae/test/support/gateway/cuttable-connection';
import { until } from '@vitae/test/support/until';
import type { Redis } from 'ioredis';
import { createResponseRecorder } from './response-recorder.ts';

const { jest } = import.meta;

const log = createLogger({ name: 'test', level: 'silent' });
const redisUrl = process.env.REDIS_URL ?? '';
let consumption: ConsumptionFixture;
let totals: ConsumptionTotals;
let companyId = randomInt(1_000, 2 ** 40);

beforeAll(async () => {
  consumption = await openConsumptionFixture(process.env);
  totals = createConsumptionTotals(consumption.buffer, consumption.store);
});
beforeEach(() => {
  companyId += 1;
});
afterEach(() => removeBufferedMinutes(consumption.redis, companyId));
afterAll(() => consumption.close());

describe('response recorder', () => {
  test('does not count a batch of statuses twice when its acknowledgement is lost', async () => {
    const { redis, close } = await connectRedis({ url: redisUrl, name: 'recorder', log });
    let lost = 0;
    const lossy = new Proxy(redis, {
      get: (target, name) => {
        if (name !== 'vitaeRecordResponses') return Reflect.get(target, name);
        return async (...parts: Parameters<typeof redis.vitaeRecordResponses>) => {
          const reply = await target.vitaeRecordResponses(...parts);
          if (lost++ < 2) throw new Error('Connection is closed.');
          return reply;
        };
      },
    });
    const recorder = createResponseRecorder(lossy, log);
    recorder.recordResponse(companyId, 'k1', 'cv.read', 200, 3);
    for (let time = 0; time < 3; time++) await recorder.flush();
    recorder.recordResponse(companyId, 'k1', 'cv.read', 200, 3);
    await recorder.close();
    expect(lost).toBeGreaterThan(2);
    expect(await totals.of(companyId)).toMatchObject([{ counts: { s200: 2 } }]);
    await close();
  });

  test('buffers statuses while Redis is unavailable and sends them afterwards', async () => {
    const { hostname: host, port, pathname } = new URL(redisUrl);
    const proxy = await startCuttableConnection({ host, port: Number(port || 6379) });
    const { redis, close } = await connectRedis({ url: `redis://${proxy.host}${pathname}`, name: 'recorder', log });
    const recorder = createResponseRecorder(redis, log);
    proxy.cut();
    for (let count = 0; count < 10; count++) recorder.recordResponse(companyId, 'k1', 'cv.read', 200, 3);
    await recorder.flush();
    recorder.recordResponse(companyId, 'k1', 'cv.read', 503, 3_000);
    proxy.restore();
    await until('Redis is available', async () => (await redis.ping().catch(() => '')) === 'PONG');
    await recorder.close();
    expect(await totals.of(companyId)).toMatchObject([
      { counts: { s200: 10, s503: 1, us: 3_030_000, [latencyClass(3)]: 10, [latencyClass(3_000)]: 1 } },
    ]);
    await close();
    proxy.close();
  });

  test('neither retries continuously nor delays shutdown while Redis is unavailable', async () => {
    let sent = 0;
    const redis = {
      status: 'ready',
      defineCommand: () => undefined,
      vitaeRecordResponses: () => {
        sent++;
        return new Promise(() => undefined);
      },
    } as unknown as Redis;
    const lost: unknown[] = [];
    const warn = (fields: unknown) => lost.push(fields);
    const recorder = createResponseRecorder(redis, { ...log, warn } as unknown as typeof log);
    for (let count = 0; count < 5; count++) {
      recorder.recordOutcome(companyId, 'k1', 'cv.read', count === 0 ? 'accepted_free' : 'accepted_standard');
      void recorder.flush();
    }
    await recorder.close();
    expect([sent, lost]).toEqual([1, [{ count: 2 }]]);
  });

  test('sends the counts of companies whose batch did not fail, and nothing after it is closed', async () => {
    const sent: string[] = [];
    let failing = `{c:${companyId}}`;
    const redis = {
      status: 'ready',
      defineCommand: () => undefined,
      vitaeRecordResponses: async (_keys: number, key: string) => {
        if (key.startsWith(failing)) throw new Error('Connection is closed.');
        sent.push(key);
      },
    } as unknown as Redis;
    jest.useFakeTimers();
    try {
      const recorder = createResponseRecorder(redis, log);
      const record = (id: number) => recorder.recordOutcome(id, 'k1', 'cv.read', 'accepted_free');
      for (const id of [companyId, companyId + 1]) record(id);
      await recorder.flush();
      expect(sent).toEqual([`{c:${companyId + 1}}:use`]);
      failing = 'none';
      await jest.advanceTimersByTimeAsync(200);
      expect(sent).toHaveLength(2);
      await recorder.close();
      record(companyId);
      await jest.advanceTimersByTimeAsync(1_000);
      expect(sent).toHaveLength(2);
    } finally {
      jest.useRealTimers();
    }
  });

  test('sends at most 1,000 counters at a time, and drops new ones above 20,000', async () => {
    const batches: number[] = [];
    let isAvailable = false;
    const redis = {
      status: 'ready',
      defineCommand: () => undefined,
      vitaeRecordResponses: async (_keys: number, ...[, , , ...fields]: string[]) => {
        if (!isAvailable) throw new Error('Connection is closed.');
        batches.push(fields.length / 2);
      },
    } as unknown as Redis;
    const dropped: unknown[] = [];
    const warn = (fields: unknown) => dropped.push(fields);
    const recorder = createResponseRecorder(redis, { ...log, debug: () => undefined, warn } as unknown as typeof log);
    const recordMany = (first: number, count: number) => {
      for (let at = first; at < first + count; at += 1)
        recorder.recordOutcome(companyId, 'k1', `endpoint-${at}`, 'accepted_free');
    };
    recordMany(0, 19_999);
    await recorder.flush();
    recordMany(19_999, 1);
    recordMany(19_999, 1); // buffered already
    recordMany(20_000, 1);
    await recorder.flush();
    expect(dropped).toEqual([{ count: 1 }]);
    isAvailable = true;
    await recorder.flush();
    await recorder.flush();
    expect(Math.max(...batches)).toBe(1_000);
    expect(batches.reduce((sum, size) => sum + size)).toBe(20_000);
    recordMany(0, 3);
    await recorder.close();
    expect([batches.at(-1), dropped.length]).toEqual([3, 1]);
  });

  test('sends counts on its own, and remembers the batch for at most ten minutes', async () => {
    const recorder = createResponseRecorder(consumption.redis, log);
    recorder.recordResponse(companyId, 'k1', 'cv.read', 200, 3);
    const batches = () => consumption.redis.keys(batchKey(companyId, '*').replaceAll(/[[\]]/g, '?'));
    await until('the counts are sent', async () => (await batches()).length > 0);
    await recorder.close();
    const [key = ''] = await batches();
    const ttl = await consumption.redis.ttl(key);
    expect(ttl).toBeGreaterThan(500);
    expect(ttl).toBeLessThanOrEqual(600);
  });
});
