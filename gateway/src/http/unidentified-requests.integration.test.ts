import { randomBytes } from 'node:crypto';
import { createApplicationStore } from '@vitae/accounts/applications/application-mongo-store';
import { type CreatedApplication, createApplications } from '@vitae/accounts/applications/applications';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import { systemClock } from '@vitae/kit/clock';
import { keyRing } from '@vitae/kit/key-ring';
import { createSequence } from '@vitae/kit/sequence';
import { signRequest, toAuthorizationHeader } from '@vitae/test/support/gateway/sign-request';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';

const MAX = 10;
const PUBLIC_URL = 'http://localhost:8080';
const TOKEN_PATH = '/en/oauth/requestToken';

let system: SystemFixture;
let application: CreatedApplication;

beforeAll(async () => {
  system = await startSystemFixture(process.env);
  const { connection, company } = system;
  const applications = createApplications({
    store: createApplicationStore(connection),
    box: createSecretBox(keyRing('keys').parse(system.masterKeys)),
    ids: createSequence(connection, 'application'),
    random: randomBytes,
    clock: systemClock,
  });
  application = await applications.create({ companyId: company.id, name: 'Jobs', callbacks: ['oob'] });
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

const settings = { environment: { MAX_UNIDENTIFIED_REQUESTS: String(MAX), TRUST_PROXY: 'loopback' } };

const send = (url: string, target: string, init: RequestInit = {}, from = '192.0.2.1') =>
  fetch(url + target, { ...init, headers: { 'X-Forwarded-For': from, ...init.headers } });
const statusOf = async (response: Promise<Response>) => (await response).status;

/** Returns a request for a token as the application, with the protocol parameters in the header or in a form. */
function tokenRequest(inForm: boolean, key = application.consumerSecret): RequestInit {
  const url = `${PUBLIC_URL}${TOKEN_PATH}`;
  const signer = { consumerKey: application.consumerKey, key };
  const protocol = signRequest(signer, { method: 'POST', url, protocol: { oauth_callback: 'oob' } });
  return inForm
    ? { method: 'POST', body: new URLSearchParams(protocol) }
    : { method: 'POST', headers: { Authorization: toAuthorizationHeader(protocol) } };
}

test('limits requests with unknown keys of one address, but not those with a valid key', async () => {
  const { url } = await system.start(settings);
  const valid = () => statusOf(send(url, signPath(system.key, '/api/v1/rate-limit')));
  expect(await valid()).toBe(200);
  const unknown = { ...system.key, key: `vt_live_${'0'.repeat(32)}` };
  const statuses = await statusesUntilLimited(() => send(url, signPath(unknown, '/api/v1/rate-limit')));
  expect(new Set(statuses)).toEqual(new Set([403]));
  expect(statuses.length).toBeGreaterThanOrEqual(MAX);
  expect(await valid()).toBe(200);
});

test('limits preflights of origins that no application has', async () => {
  const { url } = await system.start(settings);
  let count = 0;
  const preflight = () => send(url, '/user', { method: 'OPTIONS', headers: { Origin: `https://a${count++}.example` } });
  const statuses = await statusesUntilLimited(preflight);
  expect(new Set(statuses)).toEqual(new Set([204]));
  expect(statuses.length).toBeGreaterThanOrEqual(MAX);
});

test.each([
  ['OAuth requests of unknown applications', 'GET', '/fr/oauth/requestToken?oauth_consumer_key=none'],
  ['requests with an unknown apiKey', 'POST', '/comments?apiKey=none'],
  ['unsigned requests', 'GET', '/user'],
])('limits %s of one address', async (_what, method, path) => {
  const { url } = await system.start(settings);
  const statuses = await statusesUntilLimited(() => send(url, path, { method }));
  expect(statuses.length).toBeGreaterThanOrEqual(MAX);
  for (const status of statuses) expect([400, 401]).toContain(status);
});

test('does not limit applications in use at an address whose other requests are limited', async () => {
  const { url } = await system.start(settings);
  const valid = () =>
    Promise.all([
      statusOf(send(url, TOKEN_PATH, tokenRequest(false))),
      statusOf(send(url, TOKEN_PATH, tokenRequest(true))),
      statusOf(send(url, `/comments?apiKey=${application.apiKey}`, { method: 'POST' })),
    ]);
  const accepted = await valid();
  expect(accepted).toEqual([200, 200, 200]);
  await statusesUntilLimited(() => send(url, '/user'));
  expect(await valid()).toEqual(accepted);
});

test('limits wrong signatures of a known key by address and key, with a higher limit', async () => {
  const { url } = await system.start(settings);
  const other = await system.keys.create(system.company.id, 'other', 'unlimited');
  const validAs = (key: typeof other, from?: string) =>
    statusOf(send(url, signPath(key, '/api/v1/rate-limit'), {}, from));
  expect(await validAs(other)).toBe(200);
  const forged = { ...system.key, secret: '0'.repeat(64) };
  const statuses = await statusesUntilLimited(() => send(url, signPath(forged, '/api/v1/rate-limit')));
  expect(new Set(statuses)).toEqual(new Set([403]));
  expect(statuses.length).toBeGreaterThanOrEqual(2 * MAX);
  expect(await validAs(other)).toBe(200);
  expect(await validAs(system.key, '192.0.2.2')).toBe(200);
});

test.each([
  ['header', false],
  ['form', true],
])('limits wrong signatures of a known application in the %s', async (_where, inForm) => {
  const { url } = await system.start(settings);
  const statuses = await statusesUntilLimited(() => send(url, TOKEN_PATH, tokenRequest(inForm, 'wrong')));
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect(statuses.length).toBeGreaterThanOrEqual(2 * MAX);
  expect(await statusOf(send(url, TOKEN_PATH, tokenRequest(inForm), '192.0.2.2'))).toBe(200);
});

test('does not count rejected requests whose signature is correct', async () => {
  const { url } = await system.start(settings);
  const repeated = signPath(system.key, '/api/v1/rate-limit');
  expect(await statusOf(send(url, repeated))).toBe(200);
  for (let index = 0; index < 3 * MAX; index += 1) expect(await statusOf(send(url, repeated))).toBe(403);
});
