import { randomInt, randomUUID } from 'node:crypto';
import { barrierKey } from '@vitae/accounts/quota/redis-keys';
import { createLogger } from '@vitae/kit/log';
import { connectRedis, type RedisConnection } from '@vitae/kit/redis';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { createClockLeadStore } from './clock-lead-mongo-store.ts';
import { NONCE_SECONDS } from './company-quota-script.ts';
import { createNonceStore, type NonceStore, nonceKey } from './oauth-nonce-store.ts';
import { createReplayBarrier } from './replay-barrier.ts';

const log = createLogger({ name: 'test', level: 'silent' });
let database: DatabaseFixture;
let connected: RedisConnection;
let nonces: NonceStore;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  connected = await connectRedis({ url: process.env.REDIS_URL ?? '', name: 'nonce-store-test', log });
  nonces = createNonceStore(
    connected.redis,
    createReplayBarrier(createClockLeadStore(database.connection), connected.redis),
  );
});
afterAll(async () => {
  await connected.close();
  await database.drop();
});

const someUse = (timestamp: number) => ({
  companyId: randomInt(2 ** 30, 2 ** 40),
  consumerKey: randomUUID(),
  token: undefined,
  timestamp,
  nonce: 'once',
});

test('stores OAuth nonces as long as nonces of the company API', async () => {
  const { redis } = connected;
  const use = someUse(1_700_000_000);
  expect(await nonces.claim(use)).toBe(true);
  expect(await nonces.claim(use)).toBe(false);
  expect(await redis.ttl(nonceKey(use))).toBeGreaterThan(NONCE_SECONDS - 10);
});

test('rejects a nonce that Redis has lost, however far in the future its timestamp is', async () => {
  const { redis } = connected;
  const now = Math.floor(Date.now() / 1000);
  for (const ahead of [-200, 0, 3, 250]) {
    const use = someUse(now + ahead);
    expect(await nonces.claim(use)).toBe(true);
    await redis.del(nonceKey(use), barrierKey(use.companyId));
    await expect(nonces.claim(use)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
    // What was surely signed after the loss is good.
    expect(await nonces.claim({ ...use, timestamp: now + 700 })).toBe(true);
  }
});
