import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import { type CuttableConnection, startCuttableConnection } from '@vitae/test/support/gateway/cuttable-connection';
import type { GatewayFixture } from '@vitae/test/support/gateway/gateway-fixture';
import { sampleCv } from '@vitae/test/support/gateway/sample-cv';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';
import { until } from '@vitae/test/support/until';

let system: SystemFixture;

beforeAll(async () => {
  system = await startSystemFixture(process.env);
  system.resume.cvs.set(7, { companyId: system.company.id, revision: 3, json: sampleCv(7) });
});
afterAll(() => system.close());

const targetOf = (url: string, port: number) => ({
  host: new URL(url).hostname,
  port: Number(new URL(url).port || port),
});
const call = (gateway: GatewayFixture, path = '/api/v1/cv/7') => checkedFetch(gateway.url + signPath(system.key, path));

async function expectUnavailable(response: Response, started: number): Promise<void> {
  expect([response.status, response.headers.get('content-type')]).toEqual([503, 'application/json; charset=utf-8']);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(response.headers.get('x-request-id')).toMatch(/\S/);
  // Normally within a second. An undetected outage takes five or more.
  expect(performance.now() - started).toBeLessThan(4_000);
}

describe('without Redis', () => {
  let wire: CuttableConnection;
  let gateway: GatewayFixture;
  beforeAll(async () => {
    wire = await startCuttableConnection(targetOf(system.redisUrl, 6379));
    gateway = await system.start({ redisUrl: `redis://${wire.host}${new URL(system.redisUrl).pathname}` });
  });
  afterAll(() => wire.close());

  test('returns 503 quickly for valid and invalid requests and recovers', async () => {
    expect((await call(gateway)).status).toBe(200);
    wire.cut();
    for (const path of ['/api/v1/cv/7', '/api/v1/cv/7?tampered=', '/api/v1/rate-limit']) {
      const started = performance.now();
      const signed = signPath(system.key, path);
      await expectUnavailable(await checkedFetch(gateway.url + signed.replace('tampered=', 'tampered=1')), started);
    }
    const started = performance.now();
    await expectUnavailable(await checkedFetch(`${gateway.url}/api/v1/cv/7`), started);
    // If it were not ready, clients would get the error page of the load balancer instead.
    for (const probe of ['/readyz', '/healthz']) expect((await fetch(gateway.url + probe)).status).toBe(200);
    wire.restore();
    await until('requests succeed', async () => (await call(gateway)).status === 200);
  });
});

describe('without MongoDB', () => {
  test('returns 503 and not 403 for a key that is not cached', async () => {
    const wire = await startCuttableConnection(targetOf(system.mongodbUri, 27017));
    const gateway = await system.start({ mongodbUri: `mongodb://${wire.host}/?directConnection=true` });
    expect((await call(gateway)).status).toBe(200);
    wire.cut();
    gateway.gateway.keyCache.forgetAll();
    const started = performance.now();
    await expectUnavailable(await call(gateway), started);
    wire.restore();
    await until('requests succeed', async () => (await call(gateway)).status === 200);
    await gateway.close();
    wire.close();
  }, 120_000);
});

test('returns 503 with quota headers without the resume service and serves other requests', async () => {
  const gateway = await system.start({ resumeAddress: '127.0.0.1:1' });
  const started = performance.now();
  const response = await call(gateway);
  await expectUnavailable(response, started);
  expect(response.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
  expect((await call(gateway, '/api/v1/rate-limit')).status).toBe(200);
});
