import type { Redis } from 'ioredis';

/** Explanations that a company may ask for in a minute: each costs as much as thousands of signatures. */
export const EXPLANATIONS_PER_MINUTE = 20;
const MINUTE = 60;

/** Counts an explanation before it is made. Answers the seconds to wait when there were too many, otherwise 0. */
export function createExplanationRate(redis: Redis): (companyId: number) => Promise<number> {
  return async (companyId) => {
    const [tries, seconds] = await redis.vitaeCountAttempt(1, `{c:${companyId}}:explanations`, MINUTE);
    return tries <= EXPLANATIONS_PER_MINUTE ? 0 : Math.max(1, seconds);
  };
}
