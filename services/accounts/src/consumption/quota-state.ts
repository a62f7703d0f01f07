import type { Redis } from 'ioredis';
import type { Limits } from '../keys/api-key.ts';
import type { QuotaType } from '../quota/quota-types.ts';
import { quotaKey } from '../quota/redis-keys.ts';

/** The quota of the running minute, as the gateways count it. */
export type QuotaState = {
  type: QuotaType;
  limit: number;
  used: number;
  /** Unix time in milliseconds when the minute ends. */
  resetAt: number;
  /** When it will have been used up at this minute's pace; undefined when it will last. */
  endsAt: number | undefined;
  /** First minute (Unix time / 60) of those in a row, up to now, that used 80 % or more. */
  nearSince: number | undefined;
};

/** From this share of the limit on a minute counts as near it. */
export const NEAR = 0.8;
/** A pace cannot be told from fewer seconds. */
const PACE_SECONDS = 3;

/** Calls used of each type in the running minute by Redis' clock, which is given in milliseconds. */
export async function readQuota(redis: Redis, companyId: number) {
  const [time, quota] = await Promise.all([
    redis.time(),
    redis.hmget(quotaKey(companyId), 'minute', 'standard', 'intensive'),
  ]);
  const now = Number(time[0]) * 1_000 + Math.floor(Number(time[1]) / 1_000);
  const current = Number(quota[0]) === Math.floor(now / 60_000);
  return { now, standard: current ? Number(quota[1]) : 0, intensive: current ? Number(quota[2]) : 0 };
}

/** `past` is what was used in the minutes before, the latest first. */
export function quotaState(
  type: QuotaType,
  limits: Limits,
  { now, ...used }: { now: number; standard: number; intensive: number },
  past: readonly number[],
): QuotaState {
  const limit = limits[type];
  const minute = Math.floor(now / 60_000);
  const seconds = (now - minute * 60_000) / 1_000;
  const pace = seconds >= PACE_SECONDS ? used[type] / seconds : 0;
  const left = Math.max(0, limit - used[type]);
  const end = pace > 0 ? now + (left / pace) * 1_000 : Number.POSITIVE_INFINITY;
  const resetAt = (minute + 1) * 60_000;
  const isNear = (calls: number) => calls >= limit * NEAR;
  const before = past.findIndex((calls) => !isNear(calls));
  const minutesBefore = before < 0 ? past.length : before;
  // A minute that has just begun says nothing yet: the one before it does.
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
