import { fieldOf, keySource } from '@vitae/accounts/consumption/counter';
import { minuteKey, minutesKey, unflushedMinutesKey } from '@vitae/accounts/quota/redis-keys';
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
/** How many minutes ago. The first minute adds documents, the second changes them, and the others wait together. */
const FIRST_MINUTE = 8;
const LATER_MINUTE = 7;
const WAITING_MINUTES = [6, 5, 4, 3, 2];

/** Measures how long the gateway takes to write minutes of active companies to MongoDB. */
export async function measureFlush(run: RunFile, companyIds: readonly number[]): Promise<Measurement[]> {
  const redis = new Redis(run.redisUrl);
  const companies = `${companyIds.length.toLocaleString('en')} active companies with ${ENDPOINTS.length} endpoints each`;
  const measure = async (title: string, minutesAgo: readonly number[]): Promise<Measurement> => {
    const now = Math.floor(Date.now() / 60_000);
    const minutes = minutesAgo.map((ago) => now - ago);
    const value = (await flushSeconds(redis, companyIds, minutes)) / minutes.length;
    return { title, value, unit: 's', goal: GOAL_SECONDS, goalIs: 'max', before: '87 s' };
  };
  try {
    return [
      await measure(`One gateway writes a minute of ${companies}, first minute of the month`, [FIRST_MINUTE]),
      await measure(`One gateway writes a minute of ${companies}, a later minute`, [LATER_MINUTE]),
      await measure(
        `One gateway writes ${WAITING_MINUTES.length} waiting minutes of ${companies}, time per minute`,
        WAITING_MINUTES,
      ),
    ];
  } finally {
    redis.disconnect();
  }
}

/** Counts requests of companies in minutes that have ended, and waits until the gateway has written all of them. */
async function flushSeconds(redis: Redis, companyIds: readonly number[], minutes: readonly number[]): Promise<number> {
  const unflushed = createUnflushedMinutes(redis);
  const pipeline = redis.pipeline();
  const companyMinutes = minutes.flatMap((minute) => companyIds.map((companyId) => ({ companyId, minute })));
  for (const { companyId, minute } of companyMinutes) {
    const cells = ENDPOINTS.flatMap((endpoint) =>
      Object.entries(COUNTERS).map(([name, count]) => [fieldOf(keySource(companyId), endpoint, name), count] as const),
    );
    pipeline.hset(minuteKey(companyId, minute), { generation: `${minute}.0`, ...Object.fromEntries(cells) });
    pipeline.sadd(minutesKey(companyId), minute);
  }
  await pipeline.exec();
  const started = performance.now();
  for (const minute of minutes) await unflushed.add(companyIds.map((companyId) => ({ companyId, minute })));
  const isFlushed = async () => (await redis.zcard(unflushedMinutesKey)) === 0;
  await until('all minutes to be flushed', isFlushed, 10 * 60_000);
  return (performance.now() - started) / 1_000;
}
