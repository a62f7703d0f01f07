import { randomUUID } from 'node:crypto';
import { createLogger } from '@vitae/kit/log';
import { connectRedis } from '@vitae/kit/redis';
import { NONCE_SECONDS } from '../quota/admit-script.ts';
import { createNonceStore, nonceKey } from './nonce-store.ts';

test('a nonce is remembered as long as those of every other call', async () => {
  const log = createLogger({ name: 'test', level: 'silent' });
  const { redis, close } = await connectRedis({ url: process.env.REDIS_URL ?? '', name: 'nonce-store-test', log });
  const use = { companyId: 1, consumerKey: randomUUID(), token: undefined, timestamp: 1_700_000_000, nonce: 'once' };
  const nonces = createNonceStore(redis);
  expect(await nonces.claim(use)).toBe(true);
  expect(await nonces.claim(use)).toBe(false);
  expect(await redis.ttl(nonceKey(use))).toBeGreaterThan(NONCE_SECONDS - 10);
  await redis.del(nonceKey(use));
  await close();
});
