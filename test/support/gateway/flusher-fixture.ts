import { createCompanyStore } from '@vitae/accounts/companies/company-mongo-store';
import { MINUTE_LISTS, type MinuteListKeys, minuteKey, minutesKey } from '@vitae/accounts/quota/redis-keys';
import { createFlusher, type Flusher, type FlusherDependencies } from '@vitae/gateway/consumption/flusher';
import { createMissingCompanies } from '@vitae/gateway/consumption/missing-companies';
import {
  createUnflushedMinutes,
  type MinuteList,
  type UnflushedMinutes,
} from '@vitae/gateway/consumption/unflushed-minutes';
import { createClockLeadStore } from '@vitae/gateway/quota/clock-lead-mongo-store';
import { type CompanyQuota, createCompanyQuota } from '@vitae/gateway/quota/company-quota';
import { createReplayBarrier, type ReplayBarrier } from '@vitae/gateway/quota/replay-barrier';
import { createLogger } from '@vitae/kit/log';
import { createMetrics, type Metrics } from '@vitae/kit/metrics';
import type { Redis } from 'ioredis';
import { type ConsumptionTotals, createConsumptionTotals } from '../consumption-totals.ts';
import { startRedisServer } from '../redis-server.ts';
import { type ConsumptionFixture, openConsumptionFixture } from './consumption-fixtures.ts';

/** Flushers with a Redis server of their own. */
export type FlusherFixture = ConsumptionFixture & {
  totals: ConsumptionTotals;
  unflushed: UnflushedMinutes;
  /** The only list of a single server. */
  list: MinuteList;
  barrier: ReplayBarrier;
  /** Removes all companies and counts. Returns the id of a new company, which is the default of the functions below. */
  reset(): Promise<number>;
  createFlusher(parts?: FlusherParts): Flusher;
  quotaOf(connection: Redis): CompanyQuota;
  /** Counts rejected requests of a company. */
  count(times?: number, id?: number): Promise<void>;
  createMany(ids: readonly number[]): Promise<void>;
  /** Creates companies and counts a request of each. Returns their ids. */
  countMany(number: number): Promise<number[]>;
  /** Moves all listed minutes and their counts into the past. */
  endMinutes(minutes?: number): Promise<void>;
  /** Ends all leases, as if their time had passed. */
  endLeases(): Promise<void>;
  /** Returns the requests of a company in MongoDB and Redis. */
  requestsOf(id?: number): Promise<number>;
  /** Returns the requests of a company that are in MongoDB. */
  storedRequests(id?: number): Promise<number>;
  /** Returns the members of the list of unflushed minutes. */
  listed(): Promise<string[]>;
  claimable(): Promise<string[]>;
};

/** Replaced dependencies, and functions of the list and the store. */
export type FlusherParts = Partial<Omit<FlusherDependencies, 'store' | 'missing'>> & {
  metrics?: Metrics;
  list?: Partial<MinuteList>;
  store?: Partial<FlusherDependencies['store']>;
};

export const HOUR = 60;

/** The keys of the only list of a single server. */
export const listKeys = MINUTE_LISTS[0] as MinuteListKeys;

const log = createLogger({ name: 'test', level: 'silent' });

/** Stands for a step before which the gateway is killed. */
export async function killed(): Promise<never> {
  throw new Error('killed');
}

export const requestOf = (companyId: number) => ({ companyId, keyId: 1, endpoint: 'cv.read', version: 1 });

export async function openFlusherFixture(environment: NodeJS.ProcessEnv): Promise<FlusherFixture> {
  const server = await startRedisServer();
  const consumption = await openConsumptionFixture({ ...environment, REDIS_URL: server.url });
  const { connection, redis, buffer, store } = consumption;
  const companies = createCompanyStore(connection);
  const unflushed = createUnflushedMinutes(redis);
  const [list] = unflushed.lists as [MinuteList];
  const barrier = createReplayBarrier(createClockLeadStore(connection), redis);
  const quotaOf = (of: Redis) => createCompanyQuota(of, barrier);
  let companyId = 0;
  return {
    ...consumption,
    unflushed,
    list,
    barrier,
    reset: async () => {
      await redis.flushall();
      await connection.collection('companies').deleteMany({});
      companyId = (await companies.create('Acme', 'Europe/Paris')).id;
      return companyId;
    },
    createFlusher: ({ list: listParts, store: storeParts, metrics = createMetrics('test'), ...parts } = {}) => {
      const lists = [{ ...list, ...listParts }];
      const replaced = { buffer, companies, log, unflushed: { ...unflushed, lists }, ...parts };
      const missing = createMissingCompanies({ redis, metrics, ...replaced });
      return createFlusher({ ...replaced, store: { ...store, ...storeParts }, missing });
    },
    ...createCounters(consumption, quotaOf, () => companyId),
    endMinutes: (minutes = HOUR) => endMinutes(redis, unflushed, minutes),
    endLeases: async () => {
      for (const member of await redis.zrange(listKeys.claimable, 0, '-1'))
        await redis.zadd(listKeys.claimable, 1, member);
    },
    ...createReaders(consumption, () => companyId),
    close: async () => {
      await consumption.close();
      await server.close();
    },
  };
}

function createCounters(
  { connection, redis }: ConsumptionFixture,
  quotaOf: FlusherFixture['quotaOf'],
  companyId: () => number,
): Pick<FlusherFixture, 'quotaOf' | 'count' | 'createMany' | 'countMany'> {
  const createMany = async (ids: readonly number[]) => {
    const documents = ids.map((_id) => ({ _id: _id as never, name: 'Acme', timeZone: 'UTC', limits: {}, version: 1 }));
    await connection.collection('companies').insertMany(documents);
    await connection.collection('sequences').updateOne({ _id: 'company' as never }, { $inc: { value: ids.length } });
  };
  return {
    quotaOf,
    count: async (times = 1, id = companyId()) => {
      const quota = quotaOf(redis);
      for (let time = 0; time < times; time += 1) await quota.reject(requestOf(id), 'invalid_signature');
    },
    createMany,
    countMany: async (number) => {
      const first = companyId() + 1;
      const ids = Array.from({ length: number }, (_none, index) => first + index);
      await createMany(ids);
      const quota = quotaOf(redis);
      for (let at = 0; at < number; at += 100)
        await Promise.all(ids.slice(at, at + 100).map((id) => quota.reject(requestOf(id), 'invalid_signature')));
      return ids;
    },
  };
}

async function endMinutes(redis: Redis, unflushed: UnflushedMinutes, minutes: number): Promise<void> {
  const listed = (await redis.zrange(listKeys.unflushed, 0, '-1')).map((member) => member.split(':').map(Number));
  await redis.del(listKeys.unflushed, listKeys.claimable);
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

function createReaders(
  { connection, redis, buffer, store }: ConsumptionFixture,
  companyId: () => number,
): Pick<FlusherFixture, 'totals' | 'requestsOf' | 'storedRequests' | 'listed' | 'claimable'> {
  const totals = createConsumptionTotals(buffer, store);
  return {
    totals,
    requestsOf: async (id = companyId()) =>
      (await totals.of(id)).reduce((sum, { counts }) => sum + (counts.invalid_signature ?? 0), 0),
    storedRequests: async (id = companyId()) => {
      const spans = connection.collection('consumption_spans');
      const years = await spans.find({ companyId: id, span: /^y/, source: '', endpoint: '' }).toArray();
      return years.reduce((sum, { calls }) => sum + calls, 0);
    },
    listed: () => redis.zrange(listKeys.unflushed, 0, '-1'),
    claimable: () => redis.zrange(listKeys.claimable, 0, '-1'),
  };
}
