import type { CreatedApplication } from '@vitae/accounts/applications/applications';
import { expectConfined } from '@vitae/test/support/gateway/expect-confined';
import { callStep, tokenIn } from '@vitae/test/support/gateway/oauth-consumer';
import {
  type OwnerFixture,
  type OwnersFixture,
  type OwnersGateway,
  pathOfRoute,
  startOwnersFixture,
} from '@vitae/test/support/gateway/owner-fixtures';
import {
  createWebVisitor,
  hiddenFields,
  type PageResponse,
  type WebVisitor,
} from '@vitae/test/support/gateway/web-visitor';

const CALLBACK = 'https://app.example.com/connected';

let system: OwnersFixture;
let gateway: OwnersGateway;
let owner: OwnerFixture;
let application: CreatedApplication;

beforeAll(async () => {
  system = await startOwnersFixture(process.env);
  gateway = await system.start();
  owner = await system.createOwner(gateway);
  application = await gateway.applications.create({
    companyId: system.company.id,
    name: 'Jobs',
    callbacks: [CALLBACK],
  });
});
afterAll(() => system.close());

const ALLOW = { decision: 'allow', cvs: 'all' };
const visit = (): WebVisitor => createWebVisitor(gateway.url, system.newAddress());

async function signIn(visitor: WebVisitor, by = owner): Promise<PageResponse> {
  const page = await visitor.get('/account');
  return visitor.submit(page, '/account/sign-in', { login: by.username, password: by.password });
}

async function requestToken(of = application, callback = CALLBACK): Promise<string> {
  const signer = { consumerKey: of.consumerKey, key: of.consumerSecret };
  const protocol = { oauth_callback: callback };
  const caller = { publicUrl: gateway.url, signer, now: system.clock.now() };
  const { fields } = await callStep({ ...caller, step: 'requestToken', protocol });
  return tokenIn(fields).token;
}

async function grant(by = owner): Promise<void> {
  const { userId, companyId } = by;
  const token = { digest: `digest of ${userId}`, sealedSecret: '', createdAt: new Date() };
  await gateway.grants.addToken(
    { applicationId: application.id, companyId, userId, createdAt: new Date(), lastUsedAt: null },
    token,
  );
}

describe('pages of the site', () => {
  test('allow only stylesheets and form targets of the site itself', async () => {
    const pages = [
      '/account',
      '/account/cvs/new',
      '/account/cvs/1/delete',
      '/account/profile',
      '/account/statistics',
      '/account/comments',
      '/account/preferences',
      '/account/data',
      '/account/email/changed',
      `/account/email/${'a'.repeat(43)}`,
      '/account/delete',
      '/account/deleted',
      '/account/forgotten',
      `/account/invitation/${'x'.repeat(43)}`,
      `/fr/oauth/authorize?oauth_token=${await requestToken()}`,
      '/fr/oauth/authorize',
    ];
    for (const path of pages) expectConfined(await visit().get(path));
  });

  test('allow redirects to other sites only from the consent form', async () => {
    const visitor = visit();
    await signIn(visitor);
    const { headers } = await visitor.get(`/fr/oauth/authorize?oauth_token=${await requestToken()}`);
    expect(headers.get('content-security-policy')).toContain("form-action 'self' https:;");
    expect((await visitor.get('/account')).headers.get('content-security-policy')).toContain("form-action 'self';");
  });

  test('link to the page for forgotten passwords, also from the host of the consent screen', async () => {
    expect((await visit().get('/account')).text).toContain('href="/account/forgotten"');
    const { text } = await visit().get(`/fr/oauth/authorize?oauth_token=${await requestToken()}`);
    expect(text).toContain(`href="${gateway.url}/account/forgotten?locale=fr"`);
  });

  test('link an immutable stylesheet with a content hash in its URL', async () => {
    const { text } = await visit().get('/account');
    const href = /href="(\/assets\/[^"]+)"/.exec(text)?.[1] ?? '';
    const { status, headers } = await visit().get(href);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/css; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
  });

  test('escape markup in application names', async () => {
    const name = `<img src=x onerror=alert(1)>"'&`;
    const hostile = await gateway.applications.create({ companyId: system.company.id, name, callbacks: ['oob'] });
    const token = await requestToken(hostile, 'oob');
    const { text } = await visit().get(`/en/oauth/authorize?oauth_token=${token}&oauth_callback=oob`);
    expect(text).toContain('&lt;img src=x onerror=alert(1)>');
    expect(text).not.toContain('<img');
  });
});

describe('forged forms', () => {
  const forms: [string, Record<string, string>][] = [
    ['/account/sign-out', {}],
    ['/account/language', { locale: 'de' }],
    ['/account/cvs/1/publish', {}],
    ['/account/cvs/1/unprotect', {}],
    ['/account/cvs/1/rename', { title: 'x' }],
    ['/account/cvs/1/copy', {}],
    ['/account/cvs/1/delete', { revision: '1' }],
    ['/account/cvs/import', {}],
    ['/account/cvs/start', { title: 'x' }],
    ['/account/cvs/1/protect', { password: 'a new password' }],
    ['/account/profile/details', { firstname: 'x', lastname: 'x', phone: '', revision: '1' }],
    ['/account/profile/username', { username: 'forged' }],
    ['/account/profile/email', { email: 'forged@example.com' }],
    ['/account/preferences', { revision: '1' }],
    ['/account/data', {}],
    ['/account/profile/sessions/end-others', {}],
    ['/account/password', { current: 'x', next: 'a new password', again: 'a new password' }],
    ['/account/delete', { password: 'x' }],
  ];

  test.each(forms)('have no effect on %s', async (action, fields) => {
    const otherOwner = await system.createOwner(gateway);
    const visitor = visit();
    await signIn(visitor, otherOwner);
    const stranger = visit();
    await signIn(stranger);
    const { csrf = '' } = hiddenFields((await stranger.get('/account')).text, '/account/sign-out');
    const own = hiddenFields((await visitor.get('/account')).text, '/account/sign-out').csrf ?? '';
    const filled = { ...fields, current: otherOwner.password, password: otherOwner.password };
    const attempts = [
      await visitor.post(action, filled),
      await visitor.post(action, { ...filled, csrf }),
      await visitor.post(action, { ...filled, csrf: `${own}x` }),
      await visitor.post(action, { ...filled, csrf: own }, { Origin: 'https://evil.example' }),
      await visitor.post(action, { ...filled, csrf: own }, { Origin: 'null' }),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await visitor.get('/account')).text).toContain('<html lang="en">');
    expect(await gateway.credentials.checkPassword(otherOwner.userId, otherOwner.password)).toBe(true);
    expect(system.deleted).not.toContain(otherOwner.userId);
  });

  test('are rejected by every route of the account', async () => {
    const visitor = visit();
    await signIn(visitor);
    const stranger = visit();
    await signIn(stranger);
    const { csrf = '' } = hiddenFields((await stranger.get('/account')).text, '/account/sign-out');
    const forms = gateway.posts.filter((path) => path.startsWith('/account'));
    expect(forms.length).toBeGreaterThan(6);
    for (const route of forms) {
      const path = pathOfRoute(route.replace(':action', 'publish'), 1);
      expect([path, (await visitor.post(path, {})).status]).toEqual([path, 403]);
      expect([path, (await visitor.post(path, { csrf })).status]).toEqual([path, 403]);
    }
  });

  test('neither grant nor revoke access', async () => {
    const otherOwner = await system.createOwner(gateway);
    await grant(otherOwner);
    const visitor = visit();
    await signIn(visitor, otherOwner);
    expect((await visitor.post(`/account/applications/${application.id}/revoke`, {})).status).toBe(403);
    expect(await gateway.grants.find(otherOwner.userId, application.id)).toBeDefined();
    const token = await requestToken();
    const response = await visitor.post('/en/oauth/authorize', { oauth_token: token, ...ALLOW });
    expect([response.status, response.location]).toEqual([403, undefined]);
    expect(response.text).toContain('This form has expired');
    const retry = await visitor.submit(response, '/en/oauth/authorize', ALLOW);
    expect(retry.location).toContain(`${CALLBACK}?oauth_token=${token}&oauth_verifier=`);
  });

  test('cannot sign a visitor in to another account (login CSRF)', async () => {
    const response = await visit().post('/account/sign-in', { login: owner.username, password: owner.password });
    expect(response.status).toBe(403);
    expect(response.text).toContain('This form has expired');
  });

  test('are rejected with an HTML page if the body is JSON', async () => {
    const response = await fetch(`${gateway.url}/account/sign-in`, {
      method: 'POST',
      body: '{"login":1}',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toContain('text/html');
  });
});

describe('consent of an owner', () => {
  test('redirects only to a callback that the application registered', async () => {
    const visitor = visit();
    await signIn(visitor);
    const token = await requestToken();
    const swapped = encodeURIComponent('https://evil.example/');
    expect((await visitor.get(`/en/oauth/authorize?oauth_token=${token}&oauth_callback=${swapped}`)).status).toBe(400);
    const page = await visitor.get(`/en/oauth/authorize?oauth_token=${token}`);
    const fields = {
      ...hiddenFields(page.text, '/en/oauth/authorize'),
      ...ALLOW,
      oauth_callback: 'https://evil.example/',
    };
    const response = await visitor.post('/en/oauth/authorize', fields);
    expect(response.location).toMatch(/^https:\/\/app\.example\.com\/connected\?oauth_token=/);
  });

  test('cannot be revoked by another owner', async () => {
    const other = await system.createOwner(gateway);
    await grant(other);
    const visitor = visit();
    await signIn(visitor);
    const page = await visitor.get('/account');
    const { csrf = '' } = hiddenFields(page.text, '/account/sign-out');
    const revoke = (id: string) => visitor.post(`/account/applications/${id}/revoke`, { csrf });
    expect((await revoke(`${application.id}`)).status).toBe(303);
    for (const id of ['0', '-1', 'x', '1e3', '1.5', '1000000000000000']) expect((await revoke(id)).status).toBe(404);
    expect(await gateway.grants.find(other.userId, application.id)).toBeDefined();
  });

  test('shows the verifier only to the owner who gave it', async () => {
    const token = await requestToken();
    const visitor = visit();
    await signIn(visitor);
    await visitor.submit(await visitor.get(`/en/oauth/authorize?oauth_token=${token}`), '/en/oauth/authorize', ALLOW);
    const other = await system.createOwner(gateway);
    const stranger = visit();
    for (const ready of [async () => undefined, () => signIn(stranger, other)]) {
      await ready();
      const response = await stranger.get(`/en/oauth/authorize?oauth_token=${token}`);
      expect([response.status, response.text.includes('oauth_verifier')]).toEqual([410, false]);
    }
  });
});
