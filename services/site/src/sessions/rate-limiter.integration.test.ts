import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '@vitae/kit/redis';
import { connectTestRedis } from '@vitae/test/support/kit/test-redis';
import { createRateLimiter } from './rate-limiter.ts';

let connected: RedisConnection;
beforeAll(async () => {
  connected = await connectTestRedis('rate-limiter');
});
afterAll(() => connected.close());

test('the first request that is counted leaves the results of commands in the same pipeline as they are', async () => {
  const { redis } = connected;
  const keys = ['one', 'two', 'three'].map((name) => `${name}:${randomUUID()}`);
  for (const key of keys) await redis.set(key, key, 'EX', 60);
  const limiter = createRateLimiter(redis);
  const [first = '', ...others] = keys;
  const limit = { name: `limit-${randomUUID()}`, max: 1, windowSeconds: 60 };
  const results = await Promise.all([
    redis.get(first),
    limiter.count(limit, 'subject'),
    ...others.map((key) => redis.get(key)),
  ]);
  expect(results).toEqual([first, 0, ...others]);
});
