import { randomUUID } from 'node:crypto';
import { createLogger } from '@vitae/kit/log';
import { connectRedis } from '@vitae/kit/redis';
import { createRateLimiter } from './rate-limiter.ts';

let connected: Awaited<ReturnType<typeof connectRedis>>;
beforeAll(async () => {
  connected = await connectRedis({
    url: process.env.REDIS_URL ?? '',
    name: 'rate-limiter-test',
    log: createLogger({ name: 'test', level: 'silent' }),
  });
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
