import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** How many requests of one subject are allowed in a time window. */
export type RateLimit = {
  name: string;
  max: number;
  windowSeconds: number;
  /** Counts in each process while Redis is unreachable, instead of failing. For limits that only protect capacity. */
  withoutRedis?: boolean;
};

export type RateLimiter = {
  /** Counts a request. Returns 0, or the seconds to wait if the limit is exceeded. */
  count(limit: RateLimit, subject: string): Promise<number>;
  /** Takes back one request that was counted. */
  refund(limit: RateLimit, subject: string): Promise<void>;
  /** Forgets the requests of the subject. */
  reset(limit: RateLimit, subject: string): Promise<void>;
};

/** Counts in Redis, so that all site processes share the limits. By default, fails when Redis is unreachable. */
export function createRateLimiter(redis: Redis): RateLimiter {
  // Defines the command of the library. A pipeline that is open when a command is defined does not have it: then the other
  // commands of this pipeline would receive wrong results, and the process would end.
  new RateLimiterRedis({ storeClient: redis, points: 1, duration: 1 });
  const limiters = new Map<string, RateLimiterRedis>();
  const limiterOf = ({ name, max, windowSeconds, withoutRedis }: RateLimit): RateLimiterRedis => {
    let limiter = limiters.get(name);
    if (!limiter) {
      limiter = new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `limit:${name}`,
        points: max,
        duration: windowSeconds,
        ...(withoutRedis && { insuranceLimiter: new RateLimiterMemory({ points: max, duration: windowSeconds }) }),
      });
      limiters.set(name, limiter);
    }
    return limiter;
  };
  return {
    count: async (limit, subject) => {
      try {
        await limiterOf(limit).consume(subject);
        return 0;
      } catch (exceeded) {
        if (!(exceeded instanceof RateLimiterRes)) throw exceeded;
        return Math.max(1, Math.ceil(exceeded.msBeforeNext / 1_000));
      }
    },
    refund: async (limit, subject) => {
      await limiterOf(limit).reward(subject);
    },
    reset: async (limit, subject) => {
      await limiterOf(limit).delete(subject);
    },
  };
}
