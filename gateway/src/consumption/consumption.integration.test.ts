import { createConsumptionStore } from '@vitae/accounts/consumption/consumption-mongo-store';
import { keySource } from '@vitae/accounts/consumption/counter';
import type { Counts } from '@vitae/accounts/consumption/counts';
import { percentile } from '@vitae/accounts/consumption/latency-histogram';
import { createMinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { DEFAULT_RETENTION } from '@vitae/accounts/consumption/retention';
import { USER_API_LIMIT } from '@vitae/accounts/quota/quota-types';
import { type ConsumptionTotals, createConsumptionTotals } from '@vitae/test/support/consumption-totals';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import type { GatewayFixture } from '@vitae/test/support/gateway/gateway-fixture';
import { sampleCv } from '@vitae/test/support/gateway/sample-cv';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';
import { until } from '@vitae/test/support/until';
import { createClockLeadStore } from '../quota/clock-lead-mongo-store.ts';
import { createReplayBarrier } from '../quota/replay-barrier.ts';
import { createUserQuota } from '../quota/user-quota.ts';

let system: SystemFixture;
let gateway: GatewayFixture;
let totals: ConsumptionTotals;

beforeAll(async () => {
  system = await startSystemFixture(process.env);
  gateway = await system.start();
  const store = createConsumptionStore(system.connection, DEFAULT_RETENTION);
  totals = createConsumptionTotals(createMinuteBuffer(system.redis), store);
});
afterAll(() => system.close());

async function createCompany(limits = {}) {
  const { id } = await system.companies.create('Acme', 'UTC');
  await system.companies.setLimits(id, limits);
  system.resume.cvs.set(id, { companyId: id, revision: 1, json: sampleCv(id) });
  return { id, key: await system.keys.create(id, 'k', 'unlimited') };
}

/** Waits until enough of the minute is left for requests that must share one. */
const earlyInTheMinute = () =>
  until('enough of the minute is left', async () => Number((await system.redis.time())[0]) % 60 < 40);

const withoutLatencies = (counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).filter(([name]) => !/^l\d+$/.test(name)));

const sumOf = (counts: Counts, names: RegExp): number =>
  Object.entries(counts).reduce((sum, [name, count]) => sum + (names.test(name) ? count : 0), 0);

const send = (key: { key: string; secret: string }, path: string) => checkedFetch(gateway.url + signPath(key, path));

describe('consumption log', () => {
  test('counts requests by key, endpoint and outcome, and accepted requests by status', async () => {
    await earlyInTheMinute();
    const { id, key } = await createCompany({ standard: 1_000, intensive: 1 });
    const second = await system.keys.create(id, 'second', 'unlimited');
    const good = signPath(key, `/api/v1/cv/${id}`);
    const paths = [
      ...Array.from({ length: 7 }, () => signPath(key, `/api/v1/cv/${id}`)),
      ...Array.from({ length: 3 }, () => signPath(second, '/api/v1/cv/1')),
      `${good}x`,
      `${good}&a=1&a=2`,
      good.replace(/nonce=[^&]*/, 'nonce=1'),
      good.replace(/&hash=.*/, ''),
      good.replace(/timestamp=\d+/, 'timestamp=1774267200000'),
      signPath(key, '/api/v1/cv/1', { now: 1_774_267_200_000 }),
      signPath(key, '/api/v1/nowhere'),
    ];
    const responses = await Promise.all(paths.map((path) => checkedFetch(gateway.url + path)));
    expect(responses.map(({ status }) => status).sort()).toEqual([
      ...Array(7).fill(200),
      ...Array(6).fill(403),
      ...Array(4).fill(404),
    ]);
    const [first] = [signPath(key, '/api/v1/rate-limit')];
    expect((await checkedFetch(gateway.url + first)).status).toBe(200);
    expect((await checkedFetch(gateway.url + first)).status).toBe(403);
    expect((await send(key, '/api/v1/cv/1/export/none')).status).toBe(404);
    expect((await send(key, '/api/v1/cv/1/export/none')).status).toBe(429);
    await gateway.gateway.background.recorder.flush();

    const rows = await totals.of(id);
    expect(rows.map(({ counts: { us, ...counts }, ...row }) => ({ ...row, counts: withoutLatencies(counts) }))).toEqual(
      [
        {
          source: keySource(key.id),
          endpoint: 'cv.export',
          counts: { accepted_intensive: 1, limited_intensive: 1, s404: 1 },
        },
        {
          source: keySource(key.id),
          endpoint: 'cv.read',
          counts: {
            accepted_standard: 7,
            invalid_signature: 1,
            repeated_parameter: 1,
            invalid_nonce: 1,
            missing_parameter: 1,
            invalid_timestamp: 1,
            timestamp_out_of_range: 1,
            s200: 7,
          },
        },
        {
          source: keySource(key.id),
          endpoint: 'rate-limit.read',
          counts: { accepted_free: 1, nonce_used: 1, s200: 1 },
        },
        { source: keySource(key.id), endpoint: 'unknown', counts: { accepted_standard: 1, s404: 1 } },
        { source: keySource(second.id), endpoint: 'cv.read', counts: { accepted_standard: 3, s404: 3 } },
      ],
    );
    for (const { counts } of rows) {
      expect(sumOf(counts, /^l\d+$/)).toBe(sumOf(counts, /^s\d+$/));
      expect(counts.us).toBeGreaterThan(0);
      expect(percentile(counts, 0.5)).toBeLessThanOrEqual(percentile(counts, 0.99) as number);
    }
  });

  test('counts requests of a revoked key', async () => {
    const { id, key } = await createCompany();
    await system.keys.revoke(key.key);
    await send(key, `/api/v1/cv/${id}`);
    expect(await totals.of(id)).toEqual([
      { source: keySource(key.id), endpoint: 'cv.read', counts: { revoked_key: 1 } },
    ]);
  });
});

test('counts requests of applications in the same step that charges them', async () => {
  await earlyInTheMinute();
  const { id } = await createCompany();
  const quota = createUserQuota(
    system.redis,
    createReplayBarrier(createClockLeadStore(system.connection), system.redis),
  );
  const signed = { timestamp: 1, nonce: 'n', signature: 's', allowsReuse: false };
  const nonce = { companyId: id, consumerKey: 'c', token: 't', ...signed };
  const request = { companyId: id, applicationId: 5, userId: 9 };
  for (let attempt = 0; attempt < 2; attempt++) await quota.admit(request, nonce, 'cv.read');
  await Promise.all(Array.from({ length: USER_API_LIMIT }, () => quota.admit(request, undefined, 'cv.read')));
  expect(await totals.of(id)).toEqual([
    {
      source: 'a5',
      endpoint: 'cv.read',
      counts: { accepted_application: USER_API_LIMIT, limited_application: 1, nonce_used: 1 },
    },
  ]);
});
