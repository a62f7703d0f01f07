import { createLogger } from '@vitae/kit/log';
import { connectRedis, openQueueClient, queueConnection } from '@vitae/kit/redis';
import type { Job } from 'bullmq';
import {
  acceptedOfBurst,
  isAccepted,
  minutesOf,
  type RedisLoad,
  startRedisLoad,
} from '../support/gateway/redis-load.ts';
import { stopReplication } from '../support/redis-node.ts';
import { type RedisSentinels, startRedisSentinels } from '../support/redis-sentinels.ts';
import { until } from '../support/until.ts';

const FAILOVER_MS = 120_000;
const JOBS = process.env.VITAE_FULL ? 200 : 30;
const warnings: string[] = [];
const log = Object.assign(createLogger({ name: 'test', level: 'silent' }), {
  warn: (_fields: object, message: string) => void warnings.push(message),
});

let redis: RedisSentinels;
let load: RedisLoad;

beforeAll(async () => {
  redis = await startRedisSentinels();
  load = await startRedisLoad(redis.url());
}, 240_000);
afterAll(async () => {
  await load?.close();
  await redis?.stop();
}, 120_000);

const connect = (url: string) => connectRedis({ url, name: 'test', log });
const errorOf = (url: string) =>
  connect(url).then(
    () => 'connected',
    (error: Error) => error.message,
  );

describe('connections', () => {
  test('report a master name that the sentinels do not know', async () => {
    const [{ host, port } = { host: '', port: 0 }] = redis.sentinels;
    expect(await errorOf(redis.url('other'))).toContain(`sentinel ${host}:${port} does not know the master "other"`);
  });

  test('warn about sentinels that do not respond, and fail if none does', async () => {
    const [{ host, port } = { host: '', port: 0 }] = redis.sentinels;
    warnings.length = 0;
    await (await connect(`redis+sentinel://:secret@${host}:${port},${host}:1/main`)).close();
    expect(warnings).toContainEqual(
      expect.stringMatching(/^A sentinel cannot take part in a failover: sentinel 127\.0\.0\.1:1: .*ECONNREFUSED/),
    );
    expect(await errorOf(`redis+sentinel://${host}:1,${host}:2/main`)).toMatch(
      /sentinel 127\.0\.0\.1:1: .*; sentinel 127\.0\.0\.1:2: .*correct REDIS_URL\.$/,
    );
  });

  test('say how to address a sentinel that is given as a Redis', async () => {
    const [{ host, port } = { host: '', port: 0 }] = redis.sentinels;
    expect(await errorOf(`redis://${host}:${port}`)).toContain(
      'which needs an address that starts with redis+sentinel://',
    );
  });
});

describe('after the master was killed', () => {
  /** Accepted requests that the promoted replica knows, and one that it never received. */
  const replicated: string[] = [];
  let lost: string;
  let jobs: Job[];
  let charged: Response[];
  let key: Awaited<ReturnType<RedisLoad['createCompany']>>;
  let connected: Awaited<ReturnType<typeof connectRedis>>;
  let queue: ReturnType<typeof openQueueClient>;

  beforeAll(async () => {
    connected = await connect(redis.url());
    queue = openQueueClient(queueConnection(redis.url()));
    queue.on('error', () => undefined); // while the master is down
    await connected.redis.set('a', '1');
    key = await load.createCompany();
    jobs = await load.addJobs(JOBS);
    for (let count = 0; count < 5; count += 1) replicated.push(await load.untilAccepted());
    charged = await load.sendAll(Array.from({ length: 100 }, () => load.sign(key)));
    expect(await redis.master.redis.wait(1, 60_000)).toBe(1);
    await stopReplication(redis.master, redis.replica);
    lost = await load.untilAccepted();
    redis.master.signal('SIGKILL');
    redis.replica.signal('SIGCONT');
    await until('a command that fails', () =>
      connected.redis.set('b', '1').then(
        () => false,
        () => true,
      ),
    );
    await until('the failover', () => connected.redis.set('b', '2').catch(() => false as const), FAILOVER_MS);
  }, 240_000);
  afterAll(async () => {
    queue?.disconnect();
    await connected?.close();
  });

  test('connections use the promoted replica', async () => {
    await connected.ready();
    expect([await connected.redis.get('a'), await connected.redis.get('b')]).toEqual(['1', '2']);
    expect(await queue.get('b')).toBe('2');
  });

  test('no used URL is accepted, even if the promoted replica never received its nonce', async () => {
    for (const path of [lost, ...replicated])
      for (const gateway of [0, 1]) expect([403, 503]).toContain((await load.send(path, gateway)).status);
    await load.untilAccepted();
    for (const path of [lost, ...replicated])
      for (const gateway of [0, 1]) expect([403, 503]).toContain((await load.send(path, gateway)).status);
  });

  test('at most the quota is accepted in the minute of the failover, and exactly the quota in a later minute', async () => {
    const { standard } = load.system.company.limits;
    await until('an accepted request', async () => {
      const response = await load.send(load.sign(key));
      if (isAccepted(response)) charged.push(response);
      return isAccepted(response);
    });
    charged.push(...(await load.sendAll(Array.from({ length: standard + 100 }, () => load.sign(key)))));
    for (const minute of minutesOf(charged)) {
      const ofMinute = charged.filter(({ headers }) => headers.get('x-ratelimit-reset') === minute);
      expect(ofMinute.filter(isAccepted).length).toBeLessThanOrEqual(standard);
    }
    expect(await acceptedOfBurst(load)).toBe(standard);
  }, 240_000);

  test('every job is completed', async () => {
    await load.untilCompleted(jobs);
    await load.untilCompleted(await load.addJobs(1));
  }, 240_000);
});
