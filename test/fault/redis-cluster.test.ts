import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createRejectedRequests } from '@vitae/accounts/consumption/rejected-requests';
import { listenForKeyChanges } from '@vitae/accounts/keys/key-announcements';
import type { CreatedKey } from '@vitae/accounts/keys/key-manager';
import { MINUTE_LISTS, minuteListOf, quotaKey } from '@vitae/accounts/quota/redis-keys';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import { createSessionStore, OWNER_SESSION } from '@vitae/accounts/sessions/session-store';
import { systemClock } from '@vitae/kit/clock';
import { createLogger } from '@vitae/kit/log';
import { connectRedis } from '@vitae/kit/redis';
import { createRateLimiter } from '@vitae/site/sessions/rate-limiter';
import { acceptedOfBurst, isAccepted, type RedisLoad, startRedisLoad } from '../support/gateway/redis-load.ts';
import type { SystemFixture } from '../support/gateway/system-fixture.ts';
import { type ClusterNode, type RedisCluster, startRedisCluster } from '../support/redis-cluster.ts';
import { stopReplication } from '../support/redis-node.ts';
import { until } from '../support/until.ts';

const FAILOVER_MS = 120_000;
const JOBS = process.env.VITAE_FULL ? 200 : 30;
const log = createLogger({ name: 'test', level: 'silent' });

let cluster: RedisCluster;
let load: RedisLoad;
let system: SystemFixture;

beforeAll(async () => {
  cluster = await startRedisCluster();
  load = await startRedisLoad(cluster.url);
  ({ system } = load);
}, 240_000);
afterAll(async () => {
  await load?.close();
  await cluster?.stop();
}, 120_000);

const keyOfCompany = () => quotaKey(system.company.id);
const keyOfQueue = () => `${load.exports.prefix}:exports:wait`;

test('accepts exactly the quota of concurrent requests of two gateways', async () => {
  expect(await acceptedOfBurst(load)).toBe(system.company.limits.standard);
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
  const replayed = await load.untilAccepted();
  expect((await load.send(replayed)).status).toBe(403);
  const master = await cluster.masterOf(keyOfCompany());
  const replica = await cluster.replicaOf(master);
  await stopReplication(master, replica);
  const lost = await load.untilAccepted();
  master.signal('SIGKILL');
  replica.signal('SIGCONT');
  const failedOver = async () => (await cluster.masterOf(keyOfCompany())).port === replica.port;
  await until('the failover', failedOver, FAILOVER_MS);
  for (const gateway of [0, 1]) expect([403, 503]).toContain((await load.send(lost, gateway)).status);
  await load.untilAccepted();
  for (const path of [lost, replayed]) expect([403, 503]).toContain((await load.send(path)).status);
  master.restart();
  await cluster.complete();
}, 400_000);

test('loses no job while the master of the queue is killed', async () => {
  const master = await cluster.masterOf(keyOfQueue());
  const jobs = await load.addJobs(JOBS);
  await master.redis.wait(1, 60_000);
  await until('the first completed job', async () => (await load.exports.queue.getCompletedCount()) > 0, FAILOVER_MS);
  master.signal('SIGKILL');
  await load.untilCompleted(jobs);
  await load.untilCompleted(await load.addJobs(1));
  master.restart();
  await cluster.complete();
}, 400_000);

test('serves the companies of other masters while a master and its replica fail', async () => {
  const first = await companyWhere(({ master, list }) => master !== list);
  const failing = first.list;
  const affected = await companyWhere(({ master }) => master === failing);
  // A new company lists its minute with its first request. These two kinds list it on a working and on the failing master.
  const others = [first];
  for (let count = 0; count < 3; count += 1)
    others.push(await companyWhere(({ master, list }) => list === failing && master !== list));
  for (let count = 0; count < 2; count += 1)
    others.push(await companyWhere(({ master, list }) => list !== failing && master !== failing));
  const connected = await connectRedis({ url: cluster.url, name: 'test', log });
  const nodes = [failing, await cluster.replicaOf(failing)];
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const) {
    for (const node of nodes) node.signal(signal);
    const responses = await Promise.all(
      others
        .splice(0, 3)
        .flatMap(({ key }) => [0, 1].map((gateway) => timed(() => load.send(load.sign(key), gateway)))),
    );
    expect(responses.map(([response]) => isAccepted(response))).toEqual(responses.map(() => true));
    for (const [, milliseconds] of responses) expect(milliseconds).toBeLessThan(1_000);
    expect((await load.send(load.sign(affected.key))).status).toBe(503);
    await expect(connected.ready()).rejects.toThrow();
    await connected.responds();
  }
  const warnings: string[] = [];
  const warn = (_fields: object, message: string) => void warnings.push(message);
  const url = cluster.url;
  await until('a new process that warns about the master', async () => {
    const started = await connectRedis({ url, name: 'test', log: Object.assign(Object.create(log), { warn }) });
    await started.close();
    return warnings.length > 0;
  });
  expect(warnings[0]).toMatch(/^A master of the Redis Cluster does not respond/);
  await connected.close();
  for (const node of nodes) node.restart();
  await cluster.complete();
  await until('a request of the affected company', async () => isAccepted(await load.send(load.sign(affected.key))));
  const listed = await Promise.all(MINUTE_LISTS.map(({ unflushed }) => system.redis.zrange(unflushed, 0, '-1')));
  expect(listed.flat()).toEqual(expect.arrayContaining([expect.stringMatching(new RegExp(`^${first.id}:`))]));
}, 400_000);

test('serves requests and completes jobs while their slots move to another master', async () => {
  const accepted: string[] = [];
  let isMoving = true;
  const requests = async () => {
    while (isMoving) {
      accepted.push(await load.untilAccepted());
      await pause(20);
    }
  };
  const adding = load.addJobs(JOBS);
  const move = async () => {
    for (const key of [keyOfCompany(), keyOfQueue()]) await moveSlot(cluster, key);
    isMoving = false;
  };
  await Promise.all([move(), requests()]);
  await load.untilCompleted(await adding);
  await load.untilAccepted();
  for (const path of accepted) expect([403, 503]).toContain((await load.send(path)).status);
}, 400_000);

/** A new company, and the masters of its keys and of the list of its minutes. */
type PlacedCompany = { id: number; key: CreatedKey; master: ClusterNode; list: ClusterNode };

/** Creates companies until one is where it should be. */
async function companyWhere(matches: (company: Omit<PlacedCompany, 'key'>) => boolean): Promise<PlacedCompany> {
  return until('a company with these masters', async () => {
    const { id } = await system.companies.create('Placed', 'Europe/Paris');
    const master = await cluster.masterOf(quotaKey(id));
    const list = await cluster.masterOf(MINUTE_LISTS[minuteListOf(id)]?.unflushed ?? '');
    return (
      matches({ id, master, list }) && { id, key: await system.keys.create(id, 'main', 'unlimited'), master, list }
    );
  });
}

async function timed<T>(work: () => Promise<T>): Promise<[T, milliseconds: number]> {
  const started = performance.now();
  return [await work(), performance.now() - started];
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
