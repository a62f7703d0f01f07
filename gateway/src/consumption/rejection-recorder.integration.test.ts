import { randomBytes } from 'node:crypto';
import { createApplicationStore } from '@vitae/accounts/applications/application-mongo-store';
import { type CreatedApplication, createApplications } from '@vitae/accounts/applications/applications';
import { tokenDigest } from '@vitae/accounts/applications/token';
import { createConsumptionStore } from '@vitae/accounts/consumption/consumption-mongo-store';
import { applicationSource } from '@vitae/accounts/consumption/counter';
import { createMinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { DEFAULT_RETENTION } from '@vitae/accounts/consumption/retention';
import { createGrantStore } from '@vitae/accounts/grants/grant-mongo-store';
import { accessTokenRecord } from '@vitae/accounts/grants/grant-store';
import { USER_API_LIMIT } from '@vitae/accounts/quota/quota-types';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import { systemClock } from '@vitae/kit/clock';
import { keyRing } from '@vitae/kit/key-ring';
import { createSequence } from '@vitae/kit/sequence';
import { type ConsumptionTotals, createConsumptionTotals } from '@vitae/test/support/consumption-totals';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import type { GatewayFixture } from '@vitae/test/support/gateway/gateway-fixture';
import { signRequest, toAuthorizationHeader } from '@vitae/test/support/gateway/sign-request';
import { type SystemFixture, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';
import { until } from '@vitae/test/support/until';

/** The default public URL of the user API. */
const PUBLIC_URL = 'http://localhost:8080';
const TOKEN = { token: randomBytes(32).toString('base64url'), secret: randomBytes(32).toString('base64url') };
const USER = 5;

let system: SystemFixture;
let gateway: GatewayFixture;
let application: CreatedApplication;
let other: CreatedApplication;
let totals: ConsumptionTotals;

beforeAll(async () => {
  system = await startSystemFixture(process.env);
  gateway = await system.start();
  totals = createConsumptionTotals(
    createMinuteBuffer(system.redis),
    createConsumptionStore(system.connection, DEFAULT_RETENTION),
  );
  const { connection, company } = system;
  const box = createSecretBox(keyRing('keys').parse(system.masterKeys));
  const store = createApplicationStore(connection);
  const ids = createSequence(connection, 'application');
  const applications = createApplications({ store, box, ids, random: randomBytes, clock: systemClock });
  const create = (name: string) =>
    applications.create({ companyId: company.id, name, callbacks: ['https://app.example.com/back', 'oob'] });
  [application, other] = [await create('Jobs'), await create('Other')];
  const digest = tokenDigest(TOKEN.token);
  const createdAt = new Date();
  const grant = { applicationId: application.id, companyId: company.id, userId: USER, createdAt, lastUsedAt: null };
  const sealedSecret = box.seal(TOKEN.secret, accessTokenRecord(digest));
  await createGrantStore(connection).addToken(grant, { digest, sealedSecret, createdAt });
});
afterAll(() => system.close());

type RequestOptions = {
  protocol?: Record<string, string>;
  drop?: string;
  invalidSignature?: boolean;
  query?: string;
  tokenless?: true;
};

/** Sends a signed request of the application with the given defects. */
async function send(
  path: string,
  { protocol = {}, drop, invalidSignature = false, query = '', tokenless }: RequestOptions = {},
) {
  const signer = {
    consumerKey: application.consumerKey,
    key: application.consumerSecret,
    ...(!tokenless && { token: TOKEN }),
  };
  const signed = signRequest(signer, { method: 'GET', url: `${PUBLIC_URL}${path}${query}`, protocol });
  if (drop) delete signed[drop];
  if (invalidSignature) signed.oauth_signature = 'bm8gc3VjaCBzaWduYXR1cmU=';
  const response = await checkedFetch(`${gateway.url}${path}${query}`, {
    headers: { Authorization: toAuthorizationHeader(signed) },
  });
  return { status: response.status, requestId: response.headers.get('x-request-id') ?? '' };
}

async function findRejection(requestId: string) {
  await gateway.gateway.background.rejectedRequests.flush();
  return gateway.gateway.background.rejectedRequests.get(system.company.id, requestId);
}

test.each<[string, string, RequestOptions, number, string]>([
  ['a wrong signature', '/user', { invalidSignature: true }, 401, 'invalid_signature'],
  ['an old timestamp', '/user', { protocol: { oauth_timestamp: '1774267200' } }, 401, 'timestamp_out_of_range'],
  ['an invalid timestamp', '/user', { protocol: { oauth_timestamp: 'now' } }, 401, 'invalid_timestamp'],
  ['no nonce', '/user', { drop: 'oauth_nonce' }, 400, 'missing_parameter'],
  ['a nonce that is too long', '/user', { protocol: { oauth_nonce: 'n'.repeat(129) } }, 400, 'invalid_nonce'],
  ['an unknown token', '/user', { protocol: { oauth_token: 'x'.repeat(27) } }, 401, 'token_rejected'],
  ['PLAINTEXT', '/user', { protocol: { oauth_signature_method: 'PLAINTEXT' } }, 400, 'other_refusal'],
  [
    'an unregistered callback',
    '/en/oauth/requestToken',
    { protocol: { oauth_callback: 'https://evil.example/' }, tokenless: true },
    400,
    'other_refusal',
  ],
  [
    'an unknown request token',
    '/en/oauth/accessToken',
    { protocol: { oauth_verifier: 'v', oauth_token: 'x'.repeat(27) } },
    401,
    'token_rejected',
  ],
])(
  'lists a request of an application with %s by its cause and request id',
  async (_defect, path, options, status, cause) => {
    const response = await send(path, options);
    expect(response.status).toBe(status);
    expect(await findRejection(response.requestId)).toMatchObject({
      requestId: response.requestId,
      source: applicationSource(application.id),
      cause,
      status,
      method: 'GET',
      target: path,
    });
  },
);

test('lists used nonces, keys of other applications and exhausted quotas', async () => {
  const nonce = {
    oauth_nonce: randomBytes(16).toString('hex'),
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
  };
  // No resume service is running, so an accepted request fails with another status.
  expect((await send('/user', { protocol: nonce })).status).not.toBe(401);
  const repeated = await send('/user', { protocol: nonce });
  expect([repeated.status, (await findRejection(repeated.requestId))?.cause]).toEqual([401, 'nonce_used']);
  expect(await findRejection(repeated.requestId)).not.toHaveProperty('suggestion');
  const reused = await send('/user?locale=fr', { protocol: nonce });
  expect([reused.status, (await findRejection(reused.requestId))?.suggestion]).toEqual([401, '2012']);

  const foreign = await send('/user', { query: `?apiKey=${other.apiKey}` });
  expect(await findRejection(foreign.requestId)).toMatchObject({
    cause: 'permission_denied',
    status: foreign.status,
    target: `/user?apiKey=${other.apiKey}`,
  });
  expect(foreign.status).toBe(401);

  const quota = `{c:${system.company.id}}:user-quota:${application.id}:${USER}`;
  let limited = { status: 0, requestId: '' };
  await until('the quota is exhausted', async () => {
    const minute = Math.floor(Number((await system.redis.time())[0]) / 60);
    await system.redis.hset(quota, 'minute', minute, 'used', USER_API_LIMIT);
    limited = await send('/user');
    return limited.status === 429;
  });
  expect((await findRejection(limited.requestId))?.cause).toBe('limited_application');
});

test('counts each listed rejection once', async () => {
  await gateway.gateway.background.recorder.flush();
  const counted = new Map<string, number>();
  for (const { counts } of await totals.of(system.company.id))
    for (const [name, count] of Object.entries(counts))
      if (!/^(?:accepted|s\d|l\d|us$)/.test(name)) counted.set(name, (counted.get(name) ?? 0) + count);
  const listed = new Map<string, number>();
  for (const { cause } of await gateway.gateway.background.rejectedRequests.list(system.company.id))
    listed.set(cause, (listed.get(cause) ?? 0) + 1);
  expect(counted).toEqual(listed);
  expect(listed.size).toBe(10);
});

test('counts issued tokens as accepted requests with status and latency', async () => {
  for (let step = 0; step < 3; step += 1)
    expect(
      (await send('/en/oauth/requestToken', { protocol: { oauth_callback: 'oob' }, tokenless: true })).status,
    ).toBe(200);
  await gateway.gateway.background.recorder.flush();
  const issued = (await totals.of(system.company.id)).find(({ endpoint }) => endpoint === 'oauth.request-token');
  expect(issued).toMatchObject({
    source: applicationSource(application.id),
    counts: { accepted_free: 3, s200: 3, us: expect.any(Number) },
  });
});

test('does not list requests whose application is unknown', async () => {
  const response = await checkedFetch(`${gateway.url}/user?apiKey=${'0'.repeat(64)}`);
  expect(response.status).toBe(401);
  expect(await findRejection(response.headers.get('x-request-id') ?? '')).toBeUndefined();
});
