import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import {
  type FlusherFixture,
  HOUR,
  killed,
  listKeys,
  openFlusherFixture,
  requestOf,
} from '@vitae/test/support/gateway/flusher-fixture';
import { until } from '@vitae/test/support/until';
import type { Redis } from 'ioredis';
import { createUserQuota } from '../quota/user-quota.ts';
import { createResponseRecorder } from './response-recorder.ts';
import { createUnflushedMinutes, observeUnflushedMinutes } from './unflushed-minutes.ts';

const log = createLogger({ name: 'test', level: 'silent' });
let fixture: FlusherFixture;
let companyId: number;

beforeAll(async () => {
  fixture = await openFlusherFixture(process.env);
});
beforeEach(async () => {
  companyId = await fixture.reset();
});
afterAll(() => fixture.close());

/** A connection on which a command fails before it is sent. */
const withoutCommand = (name: string) =>
  new Proxy(fixture.redis, { get: (target, property) => (property === name ? killed : Reflect.get(target, property)) });

describe('list of unflushed minutes', () => {
  const counters: [string, (connection: Redis) => Promise<unknown>][] = [
    ['the company API', (connection) => fixture.quotaOf(connection).reject(requestOf(companyId), 'invalid_signature')],
    [
      'the user API',
      (connection) =>
        createUserQuota(connection, fixture.barrier).admit(
          { companyId, applicationId: 1, userId: 2 },
          undefined,
          'user',
        ),
    ],
    [
      'statuses and latencies',
      async (connection) => {
        const recorder = createResponseRecorder(connection, log);
        recorder.recordResponse(companyId, 'k1', 'cv.read', 200, 3);
        await recorder.close();
      },
    ],
  ];

  test.each(counters)('contains each minute with counts of %s', async (_name, countOne) => {
    await countOne(fixture.redis);
    const minutes = await fixture.buffer.minutes(companyId);
    expect(minutes.length).toBeGreaterThan(0);
    expect(await fixture.listed()).toEqual(expect.arrayContaining(minutes.map((minute) => `${companyId}:${minute}`)));
    expect(await fixture.claimable()).toEqual(await fixture.listed());
  });

  test.each(counters)('is written before counts of %s, even if the gateway is killed', async (_name, countOne) => {
    await countOne(withoutCommand('vitaeListMinutes')).catch(() => undefined); // killed
    expect(await fixture.buffer.all(companyId)).toEqual([]);
  });

  test('is written once per company and minute', async () => {
    await until('enough of the minute is left', async () => Number((await fixture.redis.time())[0]) % 60 < 50);
    await fixture.count();
    const withoutList = fixture.quotaOf(withoutCommand('vitaeListMinutes'));
    for (let request = 0; request < 5; request += 1)
      expect(await withoutList.reject(requestOf(companyId), 'invalid_signature')).toBe(true);
    expect(await fixture.requestsOf()).toBe(6);
  });

  test('is written when Redis lost its data within the minute', async () => {
    const quota = fixture.quotaOf(fixture.redis);
    await quota.reject(requestOf(companyId), 'invalid_signature');
    await fixture.redis.flushall();
    await quota.reject(requestOf(companyId), 'invalid_signature');
    const minutes = await fixture.buffer.minutes(companyId);
    expect(await fixture.listed()).toEqual(minutes.map((minute) => `${companyId}:${minute}`));
  });

  test('reports the number of ended minutes and the time since the first ended', async () => {
    const metrics = createMetrics('test');
    observeUnflushedMinutes(metrics, fixture.redis);
    const read = async () => {
      const text = await metrics.render();
      return [...text.matchAll(/^vitae_consumption_unflushed_(\w+){.*} (\d+)$/gm)].map(([, name, value]) => [
        name,
        Number(value),
      ]);
    };
    const minute = Math.floor(Number((await fixture.redis.time())[0]) / 60);
    await fixture.unflushed.add([{ companyId, minute: minute + 1 }]);
    expect(await read()).toEqual([
      ['minutes', 0],
      ['seconds', 0],
    ]);
    await fixture.unflushed.add([minute - 1, minute - HOUR].map((one) => ({ companyId, minute: one })));
    await fixture.list.claim(10); // claimed minutes are counted until they are flushed
    const [[, count] = [], [, seconds = 0] = []] = await read();
    expect(count).toBe(2);
    const firstEnded = (minute - HOUR + 1) * 60;
    expect(Number(seconds)).toBeGreaterThanOrEqual(minute * 60 - firstEnded);
    expect(Number(seconds)).toBeLessThanOrEqual(Number((await fixture.redis.time())[0]) - firstEnded);
  });

  test('allows a claim when the minute has ended, by one gateway for a minute, even if it is listed again', async () => {
    const minute = Math.floor(Number((await fixture.redis.time())[0]) / 60) + HOUR;
    await fixture.unflushed.add([{ companyId, minute }]);
    expect(Number(await fixture.redis.zscore(listKeys.claimable, `${companyId}:${minute}`))).toBe((minute + 1) * 60);
    const ended = { companyId, minute: 1_000 };
    await fixture.unflushed.add([ended]);
    const before = Number((await fixture.redis.time())[0]);
    const { leaseEnd, minutes } = await fixture.list.claim(10);
    expect(minutes).toEqual([ended]);
    expect(leaseEnd).toBeGreaterThanOrEqual(before + 60);
    expect(leaseEnd).toBeLessThanOrEqual(Number((await fixture.redis.time())[0]) + 60);
    await fixture.unflushed.add([ended]);
    expect((await fixture.list.claim(10)).minutes).toEqual([]);
  });

  test('adds to a lease only ended minutes that are listed and not leased, until the lease ends', async () => {
    const minuteOf = (minute: number) => ({ companyId, minute });
    const now = Math.floor(Number((await fixture.redis.time())[0]) / 60);
    await fixture.unflushed.add([minuteOf(1_000)]);
    const { leaseEnd } = await fixture.list.claim(1);
    await fixture.unflushed.add([minuteOf(1_001), minuteOf(1_002), minuteOf(now + HOUR)]);
    const asked = [1_000, 1_001, 1_003, now + HOUR].map(minuteOf);
    expect(await fixture.list.lease(Number((await fixture.redis.time())[0]), asked)).toEqual([]);
    expect(await fixture.list.lease(leaseEnd, asked)).toEqual([minuteOf(1_001)]);
    expect((await fixture.list.claim(10)).minutes).toEqual([minuteOf(1_002)]);
    await fixture.list.complete(leaseEnd, [1_000, 1_001].map(minuteOf));
    expect(await fixture.listed()).toEqual([`${companyId}:1002`, `${companyId}:${now + HOUR}`]);
  });

  test('is neither read nor written for no minutes', async () => {
    const commands = ['vitaeListMinutes', 'vitaeLeaseMinutes', 'vitaeCompleteMinutes'];
    const unflushed = createUnflushedMinutes(
      new Proxy(fixture.redis, {
        get: (target, name) => (commands.includes(String(name)) ? killed : Reflect.get(target, name)),
      }),
    );
    await unflushed.add([]);
    const [list] = unflushed.lists;
    await list?.add([]);
    expect(await list?.lease(1_000, [])).toEqual([]);
    await list?.complete(1_000, []);
  });

  test('is written at most twice for a request, which is then rejected', async () => {
    const runs: number[] = [];
    const countAt = (attempts: number) =>
      fixture.unflushed.withListedMinute(companyId, async (listedMinute) => {
        runs.push(listedMinute);
        return runs.length < attempts ? [-1, 1_000 + runs.length] : ['counted'];
      });
    expect(await countAt(3)).toEqual(['counted']);
    expect(await fixture.listed()).toEqual([`${companyId}:1001`, `${companyId}:1002`]);
    expect(runs.splice(0)).toEqual([0, 1_001, 1_002]);
    await expect(countAt(4)).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'dependency_unavailable' });
    expect(runs).toHaveLength(3);
  });
});
