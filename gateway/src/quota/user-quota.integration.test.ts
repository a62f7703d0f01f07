import { randomInt, randomUUID } from 'node:crypto';
import { USER_API_LIMIT } from '@vitae/accounts/quota/quota-types';
import { createLogger } from '@vitae/kit/log';
import { connectRedis, type RedisConnection } from '@vitae/kit/redis';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { createClockLeadStore } from './clock-lead-mongo-store.ts';
import { NONCE_SECONDS } from './nonce-claim.ts';
import { createReplayBarrier } from './replay-barrier.ts';
import { createUserQuota, type UserQuota, userRateLimit } from './user-quota.ts';

const log = createLogger({ name: 'test', level: 'silent' });
let database: DatabaseFixture;
let connected: RedisConnection;
let quota: UserQuota;
let companyId = randomInt(2 ** 30, 2 ** 40);

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  connected = await connectRedis({ url: process.env.REDIS_URL ?? '', name: 'user-quota-test', log });
  quota = createUserQuota(
    connected.redis,
    createReplayBarrier(createClockLeadStore(database.connection), connected.redis),
  );
});
afterAll(async () => {
  await connected.close();
  await database.drop();
});
afterEach(async () => {
  const keys = await connected.redis.keys(`*${companyId}*`);
  if (keys.length > 0) await connected.redis.del(...keys);
});

const seconds = async () => Number((await connected.redis.time())[0]);
/** Runs a test whose requests must share a minute with a new company, once more if a minute ended during it. */
const withinMinute = (work: () => Promise<void>) => async () => {
  companyId += 1;
  const minute = Math.floor((await seconds()) / 60);
  await work().catch(async (error: unknown) => {
    if (Math.floor((await seconds()) / 60) === minute) throw error;
    companyId += 1;
    await work();
  });
};
const keysOfCompany = () => connected.redis.keys(`*${companyId}*`);
/** Returns the only hash with the number of used requests. */
async function quotaKey(): Promise<string> {
  const found = [];
  for (const key of await keysOfCompany())
    if ((await connected.redis.type(key)) === 'hash' && (await connected.redis.hexists(key, 'used'))) found.push(key);
  expect(found).toHaveLength(1);
  return found[0] ?? '';
}
const admit = (more: Partial<Parameters<UserQuota['admit']>[0]> = {}) =>
  quota.admit({ companyId, applicationId: 5, userId: 9, ...more }, undefined, 'cv.read');
const SIGNATURE = { signature: 'signature', allowsReuse: false };
const signed = (timestamp: number, more = {}) =>
  quota.admit(
    { companyId, applicationId: 5, userId: 9 },
    { companyId, consumerKey: 'consumer', token: 'token', timestamp, nonce: randomUUID(), ...SIGNATURE, ...more },
    'cv.read',
  );

test(
  'accepts 250 requests a minute of an application for a user',
  withinMinute(async () => {
    expect(USER_API_LIMIT).toBe(250);
    const admissions = await Promise.all(Array.from({ length: USER_API_LIMIT + 1 }, () => admit()));
    expect(admissions.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(250);
    const { outcome, usage } = await admit();
    expect([outcome, usage.used]).toEqual(['limited', 250]);
    expect(userRateLimit(usage)).toMatchObject({ limit: 250, remaining: 0 });
    for (const other of [{ userId: 10 }, { applicationId: 6 }])
      expect(await admit(other)).toMatchObject({ outcome: 'accepted', usage: { used: 1 } });
  }),
);

test(
  'starts over in the next minute',
  withinMinute(async () => {
    await admit();
    const before = (await admit()).usage;
    expect(before.used).toBe(2);
    // As if the requests had been sent a minute ago.
    await connected.redis.hset(await quotaKey(), 'minute', Math.floor(before.now / 60) - 1);
    expect((await admit()).usage.used).toBe(1);
  }),
);

test(
  'charges a nonce once, and stores it longer than its timestamp is valid',
  withinMinute(async () => {
    const now = await seconds();
    const nonce = randomUUID();
    expect(await signed(now, { nonce })).toMatchObject({ outcome: 'accepted', usage: { used: 1 } });
    expect(await signed(now, { nonce })).toMatchObject({ outcome: 'nonce_used', usage: { used: 1 } });
    expect(await signed(now, { nonce, token: 'another' })).toMatchObject({ outcome: 'accepted', usage: { used: 2 } });
    const keys = await keysOfCompany();
    const lifetimes = await Promise.all(keys.map((key) => connected.redis.ttl(key)));
    const nonces = lifetimes.filter((ttl) => ttl > 600);
    expect(nonces).toHaveLength(2);
    for (const ttl of nonces) expect(ttl).toBeLessThanOrEqual(NONCE_SECONDS);
    expect(NONCE_SECONDS).toBe(660);
  }),
);

test(
  'tells whether a reused nonce has another signature, and charges it with the compatibility profile',
  withinMinute(async () => {
    const now = await seconds();
    const reuse = { nonce: randomUUID(), signature: 'another' };
    expect(await signed(now, { nonce: reuse.nonce })).toMatchObject({ outcome: 'accepted' });
    expect(await signed(now, reuse)).toMatchObject({ outcome: 'nonce_reused', usage: { used: 1 } });
    const allowed = { ...reuse, allowsReuse: true };
    expect(await signed(now, allowed)).toMatchObject({ outcome: 'accepted', usage: { used: 2 } });
    expect(await signed(now, allowed)).toMatchObject({ outcome: 'nonce_used', usage: { used: 2 } });
  }),
);

test(
  'stores the quota of a user for at most two minutes',
  withinMinute(async () => {
    await admit();
    const lifetime = await connected.redis.ttl(await quotaKey());
    expect(lifetime).toBeGreaterThan(60);
    expect(lifetime).toBeLessThanOrEqual(120);
  }),
);

test(
  'rejects a request signed before Redis lost its data, and charges nothing',
  withinMinute(async () => {
    const now = await seconds();
    expect((await signed(now)).outcome).toBe('accepted');
    await connected.redis.del(...(await keysOfCompany()));
    await expect(signed(now)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
    expect((await signed(now + 300)).usage.used).toBe(1);
  }),
);
