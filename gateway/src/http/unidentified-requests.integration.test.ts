import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';

const MAX = 10;

let system: SystemFixture;

beforeAll(async () => {
  system = await startSystemFixture(process.env);
});
afterAll(() => system.close());

/** Sends requests until one gets 429, and returns the statuses before it. */
async function statusesUntilLimited(send: () => Promise<Response>): Promise<number[]> {
  const statuses: number[] = [];
  for (;;) {
    const response = await send();
    await response.arrayBuffer();
    if (response.status === 429) {
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      return statuses;
    }
    // A slow machine may need more than one window.
    if (statuses.push(response.status) > 10 * MAX) throw new Error('No request was limited');
  }
}

const settings = { environment: { MAX_UNIDENTIFIED_REQUESTS: String(MAX) } };

test('limits requests with unknown keys of one address, but not those with a valid key', async () => {
  const { url } = await system.start(settings);
  const valid = () => fetch(url + signPath(system.key, '/api/v1/rate-limit'));
  expect((await valid()).status).toBe(200);
  const unknown = { ...system.key, key: `vt_live_${'0'.repeat(32)}` };
  const statuses = await statusesUntilLimited(() => fetch(url + signPath(unknown, '/api/v1/rate-limit')));
  expect(new Set(statuses)).toEqual(new Set([403]));
  expect(statuses.length).toBeGreaterThanOrEqual(MAX);
  expect((await valid()).status).toBe(200);
});

test.each([
  ['OAuth requests of unknown applications', 'GET', '/fr/oauth/requestToken?oauth_consumer_key=none'],
  ['requests with an unknown apiKey', 'POST', '/comments?apiKey=none'],
  ['unsigned requests', 'GET', '/user'],
])('limits %s of one address', async (_what, method, path) => {
  const { url } = await system.start(settings);
  const statuses = await statusesUntilLimited(() => fetch(url + path, { method }));
  expect(statuses.length).toBeGreaterThanOrEqual(MAX);
  for (const status of statuses) expect([400, 401]).toContain(status);
});

test('does not count rejected requests of a known key', async () => {
  const { url } = await system.start(settings);
  const forged = { ...system.key, secret: '0'.repeat(64) };
  for (let index = 0; index < 2 * MAX; index += 1)
    expect((await fetch(url + signPath(forged, '/api/v1/rate-limit'))).status).toBe(403);
});
