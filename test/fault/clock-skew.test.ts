import { systemClock } from '@vitae/kit/clock';
import { checkedFetch } from '../support/gateway/checked-fetch.ts';
import { sampleCv } from '../support/gateway/sample-cv.ts';
import { type SystemFixture, signPath, startSystemFixture } from '../support/gateway/system-fixture.ts';
import { until } from '../support/until.ts';

let system: SystemFixture;
let urls: string[];

beforeAll(async () => {
  system = await startSystemFixture(process.env);
  system.resume.cvs.set(7, { companyId: system.company.id, revision: 3, json: sampleCv(7) });
  const skewed = (seconds: number) => ({ clock: { now: () => systemClock.now() + seconds * 1_000 } });
  const gateways = [await system.start(), await system.start(skewed(120)), await system.start(skewed(-120))];
  urls = gateways.map(({ url }) => url);
}, 120_000);
afterAll(() => system?.close());

const sendToAll = (path: string) => Promise.all(urls.map(async (url) => checkedFetch(url + path)));
const sendSigned = () => Promise.all(urls.map((url) => checkedFetch(url + signPath(system.key, '/api/v1/cv/7'))));

test('accepts valid requests and rejects replays on a gateway whose clock is 120 s off', async () => {
  expect((await sendSigned()).map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const ahead of [-170, 0, 170]) {
    const path = signPath(system.key, '/api/v1/cv/7', { now: systemClock.now() + ahead * 1_000 });
    const statuses = (await sendToAll(path)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 403)).toHaveLength(2);
  }
});

test('enforces one quota across gateways whose clocks are 120 s off', async () => {
  const { id } = await system.companies.create('Skewed', 'UTC');
  await system.companies.setLimits(id, { standard: 20 });
  const key = await system.keys.create(id, 'main', 'unlimited');
  await until('the first half of a minute', () => new Date().getSeconds() < 35);
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, index) => checkedFetch(urls[index % 3] + signPath(key, '/api/v1/tags/1'))),
  );
  const resets = new Set(responses.map(({ headers }) => headers.get('x-ratelimit-reset')));
  expect(resets.size).toBe(1);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(40);
}, 120_000);

test('rejects a revoked key on gateways whose clocks are 120 s off', async () => {
  const key = await system.keys.create(system.company.id, 'short', 'unlimited');
  const statuses = async () =>
    Promise.all(urls.map(async (url) => (await checkedFetch(url + signPath(key, '/api/v1/cv/7'))).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  await system.keys.revoke(key.key);
  await until('all gateways to reject the key', async () => (await statuses()).every((status) => status === 403));
});
