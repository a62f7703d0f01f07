import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Redis, Result } from 'ioredis';

/** Bounds how often passwords are tried. */
export type AttemptLimiter = {
  /** Counts a try before it is made. Answers the seconds to wait when there were too many, otherwise 0. */
  count(address: string, account: string): Promise<number>;
  /** A right password makes the account's wrong ones count no more. */
  succeeded(account: string): Promise<void>;
};

export const ATTEMPTS = { windowSeconds: 900, perAccount: 10, perAddress: 50 } as const;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeCountAttempt(keys: number, key: string, windowSeconds: number): Result<[number, number], Context>;
  }
}

/**
 * KEYS count; ARGV window in seconds. Answers {tries, seconds left}. One step, so that no count is
 * left without an end, which would lock an account for ever.
 */
const SCRIPT = `
local tries = redis.call('INCR', KEYS[1])
local left = redis.call('TTL', KEYS[1])
if left < 0 then
  redis.call('EXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {tries, left}
`;

/** `account` is whatever name was typed, known or not, so that being limited tells nothing about it. */
export function createAttemptLimiter(redis: Redis): AttemptLimiter {
  redis.defineCommand('vitaeCountAttempt', { lua: SCRIPT });
  const countIn = async (key: string, most: number): Promise<number> => {
    const [tries, seconds] = await redis.vitaeCountAttempt(1, key, ATTEMPTS.windowSeconds);
    return tries <= most ? 0 : Math.max(1, seconds);
  };
  return {
    count: async (address, account) => {
      const waits = [
        await countIn(addressKey(address), ATTEMPTS.perAddress),
        await countIn(accountKey(account), ATTEMPTS.perAccount),
      ];
      return Math.max(...waits);
    },
    succeeded: async (account) => {
      await redis.del(accountKey(account));
    },
  };
}

/** A limiter whose accounts are counted apart from those of other kinds of people. */
export function limiterFor(kind: string, { count, succeeded }: AttemptLimiter): AttemptLimiter {
  return {
    count: (address, account) => count(address, `${kind}:${account}`),
    succeeded: (account) => succeeded(`${kind}:${account}`),
  };
}

function accountKey(account: string): string {
  return `attempts:account:${createHash('sha256').update(account).digest('base64url')}`;
}

function addressKey(address: string): string {
  return `attempts:address:${networkOf(address)}`;
}

/** One subscriber has a whole /64 of IPv6 addresses (RFC 6177). */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
