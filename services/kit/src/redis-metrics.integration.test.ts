import { createLogger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { connectRedis } from './redis.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const PREFIX = `redis-metrics-${process.pid}`;

async function connect() {
  const metrics = createMetrics('test');
  const url = process.env.REDIS_URL ?? '';
  const { redis, close } = await connectRedis({ url, name: 'redis-metrics-test', log, metrics });
  /** The number of measured batches by command and kind of error. */
  const batches = async () =>
    Object.fromEntries(
      [...(await metrics.render()).matchAll(/^db_client_operation_duration_seconds_count\{(.*)\} (\d+)$/gm)].map(
        ([, labels = '', count]) => {
          const label = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(labels)?.[1];
          expect(label('db_system_name')).toBe('redis');
          return [`${label('db_operation_name')} ${label('error_type')}`.trim(), Number(count)];
        },
      ),
    );
  return { redis, close, batches };
}

test('measures commands that are sent together as one, and names a pipeline of different commands', async () => {
  const { redis, close, batches } = await connect();
  const before = await batches();
  await redis.get(PREFIX);
  expect(await batches()).toEqual({ ...before, GET: 1 });
  await Promise.all([redis.get(PREFIX), redis.get(PREFIX), redis.get(PREFIX)]);
  expect(await batches()).toEqual({ ...before, GET: 2 });
  await Promise.all([redis.get(PREFIX), redis.set(PREFIX, '1', 'EX', 60)]);
  expect(await batches()).toEqual({ ...before, GET: 2, PIPELINE: 1 });
  await close();
});

test('measures failed commands, and does not name unusual ones', async () => {
  const { redis, close, batches } = await connect();
  const other = (await batches())._OTHER ?? 0;
  await redis.set(PREFIX, 'text', 'EX', 60);
  await expect(redis.incr(PREFIX)).rejects.toThrow('not an integer');
  await redis.strlen(PREFIX);
  expect(await batches()).toMatchObject({ SET: 1, 'INCR ReplyError': 1, _OTHER: other + 1 });
  await close();
});
