import { fieldOf, keySource } from '@vitae/accounts/consumption/counter';
import { minuteKey, minutesKey } from '@vitae/accounts/quota/redis-keys';
import { createUnflushedMinutes } from '@vitae/gateway/consumption/unflushed-minutes';
import { Redis } from 'ioredis';
import type { RunFile } from '../support/system.ts';
import { until } from '../support/until.ts';
import type { Measurement } from './goals.ts';

/** How many companies are active in each minute. */
export const ACTIVE_COMPANIES = 3_000;
const GOAL_SECONDS = 60;
const ENDPOINTS = ['cv.read', 'cv.list', 'user.read', 'users.search'];
const COUNTERS = { accepted_standard: 60, s200: 60, us: 300_000, l20: 60 };
const WHY_MISSED =
  'A minute of a company updates ten documents (its total, its key, four endpoints, and the key at each of them) in each of four spans (hour, day, month and year): 120,000 updates in all, in majority-acknowledged transactions of 25 companies. Gateway and MongoDB share two cores. A second gateway shares the minutes.';

/** How many minutes ago. The first minute adds documents, the second changes them. */
const FIRST_MINUTE = 8;
const LATER_MINUTE = 7;

/** Measures how long the gateway takes to write minutes of active companies to MongoDB. */
export async function measureFlush(run: RunFile, companyIds: readonly number[]): Promise<Measurement[]> {
  const redis = new Redis(run.redisUrl);
  const companies = `${companyIds.length.toLocaleString('en')} active companies with ${ENDPOINTS.length} endpoints each`;
  const measure = async (title: string, minutesAgo: number): Promise<Measurement> => {
    const minute = Math.floor(Date.now() / 60_000) - minutesAgo;
    const value = await flushSeconds(redis, { companyIds, minute, endpoints: ENDPOINTS });
    return { title, value, unit: 's', goal: GOAL_SECONDS, goalIs: 'max', before: '87 s', whyMissed: WHY_MISSED };
  };
  try {
    return [
      await measure(`One gateway writes a minute of ${companies}, first minute of the month`, FIRST_MINUTE),
      await measure(`One gateway writes a minute of ${companies}, a later minute`, LATER_MINUTE),
    ];
  } finally {
    redis.disconnect();
  }
}

type CountedMinute = { companyIds: readonly number[]; minute: number; endpoints: readonly string[] };

/** Counts requests of companies in a minute that has ended, and waits until the gateway has written all of them. */
export async function flushSeconds(redis: Redis, { companyIds, minute, endpoints }: CountedMinute): Promise<number> {
  const unflushed = createUnflushedMinutes(redis);
  const pipeline = redis.pipeline();
  for (const companyId of companyIds) {
    const cells = endpoints.flatMap((endpoint) =>
      Object.entries(COUNTERS).map(([name, count]) => [fieldOf(keySource(companyId), endpoint, name), count] as const),
    );
    pipeline.hset(minuteKey(companyId, minute), { generation: `${minute}.0`, ...Object.fromEntries(cells) });
    pipeline.sadd(minutesKey(companyId), minute);
  }
  await pipeline.exec();
  const started = performance.now();
  await unflushed.add(companyIds.map((companyId) => ({ companyId, minute })));
  const isFlushed = async () => (await unflushed.backlog()).count === 0;
  await until('the minute to be flushed', isFlushed, 10 * 60_000);
  return (performance.now() - started) / 1_000;
}
