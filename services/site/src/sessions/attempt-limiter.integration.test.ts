import { randomUUID } from 'node:crypto';
import { createLogger } from '@vitae/kit/log';
import { connectRedis } from '@vitae/kit/redis';
import { ATTEMPTS, createAttemptLimiter } from './attempt-limiter.ts';

let connected: Awaited<ReturnType<typeof connectRedis>>;

beforeAll(async () => {
  connected = await connectRedis({
    url: process.env.REDIS_URL ?? '',
    name: 'attempt-limiter-test',
    log: createLogger({ name: 'test', level: 'silent' }),
  });
});
afterAll(() => connected.close());

test('rejects attempts on an account until its window ends', async () => {
  const limiter = createAttemptLimiter(connected.redis);
  const account = randomUUID();
  const waits = [];
  for (let tries = 0; tries <= ATTEMPTS.perAccount; tries++) waits.push(await limiter.count(randomUUID(), account));
  expect(waits.slice(0, -1).every((seconds) => seconds === 0)).toBe(true);
  expect(waits.at(-1)).toBeGreaterThan(ATTEMPTS.windowSeconds - 60);
  await limiter.succeeded(account);
  expect(await limiter.count(randomUUID(), account)).toBe(0);
});
