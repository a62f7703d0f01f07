import { barrierKey } from '@vitae/accounts/quota/redis-keys';
import { createLogger } from '@vitae/kit/log';
import { connectMongo } from '@vitae/kit/mongo';
import { connectRedis, type RedisConnection } from '@vitae/kit/redis';
import { createClockLeadStore } from './clock-lead-mongo-store.ts';
import { createNonceStore } from './oauth-nonce-store.ts';
import { createReplayBarrier, type ReplayBarrier } from './replay-barrier.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const companyId = 900_000_000 + process.pid;
let redis: RedisConnection;
let mongo: Awaited<ReturnType<typeof connectMongo>>;

beforeAll(async () => {
  redis = await connectRedis({ url: process.env.REDIS_URL ?? '', name: 'replay-barrier-test', log });
  mongo = await connectMongo({
    uri: process.env.MONGODB_URI ?? '',
    database: `vitae_replay_barrier_${process.pid}`,
    log,
  });
});
afterAll(async () => {
  await redis.redis.del(barrierKey(companyId));
  await mongo.connection.dropDatabase();
  await mongo.close();
  await redis.close();
});

/** As another process would have it. */
const gateway = (client = redis.redis) => createReplayBarrier(clockLeads(), client);
const clockLeads = () => createClockLeadStore(mongo.connection.useDb(mongo.connection.name));

const seconds = async () => Number((await redis.redis.time())[0]);
const moment = async (id = companyId) => Number((await redis.redis.get(barrierKey(id)))?.split(' ')[0]);
const stored = () => mongo.connection.collection<{ _id: string }>('replayScopes');
const settle = async (barrier: ReplayBarrier, id = companyId, ahead = 0) =>
  barrier.settle({ companyId: id }, await seconds(), ahead);

test('serves the first request immediately and settles once after a loss', async () => {
  let settled = 0;
  const counting = new Proxy(redis.redis, {
    get: (target, name) => {
      if (name === 'vitaeSettle') settled++;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const barrier = createReplayBarrier(createClockLeadStore(mongo.connection), counting);
  await settle(barrier);
  expect(await moment()).toBe(0);
  // Written by the first settlement, before any gateway accepts a request.
  expect(await stored().findOne({ _id: String(companyId) })).toMatchObject({ begun: true });

  await redis.redis.del(barrierKey(companyId));
  settled = 0;
  await Promise.all(Array.from({ length: 200 }, () => settle(barrier)));
  expect(settled).toBe(1);
  expect(await moment()).toBeGreaterThan(0);

  await Promise.all([settle(barrier), settle(barrier, companyId, 4)]);
  expect(settled).toBe(3);
});

/** A company whose first request another gateway has accepted or is about to accept. */
async function begunElsewhere(id: number, barrierInRedis: string) {
  await stored().insertOne({ _id: String(id), begun: true } as never);
  await redis.redis.set(barrierKey(id), barrierInRedis);
}

test('accepts the whole first burst of a company on four gateways in any order of settlement', async () => {
  const id = companyId + 100_000;
  const gateways = Array.from({ length: 4 }, gateway);
  for (let round = 0; round < 25; round++) {
    const key = barrierKey(id + round);
    await Promise.all(
      gateways.map(async (barrier) => {
        await settle(barrier, id + round);
        expect((await redis.redis.get(key))?.split(' ')[0]).toBe('0');
      }),
    );
    await redis.redis.del(key);
  }
});

test('opens the barrier when a gateway interrupts the first settlement but not after a loss', async () => {
  const id = companyId + 200_000;
  const barrier = gateway();
  await begunElsewhere(id, 'new 0 0');
  await settle(barrier, id);
  expect(await redis.redis.get(barrierKey(id))).toMatch(/^0 0 /);

  await redis.redis.del(barrierKey(id));
  await settle(barrier, id);
  expect(await moment(id)).toBeGreaterThan(0);
  await redis.redis.del(barrierKey(id));
});

describe('after a loss', () => {
  const id = companyId + 300_000;
  afterEach(() => redis.redis.del(barrierKey(id)));

  /** The delay in seconds until requests with the current time are accepted. */
  const delayAfterLoss = async (latest: Record<string, number>) => {
    await stored().updateOne({ _id: String(id) }, { $set: { begun: true, latest } }, { upsert: true });
    const before = await seconds();
    await settle(gateway(), id);
    return { delay: (await moment(id)) - before, elapsed: (await seconds()) - before };
  };

  test('does not wait for a lead that expired', async () => {
    const now = await seconds();
    const { delay, elapsed } = await delayAfterLoss({ 300: now - 1, 30: now - 500 });
    expect(delay).toBeLessThanOrEqual(elapsed);
  });

  test.each([
    ['the lead', { 5: 3_600 }, 5],
    ['the latest timestamp that the lead allowed', { 300: 12, 5: 3_600 }, 12],
    ['the larger of two leads', { 120: 150, 30: 60 }, 120],
  ])('waits for %s', async (_case, ahead, expected) => {
    const now = await seconds();
    const latest = Object.fromEntries(Object.entries(ahead).map(([lead, until]) => [lead, now + until]));
    const { delay, elapsed } = await delayAfterLoss(latest);
    expect(delay).toBeGreaterThanOrEqual(expected);
    expect(delay).toBeLessThanOrEqual(expected + elapsed);
  });
});

test.each([
  [0, 0, 3_600],
  [1, 1, 3_600],
  [2, 5, 3_600],
  [5, 5, 3_600],
  [6, 30, 60],
  [120, 120, 60],
  [300, 300, 60],
  [301, 600, 60],
])('allows timestamps %d s ahead with a lead of %d s, which is stored for %d s', async (ahead, lead, period) => {
  const id = companyId + 500_000 + ahead;
  const now = await seconds();
  await gateway().settle({ companyId: id }, now, ahead);
  expect(await redis.redis.get(barrierKey(id))).toBe(`0 ${lead} ${now + period}`);
  expect(await stored().findOne({ _id: String(id) })).toMatchObject({ latest: { [lead]: now + period + lead } });
  await redis.redis.del(barrierKey(id));
});

test('settles the keys of a company and each of its applications separately', async () => {
  const id = companyId + 600_000;
  const barrier = gateway();
  const now = await seconds();
  const keys = [undefined, 'a', 'b'].map((consumerKey) => barrierKey(id, consumerKey));
  await Promise.all([undefined, 'a', 'b'].map((consumerKey) => barrier.settle({ companyId: id, consumerKey }, now, 0)));
  expect(await Promise.all(keys.map((key) => redis.redis.exists(key)))).toEqual([1, 1, 1]);
  expect(await stored().countDocuments({ _id: { $regex: `^${id}( |$)` }, begun: true } as never)).toBe(3);
  for (const key of keys) await redis.redis.del(key);
});

test('keeps a larger lead until it expires', async () => {
  const id = companyId + 400_000;
  const key = barrierKey(id);
  const leadOf = async () => (await redis.redis.get(key))?.split(' ')[1];
  const barrier = gateway();
  await settle(barrier, id, 200);
  await settle(barrier, id, 1);
  expect(await leadOf()).toBe('300');
  await redis.redis.set(key, `0 300 ${(await seconds()) - 1}`);
  await settle(barrier, id, 1);
  expect(await leadOf()).toBe('1');
  expect(await stored().findOne({ _id: String(id) })).toMatchObject({
    latest: { 1: expect.any(Number), 300: expect.any(Number) },
  });
  await redis.redis.del(key);
});

test('keeps a larger lead in the second in which it expires', async () => {
  const id = companyId + 410_000;
  const key = barrierKey(id);
  await settle(gateway(), id);
  let now: number;
  do {
    now = await seconds();
    await redis.redis.set(key, `0 300 ${now}`);
    await settle(gateway(), id, 1);
  } while ((await seconds()) !== now); // the expiry was over before the barrier was settled
  expect(await redis.redis.get(key)).toBe(`0 300 ${now}`);
  await redis.redis.del(key);
});

test('extends an equal lead to the later expiry', async () => {
  const id = companyId + 420_000;
  const key = barrierKey(id);
  const now = await seconds();
  await gateway().settle({ companyId: id }, now, 300);
  await gateway().settle({ companyId: id }, now + 10, 300);
  expect(await redis.redis.get(key)).toBe(`0 300 ${now + 70}`);
  await redis.redis.del(key);
});

test('stores the latest timestamp of each lead, in whatever order gateways raise it', async () => {
  const leads = clockLeads();
  const scope = { companyId: companyId + 700_000 };
  expect(await leads.raise(scope, 5, 100)).toEqual({ latest: { 5: 100 }, started: false });
  expect(await leads.raise(scope, 5, 90)).toEqual({ latest: { 5: 100 }, started: false });
  await leads.start(scope);
  expect(await leads.raise(scope, 300, 80)).toEqual({ latest: { 5: 100, 300: 80 }, started: true });
});

test('behind sentinels, counts as missing on another server, which may lack the latest nonces', async () => {
  const client = await connectRedis({ url: process.env.REDIS_URL ?? '', name: 'sentinel-test', log });
  // Selects the server id of the replication. A single server has one, too.
  Object.assign(client.redis.options, { sentinels: [] });
  const scope = { companyId: companyId + 800_000, consumerKey: 'consumer' };
  const key = barrierKey(scope.companyId, scope.consumerKey);
  const nonces = createNonceStore(client.redis, gateway(client.redis));
  try {
    const signed = { timestamp: (await seconds()) - 10, nonce: 'first', signature: 'signature', allowsReuse: false };
    const use = { ...scope, token: undefined, ...signed };
    expect(await nonces.claim(use)).toBe(true);
    const barrier = (await redis.redis.get(key)) ?? '';
    expect(barrier).toMatch(/^0 0 \d+ [0-9a-f]{40}$/);
    expect(await nonces.claim({ ...use, nonce: 'second' })).toBe(true);
    expect(await nonces.claim({ ...use, timestamp: use.timestamp + 150 })).toBe(true);
    expect(await redis.redis.get(key)).toMatch(/^0 300 /);
    await redis.redis.set(key, barrier.replace(/\w+$/, 'f'.repeat(40)));
    await expect(nonces.claim({ ...use, nonce: 'third' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(Number((await redis.redis.get(key))?.split(' ')[0])).toBeGreaterThan(use.timestamp);
    expect(await redis.redis.get(key)).toMatch(barrier.slice(-40));
  } finally {
    await redis.redis.del(key);
    await client.close();
  }
});
