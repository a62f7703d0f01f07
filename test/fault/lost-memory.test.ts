import { Redis } from 'ioredis';
import { setLimits } from '../support/limits.ts';
import { expectRecovery, observe } from '../support/observed-requests.ts';
import { signedPath } from '../support/signer.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

let cluster: TestCluster;
let redis: Redis;

beforeAll(async () => {
  cluster = await startTestCluster({ gateways: 2 });
  redis = new Redis(cluster.redisUrl);
}, 400_000);
afterAll(async () => {
  redis?.disconnect();
  await cluster?.stop();
}, 120_000);

const seconds = () => Math.floor(Date.now() / 1000);

test('rejects every used URL on all gateways after Redis is flushed', async () => {
  const path = `/api/v1/cv/${cluster.demo.cvIds[0]}`;
  await expectRecovery(cluster);
  // Signed by clients whose clocks are behind, accurate and ahead.
  const used = [-250, -10, 0, 2, 40, 250].map((ahead) =>
    signedPath('GET', path, cluster.demo, {}, {}, seconds() + ahead),
  );
  const [first = '', second = ''] = cluster.gateways;
  for (const url of used) expect((await observe(first + url)).status).toBe(200);
  for (const url of used) expect((await observe(second + url)).status).toBe(403);

  await redis.flushall();
  for (const gateway of [first, second])
    for (const url of used) expect([403, 503]).toContain((await observe(gateway + url)).status);
  // The gateway requires a timestamp later than every timestamp that it accepted before the flush.
  const ahead = signedPath('GET', path, cluster.demo, {}, {}, seconds() + 299);
  const later = await observe(first + ahead);
  expect([200, 503]).toContain(later.status);
  for (const url of used) expect([403, 503]).toContain((await observe(second + url)).status);
}, 120_000);

test('accepts requests of a company with accurate clocks soon after Redis is flushed', async () => {
  const urlOf = await createCompany('Accurate Clocks');
  for (let index = 0; index < 4; index += 1) expect((await observe(urlOf(index))).status).toBe(200);
  const durations: number[] = [];
  for (let flushes = 0; flushes < 3; flushes += 1) {
    await redis.flushall();
    const flushed = performance.now();
    await until('a response', async () => (await observe(urlOf(0))).status === 200);
    durations.push(Math.round(performance.now() - flushed));
  }
  process.stdout.write(`Accepted ${durations.join(', ')} ms after a flush\n`);
  // The best of three, because a loaded machine delays some.
  expect(Math.min(...durations)).toBeLessThan(4_000);
}, 120_000);

test('does not exceed the quota of a minute in which Redis is flushed', async () => {
  const limit = 40;
  const urlOf = await createCompany('Limited', limit);
  await until('the first half of a minute', () => seconds() % 60 < 30);
  const minute = Math.floor(seconds() / 60);
  const counts = new Map<number, number>();
  const count = (status: number) => counts.set(status, (counts.get(status) ?? 0) + 1);
  for (let index = 0; index < limit / 2; index += 1) count((await observe(urlOf(index))).status);
  await redis.flushall();
  for (let index = 0; Math.floor(seconds() / 60) === minute && (counts.get(429) ?? 0) < 10; index += 1)
    count((await observe(urlOf(index))).status);
  process.stdout.write(`Statuses in the minute of the flush: ${JSON.stringify([...counts])}\n`);
  // A request that timed out may have been charged.
  expect(counts.get(200)).toBeLessThanOrEqual(limit);
  expect((counts.get(200) ?? 0) + (counts.get(503) ?? 0)).toBeGreaterThanOrEqual(limit);
  expect([...counts.keys()].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
}, 120_000);

/** Creates a company and returns a function that signs URLs of an empty list with its key. */
async function createCompany(name: string, limit = 1_000): Promise<(index: number) => string> {
  const { id } = await cluster.vitae<{ id: number }>('company', 'create', '--name', name);
  await setLimits(cluster, id, { standard: limit });
  const key = await cluster.vitae<{ key: string; secret: string }>('key', 'create', '--company', String(id));
  return (index) => `${cluster.gateways[index % cluster.gateways.length]}${signedPath('GET', '/api/v1/tags', key)}`;
}
