import { createCompanyStore } from '@vitae/accounts/companies/company-mongo-store';
import type { CompanyStore } from '@vitae/accounts/companies/company-store';
import type { ConsumptionStore } from '@vitae/accounts/consumption/consumption-store';
import { createMinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { type ConsumptionTotals, createConsumptionTotals } from '@vitae/accounts/consumption/totals';
import { claimableMinutesKey, minuteKey, minutesKey, unflushedMinutesKey } from '@vitae/accounts/quota/redis-keys';
import { unavailable } from '@vitae/kit/errors';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { type ConsumptionFixture, openConsumptionFixture } from '@vitae/test/support/gateway/consumption-fixtures';
import { type RedisServer, startRedisServer } from '@vitae/test/support/redis-server';
import { until } from '@vitae/test/support/until';
import type { Redis } from 'ioredis';
import { createClockLeadStore } from '../quota/clock-lead-mongo-store.ts';
import { createAdmissionControl } from '../quota/company-quota.ts';
import { createReplayBarrier, type ReplayBarrier } from '../quota/replay-barrier.ts';
import { createUserQuota } from '../quota/user-quota.ts';
import { createFlusher } from './flusher.ts';
import { createResponseRecorder } from './response-recorder.ts';
import { createUnflushedMinutes, observeUnflushedMinutes, type UnflushedMinutes } from './unflushed-minutes.ts';

const { jest } = import.meta;
const HOUR = 60;
const log = createLogger({ name: 'test', level: 'silent' });
let server: RedisServer;
let consumption: ConsumptionFixture;
let redis: Redis;
let companies: CompanyStore;
let totals: ConsumptionTotals;
let unflushed: UnflushedMinutes;
let barrier: ReplayBarrier;
let companyId: number;

beforeAll(async () => {
  server = await startRedisServer();
  consumption = await openConsumptionFixture({ ...process.env, REDIS_URL: server.url });
  redis = consumption.redis;
  companies = createCompanyStore(consumption.connection);
  totals = createConsumptionTotals(consumption.buffer, consumption.store);
  unflushed = createUnflushedMinutes(redis);
  barrier = createReplayBarrier(createClockLeadStore(consumption.connection), redis);
});
beforeEach(async () => {
  await redis.flushall();
  await consumption.connection.collection('companies').deleteMany({});
  companyId = (await companies.create('Acme', 'Europe/Paris')).id;
});
afterAll(async () => {
  await consumption.close();
  await server.close();
});

type Parts = Partial<Parameters<typeof createFlusher>[0]>;
const createTestFlusher = (parts: Parts = {}) =>
  createFlusher({ buffer: consumption.buffer, unflushed, store: consumption.store, companies, log, ...parts });

/** A store that records the companies whose minutes are written. */
function recordingStore(putAll: ConsumptionStore['putAll']) {
  const written: number[] = [];
  return {
    written,
    putAll: async (minutes: Parameters<typeof putAll>[0]) => {
      written.push(...minutes.map(({ minute }) => minute.companyId));
      await putAll(minutes);
    },
  };
}

const killed = async () => {
  throw new Error('killed');
};

const admissionOf = (connection: Redis) => createAdmissionControl(connection, barrier);
const requestOf = (id: number) => ({ companyId: id, keyId: 1, endpoint: 'cv.read', version: 1 });

/** Counts rejected requests of the company. */
async function count(times = 1, id = companyId): Promise<void> {
  const admission = admissionOf(redis);
  for (let time = 0; time < times; time += 1) await admission.reject(requestOf(id), 'invalid_signature');
}

/** Creates companies and counts a request of each. Returns their ids. */
async function countMany(number: number): Promise<number[]> {
  const first = companyId + 1;
  const ids = Array.from({ length: number }, (_none, index) => first + index);
  await createMany(ids);
  const admission = admissionOf(redis);
  for (let at = 0; at < number; at += 100)
    await Promise.all(ids.slice(at, at + 100).map((id) => admission.reject(requestOf(id), 'invalid_signature')));
  return ids;
}

async function createMany(ids: readonly number[]): Promise<void> {
  const documents = ids.map((_id) => ({ _id: _id as never, name: 'Acme', timeZone: 'UTC', limits: {}, version: 1 }));
  await consumption.connection.collection('companies').insertMany(documents);
  await consumption.connection
    .collection('sequences')
    .updateOne({ _id: 'company' as never }, { $inc: { value: ids.length } });
}

/** Moves all listed minutes and their counts into the past. */
async function endMinutes(minutes = HOUR): Promise<void> {
  const listed = (await redis.zrange(unflushedMinutesKey, 0, '-1')).map((member) => member.split(':').map(Number));
  await redis.del(unflushedMinutesKey, claimableMinutesKey);
  const moved = listed.map(([id = 0, minute = 0]) => ({ companyId: id, minute: minute - minutes }));
  await unflushed.add(moved);
  const pipeline = redis.pipeline();
  for (const { companyId: id, minute } of moved) {
    pipeline.rename(minuteKey(id, minute + minutes), minuteKey(id, minute)); // fails if nothing was counted
    pipeline.srem(minutesKey(id), minute + minutes);
    pipeline.sadd(minutesKey(id), minute);
  }
  await pipeline.exec();
}

/** Ends all leases, as if their time had passed. */
async function endLeases(): Promise<void> {
  for (const member of await redis.zrange(claimableMinutesKey, 0, '-1'))
    await redis.zadd(claimableMinutesKey, 1, member);
}

/** Returns the requests of a company in MongoDB and Redis. */
const requestsOf = async (id = companyId) =>
  (await totals.of(id)).reduce((sum, { counts }) => sum + (counts.invalid_signature ?? 0), 0);

/** Returns the requests of the company that are in MongoDB. */
async function storedRequests(id = companyId): Promise<number> {
  const spans = consumption.connection.collection('consumption_spans');
  const years = await spans.find({ companyId: id, span: /^y/, source: '', endpoint: '' }).toArray();
  return years.reduce((sum, { calls }) => sum + calls, 0);
}

const listed = () => redis.zrange(unflushedMinutesKey, 0, '-1');
const claimable = () => redis.zrange(claimableMinutesKey, 0, '-1');

/** Returns how many commands Redis has processed, including those of scripts. */
async function commandsProcessed(): Promise<number> {
  const [, processed] = /total_commands_processed:(\d+)/.exec(await redis.info('stats')) ?? [];
  return Number(processed);
}

/** A connection on which a command fails before it is sent. */
const withoutCommand = (name: string) =>
  new Proxy(redis, { get: (target, property) => (property === name ? killed : Reflect.get(target, property)) });

describe('list of unflushed minutes', () => {
  const counters: [string, (connection: Redis) => Promise<unknown>][] = [
    ['the company API', (connection) => admissionOf(connection).reject(requestOf(companyId), 'invalid_signature')],
    [
      'the user API',
      (connection) =>
        createUserQuota(connection, barrier).admit({ companyId, applicationId: 1, userId: 2 }, undefined, 'user'),
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
    await countOne(redis);
    const minutes = await consumption.buffer.minutes(companyId);
    expect(minutes.length).toBeGreaterThan(0);
    expect(await listed()).toEqual(expect.arrayContaining(minutes.map((minute) => `${companyId}:${minute}`)));
    expect(await claimable()).toEqual(await listed());
  });

  test.each(counters)('is written before counts of %s, even if the gateway is killed', async (_name, countOne) => {
    await countOne(withoutCommand('vitaeListMinutes')).catch(() => undefined); // killed
    expect(await consumption.buffer.all(companyId)).toEqual([]);
  });

  test('is written once per company and minute', async () => {
    await until('enough of the minute is left', async () => Number((await redis.time())[0]) % 60 < 50);
    await count();
    const withoutList = admissionOf(withoutCommand('vitaeListMinutes'));
    for (let request = 0; request < 5; request += 1)
      expect(await withoutList.reject(requestOf(companyId), 'invalid_signature')).toBe(true);
    expect(await requestsOf()).toBe(6);
  });

  test('is written when Redis lost its data within the minute', async () => {
    const admission = admissionOf(redis);
    await admission.reject(requestOf(companyId), 'invalid_signature');
    await redis.flushall();
    await admission.reject(requestOf(companyId), 'invalid_signature');
    const minutes = await consumption.buffer.minutes(companyId);
    expect(await listed()).toEqual(minutes.map((minute) => `${companyId}:${minute}`));
  });

  test('reports the number of ended minutes and the time since the first ended', async () => {
    const metrics = createMetrics('test');
    observeUnflushedMinutes(metrics, redis);
    const read = async () => {
      const text = await metrics.registry.metrics();
      return [...text.matchAll(/^vitae_consumption_unflushed_(\w+){.*} (\d+)$/gm)].map(([, name, value]) => [
        name,
        Number(value),
      ]);
    };
    const minute = Math.floor(Number((await redis.time())[0]) / 60);
    await unflushed.add([{ companyId, minute: minute + 1 }]);
    expect(await read()).toEqual([
      ['minutes', 0],
      ['seconds', 0],
    ]);
    await unflushed.add([minute - 1, minute - HOUR].map((one) => ({ companyId, minute: one })));
    await unflushed.claim(10); // claimed minutes are counted until they are flushed
    const [[, count] = [], [, seconds = 0] = []] = await read();
    expect(count).toBe(2);
    const firstEnded = (minute - HOUR + 1) * 60;
    expect(Number(seconds)).toBeGreaterThanOrEqual(minute * 60 - firstEnded);
    expect(Number(seconds)).toBeLessThanOrEqual(Number((await redis.time())[0]) - firstEnded);
  });

  test('allows a claim when the minute has ended, by one gateway for a minute, even if it is listed again', async () => {
    const minute = Math.floor(Number((await redis.time())[0]) / 60) + HOUR;
    await unflushed.add([{ companyId, minute }]);
    expect(Number(await redis.zscore(claimableMinutesKey, `${companyId}:${minute}`))).toBe((minute + 1) * 60);
    const ended = { companyId, minute: 1_000 };
    await unflushed.add([ended]);
    const before = Number((await redis.time())[0]);
    const { leaseEnd, minutes } = await unflushed.claim(10);
    expect(minutes).toEqual([ended]);
    expect(leaseEnd).toBeGreaterThanOrEqual(before + 60);
    expect(leaseEnd).toBeLessThanOrEqual(Number((await redis.time())[0]) + 60);
    await unflushed.add([ended]);
    expect((await unflushed.claim(10)).minutes).toEqual([]);
  });

  test('is written at most twice for a request, which is then rejected', async () => {
    const runs: number[] = [];
    const countAt = (attempts: number) =>
      unflushed.count(companyId, async (listedMinute) => {
        runs.push(listedMinute);
        return runs.length < attempts ? [-1, 1_000 + runs.length] : ['counted'];
      });
    expect(await countAt(3)).toEqual(['counted']);
    expect(await listed()).toEqual([`${companyId}:1001`, `${companyId}:1002`]);
    expect(runs.splice(0)).toEqual([0, 1_001, 1_002]);
    await expect(countAt(4)).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'dependency_unavailable' });
    expect(runs).toHaveLength(3);
  });
});

describe('flusher', () => {
  test('sends Redis the same few commands with 20,000 idle companies as with one', async () => {
    const flusher = createTestFlusher();
    await flusher.flush(); // loads the script
    const commandsOfPass = async () => {
      const before = await commandsProcessed();
      await flusher.flush();
      return (await commandsProcessed()) - before - 1; // without INFO
    };
    const withOne = await commandsOfPass();
    await createMany(Array.from({ length: 20_000 }, (_none, index) => companyId + 1 + index));
    expect(await commandsOfPass()).toBe(withOne);
    expect(withOne).toBeLessThan(5); // one script with its commands
  });

  test('flushes 3,000 companies in one pass', async () => {
    const ids = await countMany(3_000);
    await endMinutes();
    const store = recordingStore(async () => undefined);
    await createTestFlusher({ store }).flush();
    expect(store.written.sort((a, b) => a - b)).toEqual(ids);
    expect([await listed(), await claimable(), await redis.keys('*:use*')]).toEqual([[], [], []]);
  });

  test('claims 200 minutes at a time, and writes at most 4 groups of 25 together', async () => {
    await countMany(250);
    await endMinutes();
    const claims: number[] = [];
    const sizes: number[] = [];
    let writing = 0;
    let maxWriting = 0;
    const flusher = createTestFlusher({
      unflushed: {
        ...unflushed,
        claim: async (max) => {
          const claimed = await unflushed.claim(max);
          claims.push(claimed.minutes.length);
          return claimed;
        },
      },
      store: {
        putAll: async (minutes) => {
          sizes.push(minutes.length);
          writing += 1;
          maxWriting = Math.max(maxWriting, writing);
          await redis.ping();
          writing -= 1;
        },
      },
    });
    await flusher.flush();
    expect([claims, sizes]).toEqual([[200, 50, 0], Array.from({ length: 10 }, () => 25)]);
    expect(maxWriting).toBeLessThanOrEqual(4);
  });

  test('waits for MongoDB instead of trying each minute while it is unavailable', async () => {
    await countMany(3);
    await endMinutes();
    let writes = 0;
    const putAll = async () => {
      writes += 1;
      throw unavailable('dependency_unavailable', 'MongoDB is unavailable.');
    };
    await expect(createTestFlusher({ store: { putAll } }).flush()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(writes).toBe(1);
    expect(await listed()).toHaveLength(3);
  });

  test('runs every 10 seconds until it is closed', async () => {
    let claims = 0;
    const claim = async () => {
      claims += 1;
      return { leaseEnd: 0, minutes: [], includesSearch: false };
    };
    const scheduled: number[] = [];
    const scheduleSearch = async (delay: number) => void scheduled.push(delay);
    jest.useFakeTimers();
    try {
      const flusher = createTestFlusher({ unflushed: { ...unflushed, claim, scheduleSearch } });
      flusher.start();
      await jest.advanceTimersByTimeAsync(9_999);
      expect(claims).toBe(1);
      await jest.advanceTimersByTimeAsync(1);
      expect(claims).toBe(2);
      await flusher.close();
      await jest.advanceTimersByTimeAsync(60_000);
      expect([claims, scheduled]).toEqual([2, [600]]);
    } finally {
      jest.useRealTimers();
    }
  });

  test('shares the minutes with other gateways that flush at the same time', async () => {
    const ids = await countMany(450);
    await endMinutes();
    const store = recordingStore(consumption.store.putAll);
    await Promise.all([1, 2, 3].map(() => createTestFlusher({ store }).flush()));
    expect(store.written.sort((a, b) => a - b)).toEqual(ids);
    expect(await listed()).toEqual([]);
    const stored = consumption.connection.collection('consumption_spans');
    const years = { companyId: { $in: ids }, span: /^y/, source: '', endpoint: '', calls: 1 };
    expect(await stored.countDocuments(years)).toBe(ids.length);
  });

  test('counts nothing twice when several gateways flush repeatedly', async () => {
    await count(20);
    const before = await totals.of(companyId);
    await endMinutes();
    for (let pass = 0; pass < 2; pass += 1) {
      await endLeases();
      await Promise.all([1, 2, 3, 4].map(() => createTestFlusher().flush()));
    }
    expect(await totals.of(companyId)).toEqual(before);
    expect(await consumption.buffer.all(companyId)).toEqual([]);
    expect(await storedRequests()).toBe(20);
  });

  test('does not flush the current minute', async () => {
    await until('enough of the minute is left', async () => Number((await redis.time())[0]) % 60 < 50);
    await count();
    const before = await consumption.buffer.all(companyId);
    await createTestFlusher().flush();
    expect(await consumption.buffer.all(companyId)).toEqual(before);
    expect(await listed()).toHaveLength(1);
  });

  test('keeps a minute that has ended by the clock of the list but not by that of the counts', async () => {
    await count();
    await endMinutes();
    const [minute = 0] = await consumption.buffer.minutes(companyId);
    // On a cluster, both are on different nodes.
    const buffer = { ...consumption.buffer, closed: async () => ({ current: minute, closed: [] }) };
    await createTestFlusher({ buffer }).flush();
    expect(await listed()).toEqual([`${companyId}:${minute}`]);
    await endLeases();
    await createTestFlusher().flush();
    expect(await storedRequests()).toBe(1);
  });

  test('removes a minute without counts from the list, because its gateway was killed before counting', async () => {
    await unflushed.add([{ companyId, minute: 1_000 }]);
    await createTestFlusher().flush();
    expect([await listed(), await claimable()]).toEqual([[], []]);
  });

  test.each([
    ['before the write to MongoDB', (): Parts => ({ store: { putAll: killed } })],
    [
      'between the write to MongoDB and the removal from Redis',
      (): Parts => ({ buffer: { ...consumption.buffer, remove: killed } }),
    ],
    [
      'between the removal of the counts and that of the list entry',
      (): Parts => ({ unflushed: { ...unflushed, complete: killed } }),
    ],
  ])('loses nothing and counts nothing twice when it is killed %s', async (_when, parts) => {
    await count(5);
    await endMinutes();
    await createTestFlusher(parts())
      .flush()
      .catch(() => undefined); // killed
    expect(await requestsOf()).toBe(5);
    expect(await listed()).not.toEqual([]);
    await endLeases();
    await createTestFlusher().flush();
    expect([await requestsOf(), await storedRequests()]).toEqual([5, 5]);
    expect([await listed(), await claimable()]).toEqual([[], []]);
  });

  test('leaves a minute to the gateway that has leased it', async () => {
    await count();
    await endMinutes();
    await unflushed.claim(10);
    await createTestFlusher().flush();
    expect(await storedRequests()).toBe(0);
  });

  test.each(['reads the counts', 'writes to MongoDB', 'has written to MongoDB'])(
    'does no harm when it %s, is paused until its lease has ended, and continues',
    async (step) => {
      await count(5);
      await endMinutes();
      const { promise: paused, resolve: pause } = Promise.withResolvers<void>();
      const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
      const pauseAt = async (name: string) => {
        if (name !== step) return;
        pause();
        await resumed;
      };
      const holder = createTestFlusher({
        buffer: {
          ...consumption.buffer,
          one: async (id, minute) => {
            await pauseAt('reads the counts');
            return consumption.buffer.one(id, minute);
          },
        },
        store: {
          putAll: async (minutes) => {
            await pauseAt('writes to MongoDB');
            await consumption.store.putAll(minutes);
            await pauseAt('has written to MongoDB');
          },
        },
      }).flush();
      await paused;
      await endLeases();
      await createTestFlusher().flush();
      expect(await storedRequests()).toBe(5);
      // The company counts requests while the holder is paused.
      await count(2);
      await endMinutes(2 * HOUR);
      resume();
      await holder;
      await endLeases();
      await createTestFlusher().flush();
      expect([await requestsOf(), await storedRequests()]).toEqual([7, 7]);
      expect([await listed(), await claimable()]).toEqual([[], []]);
    },
  );

  test('does not remove a list entry whose lease has ended and that another gateway has leased', async () => {
    const entry = { companyId, minute: 1_000 };
    await unflushed.add([entry]);
    const first = await unflushed.claim(10);
    await redis.zadd(claimableMinutesKey, first.leaseEnd + 60, `${companyId}:1000`); // the lease of another gateway
    await unflushed.complete(first.leaseEnd, [entry]);
    expect(await listed()).toEqual([`${companyId}:1000`]);
    await unflushed.complete(first.leaseEnd + 60, [entry]);
    expect(await listed()).toEqual([]);
  });

  test('does not remove counts that were rewritten during the flush', async () => {
    await count();
    await endMinutes();
    const [stale] = await consumption.buffer.all(companyId);
    if (!stale) throw new Error('No minute was counted');
    await consumption.buffer.remove({ ...stale, generation: 'another' });
    expect(await consumption.buffer.all(companyId)).toHaveLength(1);
  });

  test('separates two records of one minute after the clock of Redis was set back', async () => {
    for (let record = 0; record < 2; record += 1) {
      await unflushed.add([{ companyId, minute: 1_000 }]);
      await redis.sadd(minutesKey(companyId), 1_000);
      const counts = { generation: `g${record}`, 'k1 cv.read invalid_signature': 1 };
      await redis.hset(minuteKey(companyId, 1_000), counts);
      await createTestFlusher().flush();
    }
    expect(await storedRequests()).toBe(2);
  });

  test('flushes other companies and minutes when one minute fails', async () => {
    const [other = 0] = await countMany(1);
    await count();
    await endMinutes(2 * HOUR);
    await count(2);
    await endMinutes();
    const store: Parts['store'] = {
      putAll: async (minutes) => {
        if (minutes.some(({ minute }) => minute.companyId === companyId && minute.counters[0]?.count === 1))
          throw new Error('too large a document');
        await consumption.store.putAll(minutes);
      },
    };
    await createTestFlusher({ store }).flush();
    expect([await storedRequests(other), await storedRequests()]).toEqual([1, 2]);
    expect(await listed()).toHaveLength(1);
  });

  test('keeps the counts of a company that MongoDB does not contain', async () => {
    const unknown = companyId + 1_000_000;
    await count(1, unknown);
    await endMinutes();
    await createTestFlusher().flush();
    expect(await listed()).toHaveLength(1);
    expect(await requestsOf(unknown)).toBe(1);
  });

  test('flushes requests with unknown keys', async () => {
    await count(1, 0);
    await endMinutes();
    await createTestFlusher().flush();
    expect(await storedRequests(0)).toBe(1);
  });
});

describe('counts of gateways of an earlier version', () => {
  /** Counts a request without listing the minute. */
  async function countUnlisted(minute: number): Promise<void> {
    await redis.hset(minuteKey(companyId, minute), { generation: 'g', 'k1 cv.read invalid_signature': 1 });
    await redis.sadd(minutesKey(companyId), minute);
  }

  test('are flushed with the next counts of the company', async () => {
    await countUnlisted(1_000);
    await count();
    await endMinutes();
    await createTestFlusher().flush();
    expect(await storedRequests()).toBe(2);
    expect(await consumption.buffer.minutes(companyId)).toEqual([]);
  });

  test('are flushed by a search of all companies that one gateway runs', async () => {
    await createMany(Array.from({ length: 1_200 }, (_none, index) => companyId + 1 + index));
    await countUnlisted(1_000);
    await unflushed.scheduleSearch(0);
    let searched = 0;
    const buffer = {
      ...createMinuteBuffer(redis),
      minutes: async (id: number) => {
        if (id === companyId) searched += 1;
        return consumption.buffer.minutes(id);
      },
    };
    await Promise.all([1, 2, 3].map(() => createTestFlusher({ buffer }).flush()));
    expect(searched).toBe(1);
    expect(await storedRequests()).toBe(1);
    expect(await claimable()).toEqual([]);
  });

  test('are searched again when the gateway is killed during the search', async () => {
    await countUnlisted(1_000);
    await unflushed.scheduleSearch(0);
    await createTestFlusher({ buffer: { ...consumption.buffer, minutes: killed } })
      .flush()
      .catch(() => undefined); // killed
    await endLeases();
    await createTestFlusher().flush();
    expect(await storedRequests()).toBe(1);
    expect(await claimable()).toEqual([]);
  });

  test('are searched again when the gateway stops during the search', async () => {
    await unflushed.scheduleSearch(0);
    const searched: number[] = [];
    const buffer = {
      ...consumption.buffer,
      minutes: async (id: number) => {
        searched.push(id);
        await flusher.close();
        return [];
      },
    };
    const flusher = createTestFlusher({ buffer });
    await flusher.flush();
    expect(searched).toEqual([0]);
    expect(await claimable()).toEqual(['search']);
  });

  test('are searched after the last gateway was started', async () => {
    const gateways = [createTestFlusher(), createTestFlusher()];
    await unflushed.scheduleSearch(0);
    for (const gateway of gateways) gateway.start();
    for (const gateway of gateways) await gateway.close();
    const now = Number((await redis.time())[0]);
    const searchedAt = Number(await redis.zscore(claimableMinutesKey, 'search'));
    expect(searchedAt).toBeGreaterThan(now + 300);
    expect(searchedAt).toBeLessThanOrEqual(now + 600);
  });
});
