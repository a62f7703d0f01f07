import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import { type CuttableWire, startCuttableWire } from '@vitae/test/support/gateway/cuttable-connection';
import type { ScratchGateway } from '@vitae/test/support/gateway/gateway-fixture';
import { sampleCv } from '@vitae/test/support/gateway/sample-cv';
import { type ScratchSystem, signPath, startScratchSystem } from '@vitae/test/support/gateway/system-fixture';
import { until } from '@vitae/test/support/until';

let system: ScratchSystem;

beforeAll(async () => {
  system = await startScratchSystem(process.env);
  system.resume.cvs.set(7, { companyId: system.company.id, revision: 3, json: sampleCv(7) });
});
afterAll(() => system.close());

const targetOf = (url: string, port: number) => ({
  host: new URL(url).hostname,
  port: Number(new URL(url).port || port),
});
const call = (gateway: ScratchGateway, path = '/api/v1/cv/7') => checkedFetch(gateway.url + signPath(system.key, path));

async function expectUnavailable(answer: Response, started: number): Promise<void> {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'application/json; charset=utf-8']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(answer.headers.get('x-request-id')).toMatch(/\S/);
  // Within a second; what nobody watches over takes five and more.
  expect(performance.now() - started).toBeLessThan(4_000);
}

describe('while Redis is away', () => {
  let wire: CuttableWire;
  let gateway: ScratchGateway;
  beforeAll(async () => {
    wire = await startCuttableWire(targetOf(system.redisUrl, 6379));
    gateway = await system.start({ redisUrl: `redis://${wire.host}${new URL(system.redisUrl).pathname}` });
  });
  afterAll(() => wire.close());

  test('nobody is let in or told to be wrong, quickly; afterwards all is as before', async () => {
    expect((await call(gateway)).status).toBe(200);
    wire.cut();
    for (const path of ['/api/v1/cv/7', '/api/v1/cv/7?tampered=', '/api/v1/rate-limit']) {
      const started = performance.now();
      const signed = signPath(system.key, path);
      await expectUnavailable(await checkedFetch(gateway.url + signed.replace('tampered=', 'tampered=1')), started);
    }
    const started = performance.now();
    await expectUnavailable(await checkedFetch(`${gateway.url}/api/v1/cv/7`), started);
    const ready = await fetch(`${gateway.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', failing: ['redis'] }]);
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
    wire.mend();
    await until('calls are answered again', async () => (await call(gateway)).status === 200);
  });
});

describe('while MongoDB is away', () => {
  test('a key that is not known by heart is a 503, never a 403', async () => {
    const wire = await startCuttableWire(targetOf(system.mongodbUri, 27017));
    const gateway = await system.start({ mongodbUri: `mongodb://${wire.host}/?directConnection=true` });
    expect((await call(gateway)).status).toBe(200);
    wire.cut();
    gateway.gateway.keyCache.forgetAll();
    const started = performance.now();
    await expectUnavailable(await call(gateway), started);
    wire.mend();
    await until('calls are answered again', async () => (await call(gateway)).status === 200);
    await gateway.close();
    wire.close();
  }, 120_000);
});

test('while the resume service is away, a call is a 503 with its quota, and others are answered', async () => {
  const gateway = await system.start({ resumeAddress: '127.0.0.1:1' });
  const started = performance.now();
  const answer = await call(gateway);
  await expectUnavailable(answer, started);
  expect(answer.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
  expect((await call(gateway, '/api/v1/rate-limit')).status).toBe(200);
});
