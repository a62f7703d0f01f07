import { Redis } from 'ioredis';
import type { Fault } from '../support/faulty-proxy.ts';
import { type LoadBalancer, startHaproxy } from '../support/load-balancer.ts';
import {
  expectRecovery,
  expectUnavailable,
  observe,
  observeSeries,
  recoveries,
  signedCv,
} from '../support/observed-requests.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

/** HAProxy counts as a third gateway, so that each fault is also observed through it. */
let cluster: TestCluster;
let gateways: readonly string[];
let balancer: LoadBalancer;

beforeAll(async () => {
  const started = await startTestCluster({ gateways: 2 });
  cluster = started;
  gateways = started.gateways;
  balancer = await startHaproxy(started.gateways);
  cluster = { ...started, gateways: [...started.gateways, balancer.url] };
}, 400_000);
afterAll(async () => {
  await balancer?.stop();
  await cluster?.stop();
}, 120_000);

const FAULTS: [string, Fault][] = [
  ['is down', 'down'],
  ['is slow (2 s)', { lateMs: 2_000 }],
  ['closes connections mid-response', 'cut'],
  ['does not respond', 'silent'],
];

test.each(FAULTS)(
  'responds 503 within a second while Redis %s, and recovers',
  async (_description, fault) => {
    await expectRecovery(cluster);
    cluster.redis.set(fault);
    expectUnavailable(await observeSeries(cluster, 6));
    // HAProxy would respond for gateways that are not ready.
    for (const gateway of gateways) expect((await fetch(`${gateway}/readyz`)).status).toBe(200);
    cluster.redis.set('none');
    await expectRecovery(cluster);
  },
  120_000,
);

test('responds 503 with Retry-After while the memory of Redis is full, and recovers', async () => {
  await expectRecovery(cluster);
  const redis = new Redis(cluster.redisUrl);
  await redis.config('SET', 'maxmemory', '1');
  expectUnavailable(await observeSeries(cluster, 3));
  await redis.config('SET', 'maxmemory', '0');
  redis.disconnect();
  await expectRecovery(cluster);
}, 120_000);

test.each(FAULTS)(
  'responds 503 within a second while MongoDB %s, and recovers',
  async (_description, fault) => {
    await expectRecovery(cluster);
    cluster.mongodb.set(fault);
    // Until the first 503, caches of gateways and services may still respond.
    await until('the first 503', async () => (await observe(signedCv(cluster))).status === 503);
    expectUnavailable(await observeSeries(cluster, 6));
    for (const gateway of gateways) expect((await fetch(`${gateway}/readyz`)).status).toBe(200);
    cluster.mongodb.set('none');
    await expectRecovery(cluster);
  },
  120_000,
);

describe('resume service', () => {
  test('responds 503 within a second after the resume service is killed, and recovers when it runs again', async () => {
    await expectRecovery(cluster);
    cluster.process('resume').signal('SIGKILL');
    await until('the first 503', async () => (await observe(signedCv(cluster))).status === 503);
    expectUnavailable(await observeSeries(cluster, 6));
    await cluster.process('resume').restart('SIGKILL');
    await expectRecovery(cluster);
  }, 120_000);

  test('responds 503 within a second while the resume service is paused (SIGSTOP), and recovers', async () => {
    await expectRecovery(cluster);
    cluster.process('resume').signal('SIGSTOP');
    const responses = await observeSeries(cluster, 6);
    cluster.process('resume').signal('SIGCONT');
    expectUnavailable(responses);
    await expectRecovery(cluster);
  }, 120_000);

  test('responds 503 within a second while the resume service is slow (4 s), and recovers', async () => {
    await expectRecovery(cluster);
    cluster.resume.set({ lateMs: 4_000 });
    expectUnavailable(await observeSeries(cluster, 6));
    cluster.resume.set('none');
    await expectRecovery(cluster);
  }, 120_000);
});

test('recovers within 2 s in the median of all faults', () => {
  process.stdout.write(`Recoveries in ms: ${recoveries.map((ms) => Math.round(ms)).join(' ')}\n`);
  const sorted = [...recoveries].sort((one, other) => one - other);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(2_000);
});
