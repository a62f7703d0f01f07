import { createLogger } from '@vitae/kit/log';
import { connectRedis } from '@vitae/kit/redis';
import { acceptedOfBurst, type RedisLoad, startRedisLoad } from '@vitae/test/support/gateway/redis-load';
import { type RedisServer, startRedisServer } from '@vitae/test/support/redis-server';
import { judgeRedis } from '../cli/doctor/redis-checks.ts';

const log = createLogger({ name: 'test', level: 'silent' });
let server: RedisServer;
let load: RedisLoad;

beforeAll(async () => {
  const binary = process.env.VALKEY_SERVER_BINARY;
  if (!binary) throw new Error('VALKEY_SERVER_BINARY is not set. Run this test with npm test.');
  server = await startRedisServer(binary);
  load = await startRedisLoad(server.url);
}, 60_000);
afterAll(async () => {
  await load?.close();
  await server?.close();
});

describe('Valkey', () => {
  test('accepts the Redis users of all processes, and is named by the doctor', async () => {
    for (const user of ['gateway', 'site', 'export'] as const) {
      const { redis, close } = await connectRedis({ url: server.urlOf(user), name: 'test', log });
      expect(judgeRedis(await redis.info())).toMatchObject({
        message: expect.stringMatching(/^Valkey \d+\.\d+\.\d+, /),
      });
      await close();
    }
  });

  test('accepts exactly the quota of concurrent requests of two gateways', async () => {
    expect(await acceptedOfBurst(load)).toBe(load.system.company.limits.standard);
  }, 240_000);

  test('completes every job of the export queue', async () => {
    await load.untilCompleted(await load.addJobs(10));
  }, 60_000);

  test('accepts no used URL, even after it lost its data', async () => {
    const used = await load.untilAccepted();
    for (const gateway of [0, 1]) expect((await load.send(used, gateway)).status).toBe(403);
    await load.system.redis.flushall();
    for (const gateway of [0, 1]) expect([403, 503]).toContain((await load.send(used, gateway)).status);
    await load.untilAccepted();
  }, 60_000);
});
