import { randomInt, randomUUID } from 'node:crypto';
import { barrierKey } from '@vitae/accounts/quota/redis-keys';
import { createLogger } from '@vitae/kit/log';
import { connectRedis, type RedisConnection } from '@vitae/kit/redis';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { createClockLeadStore } from './clock-lead-mongo-store.ts';
import { NONCE_SECONDS } from './nonce-claim.ts';
import { createNonceStore, type NonceStore, nonceKey } from './oauth-nonce-store.ts';
import { createReplayBarrier, type ReplayBarrier } from './replay-barrier.ts';

const log = createLogger({ name: 'test', level: 'silent' });
let database: DatabaseFixture;
let connected: RedisConnection;
let barrier: ReplayBarrier;
let nonces: NonceStore;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  connected = await connectRedis({ url: process.env.REDIS_URL ?? '', name: 'nonce-store-test', log });
  barrier = createReplayBarrier(createClockLeadStore(database.connection), connected.redis);
  nonces = createNonceStore(connected.redis, barrier);
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
  signature: 'signature',
  allowsReuse: false,
});

test('stores OAuth nonces as long as nonces of the company API', async () => {
  const { redis } = connected;
  const use = someUse(1_700_000_000);
  expect(await nonces.claim(use)).toBe(true);
  expect(await nonces.claim(use)).toBe(false);
  const ttl = await redis.ttl(nonceKey(use));
  expect(ttl).toBeGreaterThan(NONCE_SECONDS - 60);
  expect(ttl).toBeLessThanOrEqual(NONCE_SECONDS);
});

test.each([
  ['another token', { token: 'token-2' }],
  ['no token', { token: undefined }],
  ['another consumer', { consumerKey: 'consumer-2' }],
  ['another timestamp', { timestamp: 1_700_000_001 }],
  ['another nonce', { nonce: 'twice' }],
])('accepts the same nonce with %s', async (_what, change) => {
  const use = { ...someUse(1_700_000_000), consumerKey: 'consumer-1', token: 'token-1' };
  expect(await nonces.claim(use)).toBe(true);
  expect(await nonces.claim({ ...use, ...change })).toBe(true);
  expect(await nonces.claim(use)).toBe(false);
});

test('accepts a reused nonce of an application with the compatibility profile once for each signature', async () => {
  const use = someUse(1_700_000_000);
  const reuse = { ...use, allowsReuse: true };
  const claims = (...uses: (typeof use)[]) => Promise.all(uses.map((one) => nonces.claim(one)));
  expect(await nonces.claim(use)).toBe(true);
  expect(await nonces.claim({ ...use, signature: 'b' })).toBe(false);
  expect(await claims(reuse, { ...reuse, signature: 'b' }, { ...reuse, signature: 'b' })).toEqual([false, true, false]);
  expect(await claims({ ...reuse, signature: 'c', nonce: 'twice' }, { ...reuse, signature: 'c' })).toEqual([
    true,
    false,
  ]);
  expect(await nonces.claim({ ...use, signature: 'd' })).toBe(false);
  await connected.redis.del(nonceKey(use), barrierKey(use.companyId, use.consumerKey));
  await expect(nonces.claim({ ...reuse, signature: 'b' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('rejects a nonce that Redis has lost, however far in the future its timestamp is', async () => {
  const { redis } = connected;
  const now = Math.floor(Date.now() / 1000);
  for (const ahead of [-200, 0, 3, 250]) {
    const use = someUse(now + ahead);
    expect(await nonces.claim(use)).toBe(true);
    await redis.del(nonceKey(use), barrierKey(use.companyId, use.consumerKey));
    await expect(nonces.claim(use)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
    // What was surely signed after the loss is good.
    expect(await nonces.claim({ ...use, timestamp: now + 700 })).toBe(true);
  }
});

test('accepts only timestamps after the barrier, and within the lead', async () => {
  const { redis } = connected;
  const now = Number((await redis.time())[0]);
  const use = someUse(now - 100);
  const key = barrierKey(use.companyId, use.consumerKey);
  await redis.set(key, `${use.timestamp} 5 ${now + 60}`);
  await expect(nonces.claim(use)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await nonces.claim({ ...use, timestamp: use.timestamp + 1 })).toBe(true);
  // Within the lead, nothing has to be settled.
  const ahead = 5;
  expect(await nonces.claim({ ...use, timestamp: now + ahead })).toBe(true);
  expect(await redis.get(key)).toBe(`${use.timestamp} 5 ${now + 60}`);
  expect(await nonces.claim({ ...use, timestamp: now + 200 })).toBe(true);
  expect((await redis.get(key))?.split(' ').slice(0, 2)).toEqual([`${use.timestamp}`, '300']);
});

test('stores a lead again after it expired', async () => {
  const use = someUse(Math.floor(Date.now() / 1000) + 200);
  expect(await nonces.claim(use)).toBe(true);
  const scopes = database.connection.collection<{ _id: string; latest: Record<string, number> }>('replayScopes');
  const filter = { _id: `${use.companyId} ${use.consumerKey}` };
  await scopes.updateOne(filter, { $unset: { latest: '' } });
  expect(await nonces.claim({ ...use, nonce: 'within the period' })).toBe(true);
  expect((await scopes.findOne(filter))?.latest).toBeUndefined();
  await connected.redis.set(barrierKey(use.companyId, use.consumerKey), `0 300 ${use.timestamp - 300}`);
  expect(await nonces.claim({ ...use, nonce: 'after it' })).toBe(true);
  expect((await scopes.findOne(filter))?.latest['300']).toBeGreaterThan(use.timestamp);
});

test('a request stamped five minutes ahead delays only its own application after a loss', async () => {
  const { redis } = connected;
  const now = Math.floor(Date.now() / 1000);
  const ahead = someUse(now + 299);
  const other = { ...ahead, consumerKey: randomUUID(), timestamp: now };
  expect(await nonces.claim(ahead)).toBe(true);
  expect(await nonces.claim(other)).toBe(true);
  await redis.del(barrierKey(ahead.companyId, ahead.consumerKey), barrierKey(other.companyId, other.consumerKey));
  await expect(nonces.claim({ ...ahead, nonce: 'another' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  for (const consumerKey of [other.consumerKey, undefined]) {
    await barrier.settle({ companyId: ahead.companyId, consumerKey }, now, 0);
    const moment = Number((await redis.get(barrierKey(ahead.companyId, consumerKey)))?.split(' ')[0]);
    expect(moment).toBeLessThanOrEqual(Number((await redis.time())[0]));
  }
});
