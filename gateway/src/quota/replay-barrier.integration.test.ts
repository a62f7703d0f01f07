import { barrierKey } from '@vitae/accounts/quota/redis-keys';
import { createLogger } from '@vitae/kit/log';
import { connectMongo } from '@vitae/kit/mongo';
import { connectRedis, type RedisConnection } from '@vitae/kit/redis';
import { createClockLeadStore } from './clock-lead-mongo-store.ts';
import { createReplayBarrier } from './replay-barrier.ts';

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
const gateway = () =>
  createReplayBarrier(createClockLeadStore(mongo.connection.useDb(mongo.connection.name)), redis.redis);

const moment = async () => Number((await redis.redis.get(barrierKey(companyId)))?.split(' ')[0]);

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
  await barrier.settle(companyId, 0);
  expect(await moment()).toBe(0);
  // Written with the first settling, before any gateway could let a call in.
  expect(await mongo.connection.collection<{ _id: number }>('clockLeads').findOne({ _id: companyId })).toMatchObject({
    begun: true,
  });

  await redis.redis.del(barrierKey(companyId));
  settled = 0;
  await Promise.all(Array.from({ length: 200 }, () => barrier.settle(companyId, 0)));
  expect(settled).toBe(1);
  expect(await moment()).toBeGreaterThan(0);

  await Promise.all([barrier.settle(companyId, 0), barrier.settle(companyId, 4)]);
  expect(settled).toBe(3);
});

/** A company whose first request another gateway has accepted or is about to accept. */
async function begunElsewhere(id: number, barrierInRedis: string) {
  await mongo.connection
    .collection<{ _id: number }>('clockLeads')
    .insertOne({ _id: id, seconds: 0, begun: true } as never);
  await redis.redis.set(barrierKey(id), barrierInRedis);
}

test('accepts the whole first burst of a company on four gateways in any order of settlement', async () => {
  const id = companyId + 100_000;
  const gateways = Array.from({ length: 4 }, gateway);
  for (let round = 0; round < 25; round++) {
    const key = barrierKey(id + round);
    await Promise.all(
      gateways.map(async (barrier) => {
        await barrier.settle(id + round, 0);
        expect((await redis.redis.get(key))?.split(' ')[0]).toBe('0');
      }),
    );
    await redis.redis.del(key);
  }
});

test('opens the barrier when a gateway interrupts the first settlement but not after a loss', async () => {
  const id = companyId + 200_000;
  const barrier = gateway();
  await begunElsewhere(id, 'new 0');
  await barrier.settle(id, 0);
  expect(await redis.redis.get(barrierKey(id))).toBe('0 0');

  await redis.redis.del(barrierKey(id));
  await barrier.settle(id, 0);
  expect(Number((await redis.redis.get(barrierKey(id)))?.split(' ')[0])).toBeGreaterThan(0);
  await redis.redis.del(barrierKey(id));
});
