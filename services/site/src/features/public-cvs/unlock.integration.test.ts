import { randomInt, randomUUID } from 'node:crypto';
import type { RedisConnection } from '@vitae/kit/redis';
import { connectTestRedis } from '@vitae/test/support/kit/test-redis';
import type { Request } from 'express';
import { createAttemptLimiter } from '../../sessions/attempt-limiter.ts';
import type { ShownCv } from './find-cv.ts';
import { unlock } from './unlock.ts';

const NOW = Date.UTC(2026, 10, 22);
const PASSWORD = 'open sesame please';
let connected: RedisConnection;

beforeAll(async () => {
  connected = await connectTestRedis('unlock');
});
afterAll(() => connected.close());

/** Creates a protected CV. `checked` lists the passwords that were compared. */
function protectedCv() {
  const checked: string[] = [];
  const dependencies = {
    passwords: {
      check: async (_cv: unknown, password: string) => {
        checked.push(password);
        return password === PASSWORD ? 3 : undefined;
      },
    },
    limiter: createAttemptLimiter({ redis: connected.redis, clock: { now: () => NOW } }),
    devices: { clientOf: ({ ip = '' }: Request) => ({ address: ip, deviceFor: () => undefined }) },
    publicUrl: 'https://cv.example',
  };
  const cv = { id: randomInt(2 ** 31), companyId: 1 } as ShownCv;
  const tryAs = (ip: string, password: string) =>
    unlock({ ip, headers: {} } as Request, cv, password, 'request', dependencies);
  return { tryAs, checked };
}

test('limits the password attempts of one visitor without affecting other visitors', async () => {
  const { tryAs, checked } = protectedCv();
  const stranger = randomUUID();
  for (let tries = 0; tries < 120; tries++) await tryAs(stranger, `guess ${tries}`);
  expect(checked).toHaveLength(10);
  expect(await tryAs(stranger, PASSWORD)).toEqual({ failure: { retryAfter: expect.any(Number) } });
  expect(await tryAs(randomUUID(), PASSWORD)).toEqual({ version: 3 });
});

test('limits password attempts on a CV across visitors', async () => {
  const { tryAs, checked } = protectedCv();
  for (let tries = 0; tries < 110; tries++) await tryAs(randomUUID(), 'guess');
  expect(checked).toHaveLength(100);
  expect(await tryAs(randomUUID(), PASSWORD)).toEqual({ failure: { retryAfter: expect.any(Number) } });
});
