import { randomBytes } from 'node:crypto';
import { createMinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { readQuota } from '@vitae/accounts/consumption/quota-state';
import { createRejectedRequests } from '@vitae/accounts/consumption/rejected-requests';
import { createKeyAnnouncer } from '@vitae/accounts/keys/key-announcements';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import { createSessionStore, OWNER_SESSION } from '@vitae/accounts/sessions/session-store';
import { systemClock } from '@vitae/kit/clock';
import { createLogger } from '@vitae/kit/log';
import { queueConnection } from '@vitae/kit/redis';
import { type RedisUser, withRedisUser } from '@vitae/local/redis/redis-users';
import { createExportQueue } from '@vitae/proto/clients/exports/export-queue';
import { listenForFinishedExports } from '@vitae/proto/clients/exports/finish-events';
import { createQueueBoard } from '@vitae/site/features/settings/queue/queue-board';
import { createRateLimiter } from '@vitae/site/sessions/rate-limiter';
import { Redis } from 'ioredis';
import { fakeCvAddress } from '../support/export/fake-resume-server.ts';
import { startWorkerFixture } from '../support/export/worker-fixture.ts';
import { checkedFetch } from '../support/gateway/checked-fetch.ts';
import { signPath, startSystemFixture } from '../support/gateway/system-fixture.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { until } from '../support/until.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const box = createSecretBox([{ id: 'test', key: randomBytes(32) }]);

let server: RedisServer;
let url: string;
let admin: Redis;
const connections: Redis[] = [];

beforeAll(async () => {
  server = await startRedisServer();
  url = server.url;
  admin = new Redis(url);
});
afterAll(async () => {
  for (const connection of [admin, ...connections]) connection.disconnect();
  await server.close();
});

const ADMINISTRATION = [
  ...['KEYS *', 'SCAN 0', 'RANDOMKEY', 'DBSIZE', 'FLUSHALL', 'CONFIG GET *', 'ACL LIST', 'MONITOR', 'SHUTDOWN'],
  ...['CLIENT KILL TYPE normal', 'FUNCTION FLUSH', 'SCRIPT FLUSH', 'DEBUG SLEEP 1', 'REPLICAOF h 1', 'MODULE LIST'],
  ...['CLUSTER NODES', 'CLUSTER FAILOVER', 'CLUSTER RESET', 'CLUSTER FORGET x'],
];
const connectAs = (user: RedisUser) => {
  const redis = new Redis(withRedisUser(url, user), { maxRetriesPerRequest: 1 });
  connections.push(redis);
  return redis;
};
const isAllowed = async (user: string, command: string) =>
  (await admin.call('ACL', 'DRYRUN', user, ...command.split(' '))) === 'OK';

describe('Redis user', () => {
  test.each([
    ['export', 'HGETALL {exports}:exports:1'],
    ['export', 'SUBSCRIBE {exports}:exports:cancel'],
    ['export', 'HGETALL bull:exports:1'],
    ['export', 'CLUSTER SLOTS'],
    ['gateway', 'CLUSTER MYID'],
    ['site', 'CLUSTER INFO'],
    ['gateway', 'SET {c:1}:nonce:1:a 1'],
    ['gateway', 'DEL session:owner:a'],
    ['gateway', 'SUBSCRIBE vitae:keys-changed'],
    ['gateway', 'PUBLISH {exports}:exports:cancel 1'],
    ['site', 'SET session:administrator:a 1'],
    ['site', 'HGETALL {c:1}:use:1'],
    ['site', 'PUBLISH vitae:keys-changed 1'],
    ['monitor', 'LLEN {exports}:exports:wait'],
    ['monitor', 'PING'],
    ['admin', 'FLUSHALL'],
  ])('%s may send %s', async (user, command) => {
    expect(await isAllowed(user, command)).toBe(true);
  });

  test.each([
    ...['SET session:administrator:a 1', 'GET session:owner:a', 'SADD sessions-of:owner:1 a'].map((one) => [
      'export',
      one,
    ]),
    ...['GET {c:1}:quota', 'SET {c:1}:nonce:1:a 1', 'DEL limit:a', 'SET {exports}:other:1 1'].map((one) => [
      'export',
      one,
    ]),
    ...['PUBLISH {exports}:exports:cancel 1', 'PUBLISH vitae:keys-changed 1', 'PSUBSCRIBE *'].map((one) => [
      'export',
      one,
    ]),
    ...['SET session:administrator:a 1', 'GET session:administrator:a', 'DEL limit:a'].map((one) => ['gateway', one]),
    ...['SET {c:1}:nonce:1:a 1', 'HSET {c:1}:quota used 0', 'DEL {c:1}:use:1', 'SET {c:1}:barrier 1'].map((one) => [
      'site',
      one,
    ]),
    ...['SET {exports}:exports:1 1', 'DEL {exports}:exports:wait', 'GET session:owner:a'].map((one) => [
      'monitor',
      one,
    ]),
  ] as [string, string][])('%s may not send %s', async (user, command) => {
    expect(await isAllowed(user, command)).toBe(false);
  });

  test.each(['export', 'gateway', 'site', 'monitor'])('%s may not administer Redis or list its keys', async (user) => {
    for (const command of ADMINISTRATION) expect([command, await isAllowed(user, command)]).toEqual([command, false]);
  });

  test('cannot reach other keys by a script', async () => {
    await expect(connectAs('export').eval("return redis.call('SET', 'session:a', 1)", 0)).rejects.toThrow(
      "can't access at least one of the keys",
    );
  });
});

describe('product code with the Redis users', () => {
  test('gateway accepts signed requests and ends sessions of owners', async () => {
    const system = await startSystemFixture({ ...process.env, REDIS_URL: withRedisUser(url, 'gateway') });
    const gateway = await system.start();
    const path = '/api/v1/rate-limit';
    expect((await checkedFetch(gateway.url + signPath(system.key, path))).status).toBe(200);
    const signed = signPath(system.key, path);
    expect((await checkedFetch(gateway.url + signed)).status).toBe(200);
    expect((await checkedFetch(gateway.url + signed)).status).toBe(403);
    await gateway.gateway.background.recorder.close();
    await until('requests are counted', async () => {
      const minutes = await createMinuteBuffer(system.redis).all(system.company.id);
      return minutes.length > 0;
    });
    await createMinuteBuffer(system.redis).ended(system.company.id);
    await gateway.gateway.background.flusher.flush();
    await system.announcer.announce(system.company.id, 9);
    const sessionsAs = (redis: Redis) =>
      createSessionStore({ redis, box, clock: systemClock, kind: 'owner', limits: OWNER_SESSION });
    const session = await sessionsAs(connectAs('site')).start({ userId: 1, companyId: 1 });
    await sessionsAs(system.redis).endAll(1);
    expect(await sessionsAs(connectAs('site')).find(session)).toBeUndefined();
    await system.close();
  });

  test('site uses sessions, limits, consumption and the queue', async () => {
    const redis = connectAs('site');
    const kinds = ['owner', 'administrator', 'administrator-halfway'];
    for (const kind of kinds) {
      const sessions = createSessionStore({ redis, box, clock: systemClock, kind, limits: OWNER_SESSION });
      const id = await sessions.start({ userId: 1, companyId: 1 });
      const next = String(await sessions.rotate(id));
      expect(await sessions.find(next)).toBeDefined();
      await sessions.end(next);
    }
    expect(await createRateLimiter(redis).count({ name: 'test', max: 1, windowSeconds: 60 }, 'subject')).toBe(0);
    const rejected = createRejectedRequests({ redis, box, clock: systemClock, log });
    expect([await rejected.list(1), await createMinuteBuffer(redis).all(1)]).toEqual([[], []]);
    await rejected.removeAll(1);
    await rejected.close();
    expect(await readQuota(redis, 1)).toMatchObject({ standard: 0, intensive: 0 });
    await createKeyAnnouncer(redis).announce(1, 2);
    const board = createQueueBoard({ redis, path: '/board', onError: () => undefined });
    expect(board.page()).toContain('<!doctype html>');
    expect(await redis.client('LIST')).toContain('user=site');
  });

  test.each(['gateway', 'site'] as const)('worker runs, shares and cancels jobs of the %s', async (producer) => {
    const producerUrl = withRedisUser(url, producer);
    const worker = await startWorkerFixture(
      { ...process.env, REDIS_URL: url },
      { workerRedisUrl: withRedisUser(url, 'export') },
    );
    const events = await listenForFinishedExports({ connection: queueConnection(producerUrl), onError: fail });
    const { signGrant } = worker;
    const queue = createExportQueue({ redis: connectAs(producer), events, signGrant, onError: fail });
    const wait = { waitMs: 60_000, signal: AbortSignal.timeout(60_000), priority: 'waiting' } as const;
    const request = { cvId: 31, companyId: 7, format: 'json', address: fakeCvAddress(31, 'json') } as const;
    // Replaces a job without a grant, which would otherwise block this export for a day.
    const unsigned = await worker.queue.add('export', request, { jobId: request.address });
    expect(await worker.failureOf(unsigned)).toMatchObject({ reason: 'grant_invalid', attempts: 1 });
    expect(await queue.run(request, wait)).toMatchObject({ state: 'completed' });
    const batch = randomBytes(32).toString('hex');
    await queue.runBatch({ cvIds: [31, 32], companyId: 7, format: 'json', address: batch });
    await until('the batch ends', async () => (await queue.findState(batch))?.state === 'completed');
    expect(await queue.progress(batch)).toMatchObject({ items: { done: 2 } });
    await queue.cancel(batch);
    await queue.removeFinishedBefore(Date.now() - 60_000);
    await queue.close();
    await events.close();
    await worker.close();
  });
});

function fail(error: Error): never {
  throw error;
}
