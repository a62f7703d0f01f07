import type { Redis } from 'ioredis';
import type { Limits, QuotaType } from '../quota/quota-types.ts';
import { quotaKey } from '../quota/redis-keys.ts';

/** The quota of the current minute. */
export type QuotaState = {
  type: QuotaType;
  limit: number;
  used: number;
  /** When the minute ends, in Unix time in milliseconds. */
  resetAt: number;
  /** When the quota will be exhausted at the rate of this minute; undefined if it will not. */
  endsAt: number | undefined;
  /** The first of the consecutive minutes (Unix time / 60) up to now that used at least 80 %. */
  nearSince: number | undefined;
};

/** The share of the limit from which a minute is near the limit. */
export const NEAR_LIMIT_RATIO = 0.8;
/** The minimum time for a forecast. */
const MIN_RATE_SECONDS = 3;

/** Reads the requests used in the current minute, and the clock of Redis in milliseconds. */
export async function readQuota(redis: Redis, companyId: number) {
  const [time, quota] = await Promise.all([
    redis.time(),
    redis.hmget(quotaKey(companyId), 'minute', 'standard', 'intensive'),
  ]);
  const now = Number(time[0]) * 1_000 + Math.floor(Number(time[1]) / 1_000);
  const current = Number(quota[0]) === Math.floor(now / 60_000);
  return { now, standard: current ? Number(quota[1]) : 0, intensive: current ? Number(quota[2]) : 0 };
}

/** `past` contains the requests of the previous minutes, latest first. */
export function quotaState(
  type: QuotaType,
  limits: Limits,
  { now, ...used }: { now: number; standard: number; intensive: number },
  past: readonly number[],
): QuotaState {
  const limit = limits[type];
  const minute = Math.floor(now / 60_000);
  const seconds = (now - minute * 60_000) / 1_000;
  const rate = seconds >= MIN_RATE_SECONDS ? used[type] / seconds : 0;
  const left = Math.max(0, limit - used[type]);
  const end = now + (left / rate) * 1_000; // not finite without a rate
  const resetAt = (minute + 1) * 60_000;
  const isNear = (requests: number) => requests >= limit * NEAR_LIMIT_RATIO;
  const before = past.findIndex((requests) => !isNear(requests));
  const minutesBefore = before < 0 ? past.length : before;
  // The previous minute counts too, because the current minute may have just begun.
  const near = isNear(used[type]) || minutesBefore > 0;
  return {
    type,
    limit,
    used: used[type],
    resetAt,
    endsAt: end < resetAt ? Math.min(end, resetAt) : undefined,
    nearSince: near ? minute - minutesBefore : undefined,
  };
}
