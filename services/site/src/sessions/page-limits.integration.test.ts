import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '@vitae/kit/redis';
import { connectTestRedis } from '@vitae/test/support/kit/test-redis';
import type { Request, Response } from 'express';
import type { Redis } from 'ioredis';
import { limitPages } from './page-limits.ts';
import { createRateLimiter } from './rate-limiter.ts';

const MAX = 5;

let connected: RedisConnection;

beforeAll(async () => {
  connected = await connectTestRedis('page-limits');
});
afterAll(() => connected.close());

/** Requests a page many times from a new address. Returns the seconds to wait of the first rejected request, or 0. */
async function secondsToWait(path: string, redis: Redis = connected.redis): Promise<number> {
  const ip = randomUUID();
  let wait = 0;
  const limit = limitPages({
    rate: createRateLimiter(redis),
    maxPerMinute: MAX,
    tooMany: (_request, _response, retryAfter) => {
      wait ||= retryAfter;
    },
  });
  // The requests may span two windows on a busy machine.
  for (let sent = 0; sent < 3 * MAX && wait === 0; sent += 1)
    await limit({ ip, path } as Request, {} as Response, () => undefined);
  return wait;
}

test.each([
  '/p/ana',
  '/p/ana/developer',
  '/c/token',
  '/c/token/photo',
  '/docs',
  '/docs/signing',
  '/account',
  '/account/sign-in',
  '/acme/sign-in',
  '/settings/sign-in',
  '/settings/sign-in/code',
  '/settings/forgotten',
  '/settings/reset/token',
  '/account/forgotten',
  '/account/invitation/token',
  '/account/reset/token',
  '/account/email/token',
  '/account/sign-in-link/token',
  '/fr/oauth/authorize',
  '/P/Ana',
  '/C/token/photo',
  '/DOCS',
  '/Docs/signing',
  '/ACCOUNT/sign-in',
  '/account/',
  '/account/sign-in/',
  '/Settings/Sign-In/code',
  '/FR/OAuth/authorize',
])('limits requests of one address for %s', async (path) => {
  const wait = await secondsToWait(path);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
});

test.each(['/settings/keys', '/account/applications', '/Settings/Keys', '/pictures/a.png'])(
  'does not limit %s, which needs a session or an unguessable address',
  async (path) => {
    expect(await secondsToWait(path)).toBe(0);
  },
);

test('limits each kind of page separately, by network', async () => {
  const counted: string[] = [];
  const networks = new Set<string>();
  const rate = {
    count: async ({ name }: { name: string }, network: string) => {
      counted.push(name);
      networks.add(network);
      return 0;
    },
  };
  const limit = limitPages({ rate, maxPerMinute: MAX, tooMany: () => undefined });
  for (const path of ['/p/ana', '/docs', '/settings/sign-in'])
    await limit({ ip: '192.0.2.1', path } as Request, {} as Response, () => undefined);
  expect(counted).toEqual(['pages:public', 'pages:docs', 'pages:sign-in']);
  expect(networks).toEqual(new Set(['192.0.2.1']));
  networks.clear();
  for (const ip of ['2001:db8:1:2::3', '2001:db8:1:2:4:5:6:7'])
    await limit({ ip, path: '/docs' } as Request, {} as Response, () => undefined);
  expect(networks.size).toBe(1);
});

test('still limits requests while Redis is unreachable', async () => {
  const unreachable = {
    defineCommand: () => undefined,
    rlflxIncr: async () => {
      throw new Error('Connection is closed.');
    },
  } as unknown as Redis;
  expect(await secondsToWait('/p/ana', unreachable)).toBeGreaterThan(0);
});
