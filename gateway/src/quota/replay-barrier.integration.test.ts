import { createLogger } from '@vitae/kit/log';
import { connectMongo } from '@vitae/kit/mongo';
import { connectRedis, type RedisConnection } from '@vitae/kit/redis';
import { barrierKey } from './redis-keys.ts';
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

const moment = async () => Number((await redis.redis.get(barrierKey(companyId)))?.split(' ')[0]);

test('a first call need not wait; after a loss the calls that find it settle once between them', async () => {
  let settled = 0;
  const counting = new Proxy(redis.redis, {
    get: (target, name) => {
      if (name === 'vitaeSettle') settled++;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const barrier = createReplayBarrier(mongo.connection, counting);
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
