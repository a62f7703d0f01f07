import { createHmac } from 'node:crypto';
import type { CreatedApplication } from '@vitae/accounts/applications/applications';
import type { CreatedKey } from '@vitae/accounts/keys/key-manager';
import {
  type AdministratorFixture,
  type SettingsFixture,
  type SettingsGateway,
  startSettingsFixture,
} from '@vitae/test/support/gateway/settings-fixture';
import { signedInAt } from '@vitae/test/support/gateway/settings-visitor';
import type { PageResponse, WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import { EXPLANATIONS } from './explanation-rate.ts';
import { MAX_PASTED } from './signature-page.tsx';

const PATH = '/settings/signature';

let system: SettingsFixture;
let gateway: SettingsGateway;
let visitor: WebVisitor;
let key: CreatedKey;

beforeAll(async () => {
  system = await startSettingsFixture(process.env);
  gateway = await system.start();
  visitor = await signedIn(await system.createAdministrator(gateway, 'owner'));
  key = await gateway.keyAccess.manager.create(system.company.id, 'Website', 'unlimited');
});
beforeEach(() => gateway.redis.del(`{c:${system.company.id}}:explanations`));
afterAll(() => system.close());

const signedIn = (by: AdministratorFixture) => signedInAt(gateway, by);

const explain = async (fields: Record<string, string>): Promise<PageResponse> =>
  visitor.submit(await visitor.get(PATH), PATH, { method: 'GET', theirs: '', ...fields });
const seconds = () => Math.floor(system.clock.now() / 1000);
const queryOf = ({ key: apikey }: { key: string }, timestamp = String(seconds())) =>
  `apikey=${apikey}&nonce=abcdefgh&term=Ada%20Lovelace&timestamp=${timestamp}`;
const sign = (text: string, secret = key.secret) => createHmac('sha256', secret).update(text).digest('hex');
const ADDRESS = '/api/v1/users/search';

test('explains a request signed with plus signs and shows the first difference', async () => {
  const query = queryOf(key);
  const theirs = `GET\n${ADDRESS}\n${query.replace('%20', '+')}`;
  const { status, text } = await explain({ url: `https://cv.example${ADDRESS}?${query}&hash=${sign(theirs)}`, theirs });
  expect(status).toBe(200);
  expect(text).toContain('Spaces were signed as “+”');
  expect(text).toContain('First difference: line 3, character');
  expect(text).toContain(`GET\n${ADDRESS}\n${query.replaceAll('&', '&amp;')}`);
  expect(text).not.toContain(key.secret);
  expect(text).not.toContain(sign(`GET\n${ADDRESS}\n${query}`));
});

test('shows a pasted text that is too long again, with the limit', async () => {
  const theirs = 'x'.repeat(MAX_PASTED + 1);
  const { status, text } = await explain({ url: `${ADDRESS}?${queryOf(key)}&hash=${'a'.repeat(64)}`, theirs });
  expect([status, text]).toEqual([
    422,
    expect.stringContaining(`Enter at most ${MAX_PASTED.toLocaleString('en')} char`),
  ]);
  expect(text).toContain(theirs);
});

test('confirms a correct signature without using up the nonce', async () => {
  const query = queryOf(key);
  const hash = sign(`GET\n${ADDRESS}\n${query}`);
  const keysOf = async () => (await gateway.redis.keys(`{c:${system.company.id}}*`)).sort();
  await explain({ url: `${ADDRESS}?${query}&hash=${'a'.repeat(64)}` });
  const before = await keysOf();
  const { text } = await explain({ url: `${ADDRESS}?${query}&hash=${hash}` });
  expect(text).toContain('The signature is correct.');
  expect(await keysOf()).toEqual(before);
});

test('explains a rejected request by its request id, as of the time of rejection', async () => {
  const query = queryOf(key, String(seconds() * 1000));
  gateway.consumption.rejectedRequests.record(system.company.id, {
    requestId: 'request-1',
    at: system.clock.now(),
    source: `k${key.id}`,
    cause: 'invalid_timestamp',
    endpoint: 'users.search',
    method: 'GET',
    target: `${ADDRESS}?${query}&hash=${'a'.repeat(64)}`,
  });
  await gateway.consumption.rejectedRequests.flush();
  const page = await visitor.get(`${PATH}?request=request-1`);
  expect(page.text).toContain('Rejected request request-1');
  expect(page.text).not.toContain('Lovelace');
  const { text } = await visitor.submit(page, PATH, { theirs: '' });
  expect(text).toContain('“timestamp” is in milliseconds');
  expect((await visitor.get(`${PATH}?request=nothing`)).text).toContain('no longer listed');
});

describe('requests of applications', () => {
  const OAUTH_PATH = `${PATH}/oauth`;
  const TARGET = '/fr/oauth/requestToken';
  let application: CreatedApplication;
  beforeAll(async () => {
    const fields = { companyId: system.company.id, name: 'Jobs', callbacks: ['oob'] };
    application = await gateway.ownerAccess.applications.create(fields);
  });

  /** The base string and Authorization header of a request for a request token, signed with `signingKey`. */
  const signed = (signingKey: string, consumerKey = application.consumerKey) => {
    const fields = {
      oauth_callback: 'oob',
      oauth_consumer_key: consumerKey,
      oauth_nonce: 'nonce',
      oauth_signature_method: 'HMAC-SHA1',
      oauth_timestamp: String(seconds()),
    };
    const parameters = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
    const base = `GET&${encodeURIComponent(gateway.url + TARGET)}&${encodeURIComponent(parameters.join('&'))}`;
    const signature = createHmac('sha1', signingKey).update(base).digest('base64');
    const pairs = Object.entries({ ...fields, oauth_signature: signature });
    const written = pairs.map(([name, value]) => `${name}="${encodeURIComponent(value)}"`);
    return { base, authorization: `OAuth ${written.join(', ')}` };
  };
  const explainOAuth = async (fields: Record<string, string>, path = OAUTH_PATH): Promise<PageResponse> =>
    visitor.submit(await visitor.get(path), OAUTH_PATH, { authorization: '', body: '', theirs: '', ...fields });

  test('are explained with the expected base string and without secrets', async () => {
    const { consumerSecret } = application;
    const { base, authorization } = signed(consumerSecret);
    const theirs = base.replace('GET', 'POST');
    const { status, text } = await explainOAuth({ method: 'GET', url: TARGET, authorization, theirs });
    expect(status).toBe(200);
    expect(text).toContain('The signing key lacks the “&amp;”.');
    expect(text).toContain('First difference: line 1, character 1');
    expect(text).toContain(base.replaceAll('&', '&amp;'));
    expect(text).not.toContain(consumerSecret);
    expect(text).not.toContain(/oauth_signature="([^"]+)"/.exec(signed(`${consumerSecret}&`).authorization)?.[1]);
  });

  test('are not explained to other companies', async () => {
    const fields = { companyId: system.otherCompany.id, name: 'Theirs', callbacks: ['oob'] };
    const theirs = await gateway.ownerAccess.applications.create(fields);
    const results = [];
    for (const consumerKey of [theirs.consumerKey, 'f'.repeat(theirs.consumerKey.length)]) {
      const { authorization } = signed(`${theirs.consumerSecret}&`, consumerKey);
      const { text } = await explainOAuth({ method: 'GET', url: TARGET, authorization });
      const result = text.slice(text.indexOf('id="result"'), text.indexOf('</section>'));
      results.push(result.replaceAll(consumerKey, 'key').replace(/oauth_timestamp%3D\d+/, 'oauth_timestamp'));
    }
    expect(results[0]).toContain('Your company has no enabled application');
    expect(results[0]).toBe(results[1]);
  });

  test('can be selected from the recent ones and use their recorded cause', async () => {
    gateway.consumption.rejectedRequests.record(system.company.id, {
      requestId: 'request-of-application',
      at: system.clock.now(),
      source: `a${application.id}`,
      cause: 'nonce_used',
      status: 401,
      endpoint: 'oauth.requestToken',
      method: 'GET',
      target: TARGET,
    });
    await gateway.consumption.rejectedRequests.flush();
    const list = await visitor.get('/settings/consumption/refused');
    expect(list.text).toContain(`${PATH}?request=request-of-application`);
    const redirect = await visitor.get(`${PATH}?request=request-of-application`);
    expect(redirect.headers.get('location')).toBe(`${OAUTH_PATH}?request=request-of-application`);
    const { authorization } = signed(`${application.consumerSecret}&`);
    const header = `Authorization: ${authorization.replace(', ', ',\r\n  ')}`;
    const { text } = await explainOAuth({ authorization: header }, `${OAUTH_PATH}?request=request-of-application`);
    expect(text).toContain('The nonce has already been used');
    expect(text).toContain('The signature is correct.');
    expect((await visitor.get(`${OAUTH_PATH}?request=request-1`)).text).toContain('no longer listed');
  });

  test('are audited, limited in number and denied to viewers', async () => {
    const question = { method: 'GET', url: TARGET };
    await gateway.redis.set(`limit:explanations:${system.company.id}`, EXPLANATIONS.max, 'EX', 60);
    expect((await explainOAuth(question)).status).toBe(429);
    await gateway.redis.del(`limit:explanations:${system.company.id}`);
    expect((await explainOAuth({ method: 'GET', url: 'no address' })).status).toBe(422);
    const body = 'x'.repeat(6_001);
    const tooLong = await explainOAuth({ ...question, body });
    expect([tooLong.status, tooLong.text]).toEqual([422, expect.stringContaining('Enter at most 6,000 characters.')]);
    expect(tooLong.text).toContain(body);
    const viewer = await signedIn(await system.createAdministrator(gateway, 'viewer'));
    const csrf = /name="csrf" value="([^"]+)"/.exec((await viewer.get(OAUTH_PATH)).text)?.[1] ?? '';
    expect((await viewer.post(OAUTH_PATH, { csrf, ...question })).status).toBe(403);
  });
});

test('returns the same explanation for unknown keys and keys of other companies', async () => {
  const theirs = await gateway.keyAccess.manager.create(system.otherCompany.id, 'Theirs', 'unlimited');
  const results = [];
  for (const one of [theirs, { key: `vt_live_${'0'.repeat(32)}` }]) {
    const { text } = await explain({ url: `${ADDRESS}?${queryOf(one)}&hash=${'a'.repeat(64)}` });
    results.push(text.slice(text.indexOf('id="result"'), text.indexOf('id="pasted"')));
  }
  expect(results[0]).toContain('Your company has no such key');
  expect(results[0]).toBe(results[1]);
});

test.each(['', 'no address', 'javascript:alert(1)?', `${ADDRESS}?${'a&'.repeat(1_001)}`, `/x?${'a'.repeat(8_193)}`])(
  'rejects the invalid URL %j',
  async (url) => {
    const response = await explain({ url });
    expect(response.status).toBe(422);
    expect(response.text).toContain('Enter a full URL');
  },
);

test('audits explanations without the URL, limits their number and denies them to viewers', async () => {
  const url = `${ADDRESS}?${queryOf(key)}&hash=${'a'.repeat(64)}`;
  const { entries } = await gateway.audit.list(system.company.id, { action: 'signatureExplained' });
  expect(entries.length).toBeGreaterThan(0);
  expect(JSON.stringify(entries)).not.toContain('Lovelace');
  await gateway.redis.set(
    `limit:explanations:${system.company.id}`,
    EXPLANATIONS.max,
    'EX',
    EXPLANATIONS.windowSeconds,
  );
  expect((await explain({ url })).status).toBe(429);
  const viewer = await signedIn(await system.createAdministrator(gateway, 'viewer'));
  const page = await viewer.get(PATH);
  expect(page.status).toBe(200);
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  expect((await viewer.post(PATH, { csrf, url, method: 'GET' })).status).toBe(403);
});
