import { createHmac } from 'node:crypto';
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

test('refers to oauth_problem_advice for requests of applications', async () => {
  gateway.consumption.rejectedRequests.record(system.company.id, {
    requestId: 'request-of-application',
    at: system.clock.now(),
    source: 'a7',
    cause: 'invalid_signature',
    status: 401,
    endpoint: 'user.read',
    method: 'GET',
    target: '/user',
  });
  await gateway.consumption.rejectedRequests.flush();
  const chosen = await visitor.get(`${PATH}?request=request-of-application`);
  expect(chosen.text).toContain('oauth_problem_advice');
  expect(chosen.text).not.toContain('GET /user<');
  const posted = await explain({ request: 'request-of-application' });
  expect([posted.status, posted.text.includes('oauth_problem_advice')]).toEqual([422, true]);
  const list = await visitor.get('/settings/consumption/refused');
  expect(list.text).toContain('request-of-application');
  expect(list.text).toContain('Invalid signature (401)');
  expect(list.text).not.toContain(`${PATH}?request=request-of-application`);
  expect(list.text).toContain('oauth_problem_advice');
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
