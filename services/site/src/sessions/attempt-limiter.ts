import { createHash } from 'node:crypto';
import type { Clock } from '@vitae/kit/clock';
import { networkOf } from '@vitae/kit/http/client-network';
import type { Redis, Result } from 'ioredis';

/** A password check for one account. `check` returns undefined if the password is wrong. */
export type Candidate<T> = {
  account: string;
  /** Changes with the password of the account. */
  passwordVersion: string;
  check(): Promise<T | undefined>;
};

export type Attempt<T> = { passed: T } | { wrong: true } | { retryAfter: number };

/** Where an attempt comes from. */
export type Client = {
  address: string;
  /** Returns the id of the browser if it has signed in to this account with its current password before. */
  deviceFor(account: string, passwordVersion: string): string | undefined;
};

/**
 * Delays password checks after failures. Only failures count. They are counted by resolved account, so that a sign-in to
 * one account does not affect another, and by typed name if there is no account, so that delays do not reveal which names
 * exist. Failures of unknown browsers never delay a browser that has signed in to the account before (OWASP device
 * cookies).
 */
export type AttemptLimiter = {
  /**
   * Checks the password for each account, first those to which the browser has signed in. Ends when it matches one of
   * them. Otherwise, it must match exactly one account, so that no sign-in leads to an arbitrary one.
   */
  attempt<T>(client: Client, candidates: readonly Candidate<T>[]): Promise<Attempt<T>>;
  /** Checks a password or code that only the owner of `subject` is asked for, for example a signed-in user. */
  confirm<T>(subject: string, check: () => Promise<T | undefined>): Promise<Attempt<T>>;
};

/** Delays double with each failure after the free ones, up to `maxSeconds`. */
type DelayPolicy = { name: string; free: number; firstSeconds: number; maxSeconds: number };

/** One subscriber or device at one account. */
const OWN: DelayPolicy = { name: 'own', free: 10, firstSeconds: 5, maxSeconds: 900 };
// Bounds guessing from many networks. The delays are short because they also affect a user with a new device.
const ACCOUNT: DelayPolicy = { name: 'account', free: 100, firstSeconds: 1, maxSeconds: 60 };
// Bounds guessing with the cookies of many sign-ins to one account. Successful sign-ins, and thus cookies, are unlimited.
const DEVICES: DelayPolicy = { ...ACCOUNT, name: 'devices' };
/** Bounds guessing of many accounts from one network, which may be that of a whole school. */
const NETWORK: DelayPolicy = { name: 'network', free: 50, firstSeconds: 1, maxSeconds: 60 };
/** Failures are forgotten this long after the last one. */
const FORGET_SECONDS = 3_600;

type Counter = { policy: DelayPolicy; key: string };

type AttemptLimiterDependencies = { redis: Redis; clock: Clock };

export function createAttemptLimiter(dependencies: AttemptLimiterDependencies): AttemptLimiter {
  const { reserve, refund, reset } = createFailureCounters(dependencies);
  /** Counts as a failure until the check has passed, so that concurrent guesses cannot exceed the limits. */
  const run = async <T>(counters: readonly Counter[], check: () => Promise<T | undefined>): Promise<Attempt<T>> => {
    const [own, ...shared] = counters as [Counter, ...Counter[]];
    const retryAfter = await reserve(counters);
    if (retryAfter > 0) return { retryAfter };
    let passed: T | undefined;
    try {
      passed = await check();
    } catch (error) {
      await refund(counters);
      throw error;
    }
    if (passed === undefined) return { wrong: true };
    await reset(own);
    await refund(shared);
    return { passed };
  };
  return {
    attempt: async <T>({ address, deviceFor }: Client, candidates: readonly Candidate<T>[]) => {
      const network = networkOf(address);
      const ofNetwork = counter(NETWORK, network);
      // A name may belong to several accounts. An attempt at all of them counts once for the network.
      let networkCounted = false;
      let result: Attempt<never> = { wrong: true };
      const passed: T[] = [];
      const withDevices = candidates.map((one) => ({ ...one, device: deviceFor(one.account, one.passwordVersion) }));
      for (const { account, check, device } of withDevices.toSorted((a, b) => Number(!a.device) - Number(!b.device))) {
        const counters = device
          ? [counter(OWN, 'device', device), counter(DEVICES, account)]
          : [counter(OWN, network, account), counter(ACCOUNT, account), ...(networkCounted ? [] : [ofNetwork])];
        const attempt = await run(counters, check);
        if ('passed' in attempt) passed.push(attempt.passed);
        else if ('retryAfter' in attempt) result = attempt;
        else if (!device) networkCounted = true;
        if (device && passed.length > 0) break;
      }
      const [only, ...others] = passed;
      if (only === undefined) return result;
      if (networkCounted) await refund([ofNetwork]);
      return others.length === 0 ? { passed: only } : { wrong: true };
    },
    confirm: (subject, check) => run([counter(OWN, 'confirm', subject)], check),
  };
}

function counter(policy: DelayPolicy, ...subject: string[]): Counter {
  const digest = createHash('sha256').update(JSON.stringify(subject)).digest('base64url');
  return { policy, key: `limit:attempts:${policy.name}:${digest}` };
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeReserveAttempt(keys: number, ...keysAndArguments: (string | number)[]): Result<number, Context>;
    vitaeRefundAttempt(keys: number, key: string): Result<number, Context>;
  }
}

/** KEYS counter; ARGV now in ms, free, first and maximum delay in ms, lifetime in s. Returns 0 or the ms to wait. */
const RESERVE_SCRIPT = `
local now, free, first, max = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local wait = tonumber(redis.call('HGET', KEYS[1], 'until') or 0) - now
if wait > 0 then return math.min(wait, max) end
local over = redis.call('HINCRBY', KEYS[1], 'failures', 1) - free
if over >= 0 then
  redis.call('HSET', KEYS[1], 'until', string.format('%.0f', now + math.min(max, first * 2 ^ over)))
end
redis.call('EXPIRE', KEYS[1], ARGV[5])
return 0
`;

const REFUND_SCRIPT = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if redis.call('HINCRBY', KEYS[1], 'failures', -1) <= 0 then return redis.call('DEL', KEYS[1]) end
return redis.call('HDEL', KEYS[1], 'until')
`;

/** The counters are in Redis, so that all site processes share them. Fails when Redis is unreachable. */
function createFailureCounters({ redis, clock }: AttemptLimiterDependencies) {
  redis.defineCommand('vitaeReserveAttempt', { lua: RESERVE_SCRIPT });
  redis.defineCommand('vitaeRefundAttempt', { lua: REFUND_SCRIPT });
  const refund = async (counters: readonly Counter[]): Promise<void> => {
    await Promise.all(counters.map(({ key }) => redis.vitaeRefundAttempt(1, key)));
  };
  return {
    refund,
    reset: ({ key }: Counter) => redis.del(key),
    /** Counts a failure at every counter. Returns 0, or the seconds to wait; then nothing was counted. */
    reserve: async (counters: readonly Counter[]): Promise<number> => {
      for (const [index, { policy, key }] of counters.entries()) {
        const delays = [policy.firstSeconds * 1_000, policy.maxSeconds * 1_000];
        const wait = await redis.vitaeReserveAttempt(1, key, clock.now(), policy.free, ...delays, FORGET_SECONDS);
        if (wait === 0) continue;
        await refund(counters.slice(0, index));
        return Math.ceil(wait / 1_000);
      }
      return 0;
    },
  };
}
