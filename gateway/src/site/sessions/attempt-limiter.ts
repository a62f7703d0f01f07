import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Redis } from 'ioredis';

/** Bounds how often passwords are tried. */
export type AttemptLimiter = {
  /** Counts a try before it is made. Answers the seconds to wait when there were too many, otherwise 0. */
  count(address: string, account: string): Promise<number>;
  /** A right password makes the account's wrong ones count no more. */
  succeeded(account: string): Promise<void>;
};

export const ATTEMPTS = { windowSeconds: 900, perAccount: 10, perAddress: 50 } as const;

/** `account` is whatever name was typed, known or not, so that being limited tells nothing about it. */
export function createAttemptLimiter(redis: Redis): AttemptLimiter {
  const countIn = async (key: string, most: number): Promise<number> => {
    await redis.set(key, 0, 'EX', ATTEMPTS.windowSeconds, 'NX');
    if ((await redis.incr(key)) <= most) return 0;
    return Math.max(1, await redis.ttl(key));
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
