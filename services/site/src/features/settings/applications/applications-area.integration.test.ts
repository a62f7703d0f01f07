import { generateKeyPairSync } from 'node:crypto';
import { applicationSource } from '@vitae/accounts/consumption/counter';
import {
  type AdministratorFixture,
  type SettingsFixture,
  type SettingsGateway,
  startSettingsFixture,
} from '@vitae/test/support/gateway/settings-fixture';
import { signedInAt } from '@vitae/test/support/gateway/settings-visitor';
import type { PageResponse, WebVisitor } from '@vitae/test/support/gateway/web-visitor';

const PATH = '/settings/applications';

let system: SettingsFixture;
let gateway: SettingsGateway;
let other: SettingsGateway;
let visitor: WebVisitor;

beforeAll(async () => {
  system = await startSettingsFixture(process.env);
  gateway = await system.start();
  other = await system.start();
  visitor = await signedIn(await system.createAdministrator(gateway, 'owner'));
});
afterAll(() => system.close());

const signedIn = (by: AdministratorFixture) => signedInAt(gateway, by);

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const make = async (fields: Record<string, string>): Promise<PageResponse> =>
  visitor.submitAndFollow(await visitor.get(`${PATH}/new`), PATH, { callbacks: 'oob', rsaPublicKey: '', ...fields });
const textIn = (page: PageResponse, id: string) =>
  new RegExp(`<code[^>]* id="${id}"[^>]*>([^<]*)</code>`).exec(page.text)?.[1] ?? '';
const named = async (name: string) => {
  const application = (await gateway.ownerAccess.applications.list(system.company.id)).find((one) => one.name === name);
  return application as NonNullable<typeof application>;
};
const act = async (id: number, action: string) =>
  visitor.submitAndFollow(await visitor.get(`${PATH}/${id}${action}`), `${PATH}/${id}${action}`);

test('shows the secrets of a new application once', async () => {
  const made = await make({ name: 'Jobs & Co', callbacks: 'https://jobs.example/back\r\noob', rsaPublicKey: pem });
  const secret = textIn(made, 'made-consumer-secret');
  const apiKey = textIn(made, 'made-api-key');
  const { id, consumerKey, callbacks } = await named('Jobs & Co');
  expect(callbacks).toEqual(['https://jobs.example/back', 'oob']);
  expect(await other.ownerAccess.applications.byConsumerKey(consumerKey)).toMatchObject({ id, consumerSecret: secret });
  expect(await other.ownerAccess.applications.byApiKey(apiKey)).toMatchObject({ id });
  for (const path of [PATH, `${PATH}/${id}`]) {
    const { text } = await visitor.get(path);
    expect(text.includes(secret) || text.includes(apiKey)).toBe(false);
    expect(text).toContain('Jobs &amp; Co');
  }
});

test('creates one application and one secret for forms that are submitted twice', async () => {
  const form = await visitor.get(`${PATH}/new`);
  const fields = { name: 'Submitted twice', callbacks: 'oob', rsaPublicKey: '' };
  const first = await visitor.submit(form, PATH, fields);
  expect((await visitor.submit(form, PATH, fields)).location).toBe(first.location);
  const all = await gateway.ownerAccess.applications.list(system.company.id);
  const [{ id = 0 } = {}, ...more] = all.filter(({ name }) => name === 'Submitted twice');
  expect(more).toEqual([]);
  const confirmation = await visitor.get(`${PATH}/${id}/secret`);
  const secret = textIn(await visitor.submitAndFollow(confirmation, `${PATH}/${id}/secret`), 'made-consumer-secret');
  await visitor.submit(confirmation, `${PATH}/${id}/secret`);
  const { consumerKey } = await named('Submitted twice');
  expect(await other.ownerAccess.applications.byConsumerKey(consumerKey)).toMatchObject({ consumerSecret: secret });
});

test.each([
  [{ name: ' ' }, 'Enter a name of 1 to 100 characters'],
  [{ name: 'x', callbacks: '' }, 'Enter 1 to 20 callback URLs'],
  [{ name: 'x', callbacks: 'javascript:alert(1)' }, 'Enter 1 to 20 callback URLs'],
  [{ name: 'x', callbacks: 'https://a.example/#x' }, 'Enter 1 to 20 callback URLs'],
  [{ name: 'x', origins: 'http://a.example' }, 'Enter up to 10 origins'],
  [{ name: 'x', origins: 'https://a.example/path' }, 'Enter up to 10 origins'],
  [{ name: 'x', rsaPublicKey: 'ssh-rsa AAAA' }, 'Enter a single RSA public key'],
  [{ name: 'x', rsaPublicKey: privatePem }, 'This is a private key'],
])('rejects %j with a message', async (fields, words) => {
  const response = await make(fields as Record<string, string>);
  expect(response.status).toBe(422);
  expect(response.text).toContain(words);
  expect(response.text).not.toContain('BEGIN PRIVATE KEY');
});

test('replaces each secret separately and immediately on every gateway', async () => {
  const made = await make({ name: 'Rolled' });
  const { id, consumerKey } = await named('Rolled');
  const [oldSecret, oldApiKey] = [textIn(made, 'made-consumer-secret'), textIn(made, 'made-api-key')];
  const secret = textIn(await act(id, '/secret'), 'made-consumer-secret');
  expect(secret).not.toBe(oldSecret);
  const { applications } = other.ownerAccess;
  expect((await applications.byConsumerKey(consumerKey))?.consumerSecret).toBe(secret);
  expect(await applications.byApiKey(oldApiKey)).toMatchObject({ id });
  const apiKey = textIn(await act(id, '/api-key'), 'made-api-key');
  expect(await applications.byApiKey(oldApiKey)).toBeUndefined();
  expect(await applications.byApiKey(apiKey)).toMatchObject({ id });
});

test('changes the name and callbacks and removes the public key', async () => {
  await make({ name: 'Before', rsaPublicKey: pem });
  const { id } = await named('Before');
  const page = await visitor.get(`${PATH}/${id}`);
  const fields = { name: 'After', callbacks: 'https://after.example/', rsaPublicKey: '' };
  expect((await visitor.submit(page, `${PATH}/${id}`, fields)).location).toBe(`${PATH}/${id}?done=saved`);
  expect(await named('After')).toMatchObject({ callbacks: ['https://after.example/'], rsaPublicKey: null });
});

test('changes the origins immediately on every gateway, and records the change', async () => {
  await make({ name: 'In the browser', origins: 'https://app.example.com\r\nhttp://localhost:3000' });
  const { id, consumerKey } = await named('In the browser');
  const page = await visitor.get(`${PATH}/${id}`);
  expect(page.text).toContain('<code>https://app.example.com</code>');
  const save = (origins: string) =>
    visitor.submit(page, `${PATH}/${id}`, { name: 'In the browser', callbacks: 'oob', rsaPublicKey: '', origins });
  for (const origins of ['https://new.example:8443/', 'https://new.example:8443', '']) {
    await save(origins);
    const expected = origins === '' ? [] : ['https://new.example:8443'];
    expect(await other.ownerAccess.applications.byConsumerKey(consumerKey)).toMatchObject({ origins: expected });
  }
  const { entries } = await gateway.audit.list(system.company.id, {});
  const own = entries.filter(({ target }) => target.kind === 'application' && target.id === String(id));
  expect(own.map(({ action, detail }) => [action, detail])).toEqual([
    ['applicationChanged', { origins: '' }],
    ['applicationChanged', undefined],
    ['applicationChanged', { origins: 'https://new.example:8443' }],
    ['applicationCreated', { origins: 'https://app.example.com http://localhost:3000' }],
  ]);
});

test('changes the compatibility profile, which is suggested after requests that it would have accepted', async () => {
  await make({ name: 'Written in 2012' });
  const { id, consumerKey } = await named('Written in 2012');
  const fields = { requestId: 'reused', at: system.clock.now(), source: applicationSource(id), cause: 'nonce_used' };
  const rejected = { ...fields, endpoint: 'user.read', method: 'GET', target: '/user', suggestion: '2012' } as const;
  gateway.consumption.rejectedRequests.record(system.company.id, { ...rejected, cause: 'nonce_used' });
  await gateway.consumption.rejectedRequests.flush();
  const suggestion = 'requests were rejected that the 2012 profile accepts';
  const page = await visitor.get(`${PATH}/${id}`);
  expect(page.text).toContain(suggestion);
  const save = (compatibility: string) =>
    visitor.submitAndFollow(page, `${PATH}/${id}/compatibility`, { compatibility });
  for (const _repeated of [1, 2]) expect((await save('2012')).text).not.toContain(suggestion);
  expect((await other.ownerAccess.applications.byConsumerKey(consumerKey))?.compatibility).toBe('2012');
  expect((await visitor.get(PATH)).text).toContain('2012 profile');
  await save('2013');
  expect(await named('Written in 2012')).toMatchObject({ compatibility: '2012' });
  const { entries } = await gateway.audit.list(system.company.id, { action: 'compatibilityChanged' });
  const own = entries.filter(({ target }) => target.kind === 'application' && target.id === String(id));
  expect(own.map(({ detail }) => detail)).toEqual([{ from: 'none', to: '2012' }]);
});

test('disables an application once after showing how many owners are affected', async () => {
  const made = await make({ name: 'Ending' });
  const { id, companyId, consumerKey } = await named('Ending');
  const token = { digest: `digest ${id}`, sealedSecret: '', createdAt: new Date() };
  const grant = { applicationId: id, companyId, userId: 1, createdAt: new Date(), lastUsedAt: null };
  await gateway.ownerAccess.grants.addToken(grant, token);
  const page = await visitor.get(`${PATH}/${id}/disable`);
  expect(page.text).toContain('It will lose access to the CVs of 1 owner.');
  const responses = await Promise.all([1, 2].map(() => visitor.submit(page, `${PATH}/${id}/disable`)));
  expect(responses.map(({ location }) => location)).toEqual(Array(2).fill(`${PATH}/${id}?done=disabled`));
  const entries = (await gateway.audit.list(companyId, { action: 'applicationDisabled' })).entries;
  expect(entries.filter(({ target }) => target.id === String(id))).toHaveLength(1);
  expect(await other.ownerAccess.applications.byConsumerKey(consumerKey)).toBeUndefined();
  expect(await other.ownerAccess.applications.byApiKey(textIn(made, 'made-api-key'))).toBeUndefined();
  expect(await visitor.get(`${PATH}/${id}/secret`)).toMatchObject({ status: 303, location: `${PATH}/${id}` });
});

test('lists applications in pages, newest first', async () => {
  const { id: companyId } = system.otherCompany;
  const first = 1_000_000;
  await gateway.connection.collection<{ _id: number }>('applications').insertMany(
    Array.from({ length: 120 }, (_none, index) => ({
      _id: first + index,
      companyId,
      name: `Application ${index}`,
      consumerKey: `many-${index}`,
      sealedConsumerSecret: '',
      apiKeyDigest: `many-${index}`,
      callbacks: ['oob'],
      rsaPublicKey: null,
      createdAt: new Date(),
      disabledAt: null,
    })),
  );
  const theirs = await signedIn(await system.createAdministrator(gateway, 'owner', system.otherCompany));
  const seen: number[] = [];
  let pages = 0;
  for (let path: string | undefined = PATH; path; pages++) {
    const { text } = await theirs.get(path);
    seen.push(...Array.from(text.matchAll(/href="\/settings\/applications\/(\d+)"/g), ([, id]) => Number(id) - first));
    path = /href="([^"]+)" rel="next"/.exec(text)?.[1];
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_none, index) => 119 - index));
  expect(pages).toBe(3);
  expect((await theirs.get(`${PATH}?before=x`)).text).toContain('Application 119');
});

test('returns 404 for applications of another company and denies changes to viewers', async () => {
  const companyId = system.otherCompany.id;
  const theirs = await gateway.ownerAccess.applications.create({ companyId, name: 'Theirs', callbacks: ['oob'] });
  const csrf = /name="csrf" value="([^"]+)"/.exec((await visitor.get(`${PATH}/new`)).text)?.[1] ?? '';
  for (const action of ['', '/secret', '/api-key', '/disable']) {
    expect((await visitor.get(`${PATH}/${theirs.id}${action}`)).status).toBe(404);
    expect((await visitor.post(`${PATH}/${theirs.id}${action}`, { csrf })).status).toBe(404);
  }
  expect((await visitor.get(`${PATH}/x`)).status).toBe(404);
  const viewer = await signedIn(await system.createAdministrator(gateway, 'viewer'));
  const { id } = await named('After');
  const page = await viewer.get(`${PATH}/${id}`);
  const token = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  for (const action of ['', '/secret', '/api-key', '/disable', '/compatibility'])
    expect((await viewer.post(`${PATH}/${id}${action}`, { csrf: token, name: 'x' })).status).toBe(403);
  expect(await named('After')).toMatchObject({ disabledAt: null });
});
