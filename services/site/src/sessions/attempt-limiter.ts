import { createHash } from 'node:crypto';
import { networkOf } from '@vitae/kit/http/client-network';
import type { Redis } from 'ioredis';
import { createRateLimiter, type RateLimit } from './rate-limiter.ts';

/** Limits how often passwords are tried. */
export type AttemptLimiter = {
  /** Counts an attempt before the password is checked. Returns 0, or the seconds to wait if there were too many. */
  count(address: string, account: string): Promise<number>;
  /** Resets the account's attempts after a correct password. */
  succeeded(account: string): Promise<void>;
};

export const ATTEMPTS = { windowSeconds: 900, perAccount: 10, perAddress: 50 } as const;

const PER_ADDRESS: RateLimit = {
  name: 'attempts:address',
  max: ATTEMPTS.perAddress,
  windowSeconds: ATTEMPTS.windowSeconds,
};
const PER_ACCOUNT: RateLimit = {
  name: 'attempts:account',
  max: ATTEMPTS.perAccount,
  windowSeconds: ATTEMPTS.windowSeconds,
};

/** `account` is the name as typed, whether it exists or not, so that a limit does not reveal which names exist. */
export function createAttemptLimiter(redis: Redis): AttemptLimiter {
  const limiter = createRateLimiter(redis);
  return {
    count: async (address, account) =>
      Math.max(
        await limiter.count(PER_ADDRESS, networkOf(address)),
        await limiter.count(PER_ACCOUNT, digestOf(account)),
      ),
    succeeded: (account) => limiter.reset(PER_ACCOUNT, digestOf(account)),
  };
}

/** Counts the accounts of one kind of user separately from those of others. */
export function limiterFor(kind: string, { count, succeeded }: AttemptLimiter): AttemptLimiter {
  return {
    count: (address, account) => count(address, `${kind}:${account}`),
    succeeded: (account) => succeeded(`${kind}:${account}`),
  };
}

function digestOf(account: string): string {
  return createHash('sha256').update(account).digest('base64url');
}
