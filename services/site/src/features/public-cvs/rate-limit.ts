import type { Redis, Result } from 'ioredis';

/** How often something may be asked for in a while. */
export type RateLimit = { name: string; most: number; windowSeconds: number };

export type RateLimiter = {
  /** Counts a request of `whose`. Answers the seconds to wait when there were too many, otherwise 0. */
  count(limit: RateLimit, whose: string): Promise<number>;
};

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeCountRequest(keys: number, key: string, windowSeconds: number): Result<[number, number], Context>;
  }
}

/** KEYS count; ARGV window in seconds. Answers {requests, seconds left}: one step, so that no count is left without an end. */
const SCRIPT = `
local requests = redis.call('INCR', KEYS[1])
if requests == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return {requests, redis.call('TTL', KEYS[1])}
`;

export function createRateLimiter(redis: Redis): RateLimiter {
  redis.defineCommand('vitaeCountRequest', { lua: SCRIPT });
  return {
    count: async ({ name, most, windowSeconds }, whose) => {
      const [requests, seconds] = await redis.vitaeCountRequest(1, `rate:${name}:${whose}`, windowSeconds);
      return requests <= most ? 0 : Math.max(1, seconds);
    },
  };
}
