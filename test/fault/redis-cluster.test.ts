import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createRejectedRequests } from '@vitae/accounts/consumption/rejected-requests';
import { listenForKeyChanges } from '@vitae/accounts/keys/key-announcements';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import { createSessionStore, OWNER_SESSION } from '@vitae/accounts/sessions/session-store';
import { systemClock } from '@vitae/kit/clock';
import { createLogger } from '@vitae/kit/log';
import { createRateLimiter } from '@vitae/site/sessions/rate-limiter';
import type { Job } from 'bullmq';
import { startWorkerFixture, type WorkerFixture } from '../support/export/worker-fixture.ts';
import type { GatewayFixture } from '../support/gateway/gateway-fixture.ts';
import { type SystemFixture, signPath, startSystemFixture } from '../support/gateway/system-fixture.ts';
import { type RedisCluster, type RedisNode, startRedisCluster } from '../support/redis-cluster.ts';
import { until } from '../support/until.ts';

const PATH = '/api/v1/users/1';
const FAILOVER_MS = 120_000;
const JOBS = process.env.VITAE_FULL ? 200 : 30;
const log = createLogger({ name: 'test', level: 'silent' });

let cluster: RedisCluster;
let system: SystemFixture;
let gateways: GatewayFixture[];
let exports: WorkerFixture;

beforeAll(async () => {
  cluster = await startRedisCluster();
  const environment = { ...process.env, REDIS_URL: cluster.url };
  system = await startSystemFixture(environment);
  gateways = [await system.start(), await system.start()];
  exports = await startWorkerFixture(environment);
}, 240_000);
afterAll(async () => {
  await exports?.close();
  await system?.close();
  await cluster?.stop();
}, 120_000);

const send = async (signedPath: string, gateway = 0) => {
  const response = await fetch(`${gateways[gateway]?.url}${signedPath}`);
  await response.arrayBuffer();
  return response;
};
/** Requests that were charged. */
const isAccepted = ({ status }: Response) => ![403, 429, 503].includes(status);
/** Resolves when a new request is accepted. Returns its signed path. */
const untilAccepted = () =>
  until(
    'an accepted request',
    async () => {
      const path = signPath(system.key, PATH);
      const response = await send(path);
      if (response.status === 503) expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect([403, 500]).not.toContain(response.status);
      return isAccepted(response) && path;
    },
    FAILOVER_MS,
  );
const keyOfCompany = () => `{c:${system.company.id}}:quota`;
const addJobs = (count: number): Promise<Job[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) => exports.add({ cvId: 1_000 + index, companyId: 7, format: 'json' })),
  );
const untilCompleted = (jobs: Job[]) =>
  until(
    'the completion of every job',
    async () => {
      const states = await Promise.all(jobs.map((job) => job.getState()));
      expect(states).not.toContain('failed');
      return states.every((state) => state === 'completed');
    },
    FAILOVER_MS,
  );

test('accepts exactly the quota of concurrent requests of two gateways', async () => {
  const { standard } = system.company.limits;
  const accepted = await until('a burst within a minute', async () => {
    const company = await system.companies.create('Burst', 'Europe/Paris');
    const key = await system.keys.create(company.id, 'main', 'unlimited');
    const paths = Array.from({ length: standard + 100 }, () => signPath(key, PATH));
    const responses = await Promise.all(paths.map((path, index) => send(path, index % 2)));
    const minutes = new Set(responses.map(({ headers }) => headers.get('x-ratelimit-reset')));
    return minutes.size === 1 && responses.filter(isAccepted).length;
  });
  expect(accepted).toBe(standard);
}, 240_000);

test('starts, lists, rotates and ends sessions, and limits requests', async () => {
  const { redis } = system;
  const box = createSecretBox([{ id: 'test', key: randomBytes(32) }]);
  const sessions = createSessionStore({ redis, box, clock: systemClock, kind: 'owner', limits: OWNER_SESSION });
  for (let userId = 1; userId <= 20; userId += 1) {
    const next = String(await sessions.rotate(await sessions.start({ userId, companyId: 1 })));
    expect([await sessions.isOpen(next), (await sessions.list(userId)).length]).toEqual([true, 1]);
    await sessions.endAll(userId);
    expect(await sessions.isOpen(next)).toBe(false);
  }
  expect(await createRateLimiter(redis).count({ name: 'test', max: 1, windowSeconds: 60 }, 'a')).toBe(0);
  const rejected = createRejectedRequests({ redis, box, clock: systemClock, log });
  await rejected.removeAll(1);
  await rejected.close();
});

test('announces changed keys on every node', async () => {
  const changed: number[] = [];
  const listening = { url: cluster.url, clock: systemClock, log, onGap: () => undefined };
  const announcements = listenForKeyChanges({ ...listening, onChange: (companyId) => changed.push(companyId) });
  await until('the subscription', () => announcements.isHealthy());
  for (let companyId = 1; companyId <= 9; companyId += 1) await system.announcer.announce(companyId, 2);
  await until('every announcement', () => changed.length >= 9);
  announcements.close();
  expect(changed.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('rejects a nonce that the promoted replica never received', async () => {
  const replayed = await untilAccepted();
  expect((await send(replayed)).status).toBe(403);
  const master = await cluster.masterOf(keyOfCompany());
  const replica = await cluster.replicaOf(master);
  await stopReplication(master, replica);
  const lost = await untilAccepted();
  master.signal('SIGKILL');
  replica.signal('SIGCONT');
  const failedOver = async () => (await cluster.masterOf(keyOfCompany())).port === replica.port;
  await until('the failover', failedOver, FAILOVER_MS);
  for (const gateway of [0, 1]) expect([403, 503]).toContain((await send(lost, gateway)).status);
  await untilAccepted();
  for (const path of [lost, replayed]) expect([403, 503]).toContain((await send(path)).status);
  master.restart();
  await cluster.complete();
}, 400_000);

test('loses no job while the master of the queue is killed', async () => {
  const master = await cluster.masterOf(`${exports.prefix}:exports:wait`);
  const jobs = await addJobs(JOBS);
  await master.redis.wait(1, 60_000);
  await until('the first completed job', async () => (await exports.queue.getCompletedCount()) > 0, FAILOVER_MS);
  master.signal('SIGKILL');
  await untilCompleted(jobs);
  await untilCompleted(await addJobs(1));
  master.restart();
  await cluster.complete();
}, 400_000);

test('serves requests and completes jobs while their slots move to another master', async () => {
  const accepted: string[] = [];
  let isMoving = true;
  const requests = async () => {
    while (isMoving) {
      accepted.push(await untilAccepted());
      await pause(20);
    }
  };
  const adding = addJobs(JOBS);
  const move = async () => {
    for (const key of [keyOfCompany(), `${exports.prefix}:exports:wait`]) await moveSlot(cluster, key);
    isMoving = false;
  };
  await Promise.all([move(), requests()]);
  await untilCompleted(await adding);
  await untilAccepted();
  for (const path of accepted) expect([403, 503]).toContain((await send(path)).status);
}, 400_000);

/** Loses writes: they are acknowledged by the master, but never sent to its paused replica. */
async function stopReplication(master: RedisNode, replica: RedisNode): Promise<void> {
  replica.signal('SIGSTOP');
  await master.redis.call('CLIENT', 'KILL', 'TYPE', 'replica');
  await until('the end of replication', async () => /connected_slaves:0/.test(await master.redis.info('replication')));
}

/** Moves a slot like `redis-cli --cluster reshard`. */
async function moveSlot(cluster: RedisCluster, key: string): Promise<void> {
  const from = await cluster.masterOf(key);
  const to = await cluster.otherMaster(from);
  const slot = await from.redis.cluster('KEYSLOT', key);
  const [fromId, toId] = [await from.redis.cluster('MYID'), await to.redis.cluster('MYID')];
  await to.redis.cluster('SETSLOT', slot, 'IMPORTING', String(fromId));
  await from.redis.cluster('SETSLOT', slot, 'MIGRATING', String(toId));
  for (;;) {
    const keys = (await from.redis.cluster('GETKEYSINSLOT', slot, 5)) as string[];
    if (keys.length === 0) break;
    await from.redis.call('MIGRATE', '127.0.0.1', to.port, '', 0, 5_000, 'KEYS', ...keys);
  }
  await to.redis.cluster('SETSLOT', slot, 'NODE', String(toId));
  await from.redis.cluster('SETSLOT', slot, 'NODE', String(toId));
}
