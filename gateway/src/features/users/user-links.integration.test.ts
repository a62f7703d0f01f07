import { randomUUID } from 'node:crypto';
import type { AuditLog } from '@vitae/accounts/audit/audit-log';
import { createAuditLog } from '@vitae/accounts/audit/audit-mongo-store';
import type { OwnerCredentials } from '@vitae/accounts/credentials/owner-credentials';
import { createOwnerCredentials } from '@vitae/accounts/credentials/owner-credentials-mongo-store';
import { createOneTimeLinks } from '@vitae/accounts/links/one-time-link-mongo-store';
import type { OneTimeLinks } from '@vitae/accounts/links/one-time-links';
import type { Outbox } from '@vitae/accounts/mail/outbox';
import { createOutbox } from '@vitae/accounts/mail/outbox-mongo-store';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import { systemClock } from '@vitae/kit/clock';
import { keyRing } from '@vitae/kit/key-ring';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import type { GatewayFixture } from '@vitae/test/support/gateway/gateway-fixture';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';

let system: SystemFixture;
/** One gateway of an installation without mail, and one of an installation with mail. */
let gateway: GatewayFixture;
let mailing: GatewayFixture;
let userId = 40;
let stores: { credentials: OwnerCredentials; links: OneTimeLinks; outbox: Outbox; audit: AuditLog };

beforeAll(async () => {
  system = await startSystemFixture(process.env);
  await system.companies.setLimits(system.company.id, { standard: 10_000 });
  gateway = await system.start();
  mailing = await system.start({ environment: { SMTP_FROM: 'Vitae <no-reply@example.com>' } });
  const { connection } = system;
  stores = {
    credentials: createOwnerCredentials(connection),
    links: createOneTimeLinks(connection, systemClock),
    outbox: createOutbox(connection, createSecretBox(keyRing('keys').parse(system.masterKeys)), systemClock),
    audit: createAuditLog(connection, systemClock),
  };
});
afterAll(() => system.close());
beforeEach(() => {
  userId += 1;
  const json = JSON.stringify({ ...person(userId), id: userId, phone: '', kind: 'user', id_origin: `HR ${userId}` });
  const record = { companyId: system.company.id, revision: 1, json };
  system.resume.users.set(String(userId), record).set(`origin HR ${userId}`, record);
});

const person = (number: number) => ({
  username: `ana${number}`,
  email: `ana${number}@example.com`,
  firstname: 'Ana',
  lastname: 'Pereira',
});
const tokenOf = (url: string) => url.split('/').at(-1) ?? '';

type Options = { body?: unknown; headers?: Record<string, string>; at?: GatewayFixture; legacy?: LegacyKey };
type LegacyKey = { key: string; secret: string };

async function send(method: string, path: string, { body, headers, at = gateway, legacy }: Options = {}) {
  const url = at.url + signPath(legacy ?? system.key, path, { method, scheme: legacy ? 'md5' : 'hmac' });
  const response = await checkedFetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: text ? JSON.parse(text) : undefined };
}
const invite = (options?: Options) => send('POST', `/api/v1/users/${userId}/invitation`, options);
const withdraw = () => send('DELETE', `/api/v1/users/${userId}/invitation`);

describe('POST /users', () => {
  test('responds as before unless the request contains invite', async () => {
    const body = person(900);
    const { status, json } = await send('POST', '/api/v1/users', { body });
    expect([status, json]).toEqual([
      201,
      { id: expect.any(Number), ...body, phone: '', kind: 'user', id_origin: null },
    ]);
    expect(await stores.credentials.find(json.id)).toBeUndefined();
  });

  test('creates one user and sends the invitation again if it is repeated with its key', async () => {
    const options = { body: { ...person(901), invite: true }, headers: { 'Idempotency-Key': 'invited-901' } };
    const first = await send('POST', '/api/v1/users', options);
    const second = await send('POST', '/api/v1/users', options);
    expect([first.status, second.status, second.json.id]).toEqual([201, 201, first.json.id]);
    expect(first.json).toEqual({
      id: first.json.id,
      ...person(901),
      phone: '',
      kind: 'user',
      id_origin: null,
      invitation: {
        mailed: false,
        url: expect.stringContaining('/account/invitation/'),
        expiresAt: expect.stringMatching(/Z$/),
      },
    });
    expect(first.headers.get('etag')).toBe('"1"');
    expect(await stores.links.find('ownerInvitation', tokenOf(first.json.invitation.url))).toBeUndefined();
    expect(await stores.links.find('ownerInvitation', tokenOf(second.json.invitation.url))).toMatchObject({
      userId: first.json.id,
    });
  });

  test('rejects a language without an invitation, before it creates the user', async () => {
    const users = system.resume.users.size;
    for (const fields of [{ locale: 'fr' }, { locale: 'fr', invite: false }, { invite: true, locale: 'pt' }]) {
      const { status, json } = await send('POST', '/api/v1/users', { body: { ...person(902), ...fields } });
      expect([status, json.error.details]).toMatchObject([400, [{ field: 'locale' }]]);
    }
    expect(system.resume.users.size).toBe(users);
  });
});

describe('an invitation', () => {
  test('is returned once by a server that sends no mail', async () => {
    const { status, json } = await invite();
    expect([status, json.mailed]).toEqual([201, false]);
    const link = await stores.links.find('ownerInvitation', tokenOf(json.url));
    expect(link).toMatchObject({ companyId: system.company.id, userId, email: `ana${userId}@example.com` });
    expect(Math.abs(Date.parse(json.expiresAt) - (link?.expiresAt.getTime() ?? 0))).toBeLessThan(60_000);
  });

  test('is not returned by a server that mails it', async () => {
    const { status, json } = await invite({ at: mailing, body: { locale: 'it' } });
    expect([status, json]).toEqual([201, { mailed: true, url: null, expiresAt: expect.any(String) }]);
    const mails = await stores.outbox.due(100);
    expect(mails.find(({ to }) => to === `ana${userId}@example.com`)).toMatchObject({
      template: 'ownerInvitation',
      locale: 'it',
      values: { company: 'Acme' },
    });
  });

  test('is accepted by id_origin, and recorded with the key and its address', async () => {
    const { status } = await send('POST', `/api/v1/users/HR%20${userId}/invitation?isIdOrigin=1`);
    expect(status).toBe(201);
    const { entries } = await stores.audit.list(system.company.id, {});
    expect(entries[0]).toMatchObject({
      action: 'ownerInvited',
      actor: { kind: 'key', name: 'main' },
      target: { kind: 'user', id: String(userId) },
      from: expect.stringContaining('127.0.0.1'),
    });
  });

  test('is rejected for users of other companies, unknown users and users with a password', async () => {
    const record = { companyId: system.company.id + 1, revision: 1, json: JSON.stringify({ id: 77 }) };
    system.resume.users.set('77', record);
    for (const path of ['invitation', 'sign-in-link', 'password-reset'])
      for (const id of [77, 78]) expect((await send('POST', `/api/v1/users/${id}/${path}`)).status).toBe(404);
    for (const id of [77, 78]) expect((await send('DELETE', `/api/v1/users/${id}/invitation`)).status).toBe(404);
    expect(await stores.credentials.find(77)).toBeUndefined();
    await invite();
    await stores.credentials.setPassword(userId, 'a long pass phrase');
    const rejected = await invite();
    expect([rejected.status, rejected.json.error.message]).toEqual([409, expect.stringContaining('link to reset it')]);
  });

  test('stops working when it is withdrawn', async () => {
    const { json } = await invite();
    expect([(await withdraw()).status, (await withdraw()).status]).toEqual([204, 404]);
    expect(await stores.links.find('ownerInvitation', tokenOf(json.url))).toBeUndefined();
  });

  test.each([{ locale: 'pt' }, { locale: 'FR' }, { language: 'fr' }])('is rejected with the body %j', async (body) => {
    expect((await invite({ body })).status).toBe(400);
  });
});

test('a link to reset the password is returned once, or mailed, for users who have a password', async () => {
  const reset = (options?: Options) => send('POST', `/api/v1/users/${userId}/password-reset`, options);
  await invite();
  const rejected = await reset();
  expect([rejected.status, rejected.json.error.message]).toEqual([409, expect.stringContaining('Invite the user')]);
  await stores.credentials.setPassword(userId, 'a long pass phrase');
  const { status, json } = await reset();
  expect([status, json]).toEqual([201, { mailed: false, url: expect.any(String), expiresAt: expect.any(String) }]);
  expect(await stores.links.find('ownerReset', tokenOf(json.url))).toMatchObject({ userId });
  const mailed = await reset({ at: mailing, body: { locale: 'it' } });
  expect([mailed.status, mailed.json]).toMatchObject([201, { mailed: true, url: null }]);
  expect(await stores.links.find('ownerReset', tokenOf(json.url))).toBeUndefined();
  const mails = await stores.outbox.due(100);
  expect(mails.find(({ to }) => to === `ana${userId}@example.com`)).toMatchObject({
    template: 'ownerReset',
    locale: 'it',
  });
  const { entries } = await stores.audit.list(system.company.id, {});
  expect(entries.slice(0, 2)).toMatchObject(
    [1, 2].map(() => ({ action: 'ownerResetLinkMade', actor: { kind: 'key', name: 'main' } })),
  );
});

describe('a sign-in link', () => {
  const link = (body?: unknown) => send('POST', `/api/v1/users/${userId}/sign-in-link`, body ? { body } : {});

  test('leads to the account by default, or to the given page', async () => {
    for (const [body, path] of [
      [undefined, '/account'],
      [{ path: '/account/cv/7?tab=print' }, '/account/cv/7?tab=print'],
    ] as const) {
      const { status, json } = await link(body);
      expect([status, Object.keys(json)]).toEqual([201, ['url', 'expiresAt']]);
      const stored = await stores.links.find('ownerSignIn', tokenOf(json.url));
      expect(stored).toMatchObject({ userId, path });
    }
    expect(await stores.credentials.find(userId)).toMatchObject({ passwordVersion: '' });
  });

  test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'account', '', '/account\n', '/a/../b'])(
    'is rejected with the path %j',
    async (path) => {
      const { status, json } = await link({ path });
      expect([status, json.error.details[0]]).toMatchObject([400, { field: 'path' }]);
    },
  );
});

test('historical MD5 keys cannot create links, because their requests can be replayed', async () => {
  const legacy = { key: `old-${randomUUID()}`, secret: 'IuJyt42BnUiOlPM8FvB67tG' };
  await system.keys.importLegacy(system.company.id, 'Old', legacy.key, legacy.secret);
  const users = system.resume.users.size;
  for (const [path, body] of [
    ['/api/v1/users', { ...person(950), invite: true }],
    [`/api/v1/users/${userId}/invitation`, {}],
    [`/api/v1/users/${userId}/sign-in-link`, {}],
    [`/api/v1/users/${userId}/password-reset`, {}],
  ] as const) {
    const { status, text } = await send('POST', path, { body, legacy });
    expect([path, status]).toEqual([path, 403]);
    expect(text).toContain('HMAC key');
  }
  expect(system.resume.users.size).toBe(users);
  expect(await stores.credentials.find(userId)).toBeUndefined();
  // An open invitation can be withdrawn with any key.
  await invite();
  expect((await send('DELETE', `/api/v1/users/${userId}/invitation`, { legacy })).status).toBe(204);
});
