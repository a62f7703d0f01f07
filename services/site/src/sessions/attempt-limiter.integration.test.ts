import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import type { RedisConnection } from '@vitae/kit/redis';
import { connectTestRedis } from '@vitae/test/support/kit/test-redis';
import type { Request, Response } from 'express';
import { type Attempt, type AttemptLimiter, type Client, createAttemptLimiter } from './attempt-limiter.ts';
import { createKnownDevices } from './known-devices.ts';

let connected: RedisConnection;
let limiter: AttemptLimiter;
let now = Date.UTC(2026, 10, 22);
let account: string;

beforeAll(async () => {
  connected = await connectTestRedis('attempt-limiter');
  limiter = createAttemptLimiter({ redis: connected.redis, clock: { now: () => now } });
});
afterAll(() => connected.close());
beforeEach(() => {
  account = randomUUID();
});

const newAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomUUID()}`;
const client = (address = newAddress(), device?: string): Client => ({ address, deviceFor: () => device });
const right = async () => 'signed in';
const wrong = async () => undefined;
const guess = (from: Client, ...accounts: string[]) =>
  limiter.attempt<string>(
    from,
    accounts.map((one) => ({ account: one, passwordVersion: '1', check: wrong })),
  );
const signIn = (from: Client, to = account) =>
  limiter.attempt(from, [{ account: to, passwordVersion: '1', check: right }]);
const delayOf = (attempt: Attempt<unknown>) => ('retryAfter' in attempt ? attempt.retryAfter : 0);
const PASSED = { passed: 'signed in' };

describe('wrong passwords', () => {
  test('cause delays that double up to 15 minutes', async () => {
    const attacker = client();
    for (let tries = 0; tries < 10; tries++) expect(await guess(attacker, account)).toEqual({ wrong: true });
    const delays: number[] = [];
    for (let tries = 0; tries < 10; tries++) {
      const delay = delayOf(await guess(attacker, account));
      delays.push(delay);
      now += delay * 1_000;
      expect(await guess(attacker, account)).toEqual({ wrong: true });
    }
    expect(delays).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
  });

  test('do not lock out the user at another address, not even while guesses continue', async () => {
    const attacker = client();
    for (let tries = 0; tries < 30; tries++) await guess(attacker, account);
    expect(await signIn(client())).toEqual(PASSED);
  });

  test('from many addresses delay a new device by at most a minute', async () => {
    for (let tries = 0; tries < 100; tries++) await guess(client(), account);
    const delays: number[] = [];
    for (let tries = 0; tries < 8; tries++) {
      delays.push(delayOf(await signIn(client())));
      now += (delays.at(-1) ?? 0) * 1_000;
      await guess(client(), account);
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  test('from others do not delay a device that signed in before, but its own failures do', async () => {
    const address = newAddress();
    for (let tries = 0; tries < 150; tries++) await guess(client(address), account);
    for (let tries = 0; tries < 150; tries++) await guess(client(), account);
    const known = client(address, randomUUID());
    expect(await signIn(known)).toEqual(PASSED);
    for (let tries = 0; tries < 10; tries++) await guess(known, account);
    expect(delayOf(await signIn(known))).toBe(5);
  });

  test('from many known devices delay these by at most a minute, but no unknown device', async () => {
    const device = () => client(newAddress(), randomUUID());
    const outcomes: Attempt<string>[] = [];
    for (let tries = 0; tries < 110; tries++) outcomes.push(await guess(device(), account));
    expect(outcomes.filter((one) => 'wrong' in one)).toHaveLength(100);
    expect(delayOf(await signIn(device()))).toBe(1);
    expect(await signIn(client())).toEqual(PASSED);
    const delays: number[] = [];
    for (let tries = 0; tries < 8; tries++) {
      delays.push(delayOf(await signIn(device())));
      now += (delays.at(-1) ?? 0) * 1_000;
      await guess(device(), account);
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  test('from one IPv6 network count together', async () => {
    const network = Array.from({ length: 4 }, () => randomInt(0x1000, 0x10000).toString(16)).join(':');
    for (let tries = 0; tries < 10; tries++) await guess(client(`${network}::${tries + 1}`), account);
    expect(delayOf(await guess(client(`${network}:a:b:c:d`), account))).toBe(5);
    expect(await signIn(client('2001:db8::1'))).toEqual(PASSED);
  });

  test('delay by at most 15 minutes, even if the clock is set back', async () => {
    const attacker = client();
    for (let tries = 0; tries < 10; tries++) await guess(attacker, account);
    now -= 7_200_000;
    expect(delayOf(await guess(attacker, account))).toBe(900);
    now += 7_200_000;
  });

  test('are not counted for attempts that are delayed, nor for sign-ins', async () => {
    for (let tries = 0; tries < 100; tries++) await guess(client(), account);
    const user = client();
    for (let tries = 0; tries < 20; tries++) expect(delayOf(await signIn(user))).toBe(1);
    now += 1_000;
    for (let times = 0; times < 3; times++) expect(await signIn(user)).toEqual(PASSED);
    expect(await signIn(client())).toEqual(PASSED);
  });

  test('count at every account with the typed name, and a sign-in to one does not reset another', async () => {
    const attacker = client();
    const own = randomUUID();
    const outcomes: Attempt<string>[] = [];
    for (let tries = 0; tries < 30; tries++) {
      outcomes.push(await guess(attacker, own, account));
      expect(await signIn(attacker, own)).toEqual(PASSED);
    }
    expect(outcomes.filter((one) => 'wrong' in one)).toHaveLength(10);
  });

  test('are counted before their result is known, so that concurrent guesses are limited', async () => {
    const attacker = client();
    let checked = 0;
    const slow = async () => {
      checked += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return undefined;
    };
    const candidate = { account, passwordVersion: '1', check: slow };
    await Promise.all(Array.from({ length: 40 }, () => limiter.attempt(attacker, [candidate])));
    expect(checked).toBe(10);
  });
});

describe('one address', () => {
  test('may sign in any number of users and any number of times', async () => {
    const school = client();
    for (let user = 0; user < 120; user++) expect(await signIn(school, randomUUID())).toEqual(PASSED);
    for (let time = 0; time < 120; time++) expect(await signIn(school)).toEqual(PASSED);
  });

  test('may sign in users whose name also belongs to other accounts any number of times', async () => {
    const school = client();
    for (let user = 0; user < 15; user++) {
      const other = { account: randomUUID(), passwordVersion: '1', check: wrong };
      const own = { account: randomUUID(), passwordVersion: '1', check: right };
      for (let time = 0; time < 8; time++) expect(await limiter.attempt(school, [other, own])).toEqual(PASSED);
    }
  });

  test('is not signed in to an arbitrary one of the accounts that the password matches', async () => {
    const user = client();
    const of = (one: string, check = right) => ({ account: one, passwordVersion: '1', check });
    const accounts = [of(account), of(randomUUID(), async () => 'other account')];
    for (let time = 0; time < 12; time++) expect(await limiter.attempt(user, accounts)).toEqual({ wrong: true });
    expect(await signIn(user)).toEqual(PASSED);
    // A browser that has signed in to one of them continues there, at the cost of one check.
    const known: Client = { ...user, deviceFor: (one) => (one === account ? randomUUID() : undefined) };
    let checked = 0;
    const counting = async () => `check ${++checked}`;
    for (const order of [accounts, accounts.toReversed()]) {
      const counted = order.map((one) => (one.account === account ? one : { ...one, check: counting }));
      expect(await limiter.attempt(known, counted)).toEqual(PASSED);
    }
    expect(checked).toBe(0);
  });

  test('is delayed after wrong passwords for many accounts', async () => {
    const attacker = client();
    for (let tries = 0; tries < 50; tries++) expect(await guess(attacker, randomUUID())).toEqual({ wrong: true });
    expect(delayOf(await guess(attacker, randomUUID()))).toBe(1);
  });
});

test('wrong passwords are forgotten an hour after the last one', async () => {
  await guess(client(), account);
  await limiter.confirm(account, wrong);
  const keys = await connected.redis.keys('*attempts*');
  const lifetimes = await Promise.all(keys.map((key) => connected.redis.ttl(key)));
  expect(Math.max(...lifetimes)).toBeGreaterThan(3_500);
  expect(Math.max(...lifetimes)).toBeLessThanOrEqual(3_600);
  expect(lifetimes).not.toContain(-1);
});

test('confirmations are delayed after ten failures, until one passes', async () => {
  const confirm = (check: () => Promise<string | undefined>, subject = account) => limiter.confirm(subject, check);
  for (let tries = 0; tries < 9; tries++) expect(await confirm(wrong)).toEqual({ wrong: true });
  expect(await confirm(right)).toEqual(PASSED);
  for (let tries = 0; tries < 10; tries++) expect(await confirm(wrong)).toEqual({ wrong: true });
  expect(await confirm(right)).toEqual({ retryAfter: 5 });
  expect(await confirm(right, randomUUID())).toEqual(PASSED);
  expect(await signIn(client())).toEqual(PASSED);
});

test('a failing check does not count as a wrong password', async () => {
  const user = client();
  const failing = () => Promise.reject(new TypeError('database unavailable'));
  for (let tries = 0; tries < 12; tries++)
    await expect(limiter.attempt(user, [{ account, passwordVersion: '1', check: failing }])).rejects.toThrow(
      'database unavailable',
    );
  expect(await signIn(user)).toEqual(PASSED);
});

describe('known devices', () => {
  const box = createSecretBox([{ id: 'test', key: randomBytes(32) }]);
  const devices = createKnownDevices({ box, clock: { now: () => now }, publicUrl: 'http://cv.example' });
  const requestWith = (cookie = '') => ({ ip: '192.0.2.1', headers: { cookie } }) as Request;
  const rememberedIn = (request: Request, name: string, passwordVersion = '1') => {
    let value = '';
    let options = {};
    const response = {
      cookie: (_name: string, written: string, withOptions: object) => {
        value = written;
        options = withOptions;
      },
    } as unknown as Response;
    devices.remember(request, response, name, passwordVersion);
    expect(options).toMatchObject({ maxAge: 90 * 86_400_000, httpOnly: true, sameSite: 'lax', path: '/' });
    return requestWith(`vitae_device=${value}`);
  };

  test('are known for each of their accounts, and only for these', () => {
    const both = rememberedIn(rememberedIn(requestWith(), 'owner 1'), 'cv 2');
    const { deviceFor } = devices.clientOf(both);
    expect(deviceFor('owner 1', '1')).toMatch(/^[\w-]{22}$/);
    expect(deviceFor('cv 2', '1')).not.toBe(deviceFor('owner 1', '1'));
    expect(deviceFor('owner 2', '1')).toBeUndefined();
  });

  test('are forgotten when the password changes, and known again after a sign-in with the new one', () => {
    const request = rememberedIn(requestWith(), 'cv 2', '1');
    expect(devices.clientOf(request).deviceFor('cv 2', '2')).toBeUndefined();
    const { deviceFor } = devices.clientOf(rememberedIn(request, 'cv 2', '2'));
    expect([deviceFor('cv 2', '1'), deviceFor('cv 2', '2')]).toEqual([undefined, expect.any(String)]);
  });

  test('are forgotten after 90 days and with a forged cookie', () => {
    const request = rememberedIn(requestWith(), 'owner 1');
    now += 90 * 86_400_000 - 1;
    expect(devices.clientOf(request).deviceFor('owner 1', '1')).toBeDefined();
    now += 1;
    expect(devices.clientOf(request).deviceFor('owner 1', '1')).toBeUndefined();
    expect(devices.clientOf(requestWith('vitae_device=test.forged')).deviceFor('owner 1', '1')).toBeUndefined();
  });

  test('are known for the last eight accounts', () => {
    let request = requestWith();
    for (let account = 1; account <= 9; account++) request = rememberedIn(request, `owner ${account}`);
    const { deviceFor } = devices.clientOf(request);
    const known = [1, 2, 9].map((account) => deviceFor(`owner ${account}`, '1') !== undefined);
    expect(known).toEqual([false, true, true]);
  });
});
