import type { Redis } from 'ioredis';
import { createRateLimiter, type RateLimit } from '../../../sessions/rate-limiter.ts';

/** An explanation costs as much as thousands of signatures. */
export const EXPLANATIONS: RateLimit = { name: 'explanations', max: 20, windowSeconds: 60 };

/** Counts an explanation of the company. Returns 0, or the seconds to wait if there were too many. */
export function createExplanationRate(redis: Redis): (companyId: number) => Promise<number> {
  const limiter = createRateLimiter(redis);
  return (companyId) => limiter.count(EXPLANATIONS, String(companyId));
}
