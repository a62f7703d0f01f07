import { companySignInPath } from '@vitae/accounts/companies/company-store';
import { expectConfined } from '@vitae/test/support/gateway/expect-confined';
import { callStep, tokenIn } from '@vitae/test/support/gateway/oauth-consumer';
import {
  type OwnerFixture,
  type OwnersFixture,
  type OwnersGateway,
  startOwnersFixture,
} from '@vitae/test/support/gateway/owner-fixtures';
import { createWebVisitor, type PageResponse, type WebVisitor } from '@vitae/test/support/gateway/web-visitor';

const HINT = 'sign in with your email address, or on the sign-in page of your company';

let system: OwnersFixture;
let gateway: OwnersGateway;
let ours: string;
let theirs: string;

beforeAll(async () => {
  system = await startOwnersFixture(process.env);
  gateway = await system.start();
  ours = companySignInPath(system.company);
  theirs = companySignInPath(system.otherCompany);
});
afterAll(() => system.close());

const visit = (address = system.newAddress()): WebVisitor => createWebVisitor(gateway.url, address);

type SignIn = { login: string; password: string };

async function signIn(visitor: WebVisitor, { login, password }: SignIn, path = '/account'): Promise<PageResponse> {
  const action = path === '/account' ? '/account/sign-in' : path;
  return visitor.submit(await visitor.get(path), action, { login, password });
}

/** Returns the email address of the owner who is signed in, or the status of the failed sign-in. */
async function outcome(form: SignIn, path?: string): Promise<string | number> {
  const visitor = visit();
  const response = await signIn(visitor, form, path);
  if (response.status !== 303) return response.status;
  expect(response.location).toBe('/account');
  return /[\w.-]+@example\.com/.exec((await visitor.get('/account')).text)?.[0] ?? '';
}

/** Creates an owner in both companies with the same user name. */
async function createNamesakes(passwords: readonly [string, string]): Promise<[OwnerFixture, OwnerFixture]> {
  const one = await system.createOwner(gateway);
  const created = await system.createOwner(gateway, system.otherCompany);
  const other = { ...created, username: one.username };
  await gateway.credentials.set({ ...one, password: passwords[0] });
  await gateway.credentials.set({ ...other, password: passwords[1] });
  return [one, other];
}

describe('owners of two companies with the same user name', () => {
  test('are told apart by their passwords, and by their email addresses', async () => {
    const passwords = ['three little words', 'three other words'] as const;
    const namesakes = await createNamesakes(passwords);
    for (const [index, { username, email }] of namesakes.entries()) {
      const password = passwords[index] ?? '';
      expect(await outcome({ login: username, password })).toBe(email);
      expect(await outcome({ login: email, password })).toBe(email);
    }
  });

  test('sign in on the page of their company if they also have the same password', async () => {
    const password = 'three equal words';
    const [one, other] = await createNamesakes([password, password]);
    const form = { login: one.username, password };
    expect(await outcome(form)).toBe(403);
    expect(await outcome({ login: one.email, password })).toBe(one.email);
    expect(await outcome(form, ours)).toBe(one.email);
    expect(await outcome(form, theirs)).toBe(other.email);
    // The browser has signed in to this account before.
    const visitor = visit();
    await signIn(visitor, form, theirs);
    await visitor.submit(await visitor.get('/account'), '/account/sign-out');
    expect((await signIn(visitor, form)).status).toBe(303);
    expect((await visitor.get('/account')).text).toContain(other.email);
  });

  test('allow only applications of their company', async () => {
    const password = 'three equal words';
    const [one] = await createNamesakes([password, password]);
    const CALLBACK = 'https://app.example.com/connected';
    for (const { id: companyId } of [system.company, system.otherCompany]) {
      const application = await gateway.applications.create({ companyId, name: 'Jobs', callbacks: [CALLBACK] });
      const signer = { consumerKey: application.consumerKey, key: application.consumerSecret };
      const caller = { publicUrl: gateway.url, signer, now: system.clock.now() };
      const { fields } = await callStep({ ...caller, step: 'requestToken', protocol: { oauth_callback: CALLBACK } });
      const visitor = visit();
      const page = await visitor.get(`/en/oauth/authorize?oauth_token=${tokenIn(fields).token}`);
      const form = { login: one.username, password };
      const consent = await visitor.submitAndFollow(page, '/en/oauth/sign-in', form);
      expect([consent.status, consent.text.includes('value="allow"')]).toEqual([200, true]);
    }
  });

  test('are limited by their own failures, on every page', async () => {
    const [one, other] = await createNamesakes(['three little words', 'three other words']);
    const address = system.newAddress();
    const attempt = async (password: string, path?: string) =>
      (await signIn(visit(address), { login: one.username, password }, path)).status;
    for (let tries = 0; tries < 5; tries++) {
      expect(await attempt('wrong')).toBe(403);
      expect(await attempt('wrong', ours)).toBe(403);
    }
    expect(await attempt('three little words', ours)).toBe(429);
    expect(await attempt('three little words')).toBe(429);
    expect(await attempt('three other words', theirs)).toBe(303);
    expect(other.username).toBe(one.username);
  });
});

test('users with a name that many companies have sign in on the page of their company', async () => {
  const owner = await system.createOwner(gateway);
  for (let companyId = -5; companyId < 0; companyId++) {
    const email = `${owner.userId}${companyId}@example.com`;
    const namesake = { userId: owner.userId * 10 - companyId, companyId, username: owner.username, email };
    await gateway.credentials.set({ ...namesake, password: 'three little words' });
  }
  const form = { login: owner.username, password: owner.password };
  expect(await outcome(form)).toBe(403);
  expect(await outcome(form, ours)).toBe(owner.email);
  expect(await outcome({ ...form, login: owner.email })).toBe(owner.email);
});

test('a failed sign-in does not show whether the name exists, or the password matches several accounts', async () => {
  const password = 'three equal words';
  const [namesake] = await createNamesakes([password, password]);
  const { username } = await system.createOwner(gateway);
  const bodies: string[] = [];
  for (const form of [
    { login: 'unknown-name', password },
    { login: username, password },
    { login: namesake.username, password },
    { login: namesake.username, password: 'wrong' },
  ]) {
    const { status, text } = await signIn(visit(), form);
    expect(status).toBe(403);
    expect(text).toContain(HINT);
    bodies.push(text.replaceAll(form.login, '').replaceAll(/name="csrf" value="[^"]*"/g, ''));
  }
  expect(bodies.length).toBe(4);
  expect(new Set(bodies.map(withoutTokens)).size).toBe(1);
});

describe('the sign-in page of a company', () => {
  test('shows the company, by its slug in any letter case or its number', async () => {
    for (const path of [ours, ours.toUpperCase(), `${ours}/`, `/${system.company.id}/sign-in`]) {
      const page = await visit().get(path);
      expect(page.status).toBe(200);
      expectConfined(page);
      expect(page.text).toContain('Studio Lumière');
      expect(page.text).toContain(`action="${ours}"`);
      expect(page.text).toContain(`href="${ours}?locale=fr"`);
    }
    expect((await visit().get(`${theirs}?locale=de`)).text).toContain('Other &amp; Sons');
  });

  test('signs in only users of the company', async () => {
    const owner = await system.createOwner(gateway);
    for (const login of [owner.username, owner.email]) {
      const form = { login, password: owner.password };
      expect(await outcome(form, ours)).toBe(owner.email);
      expect(await outcome(form, theirs)).toBe(403);
    }
    const failed = await signIn(visit(), { login: owner.username, password: owner.password }, theirs);
    expect(failed.text).toContain('Incorrect user name or password');
    expect(failed.text).not.toContain(HINT);
  });

  test('leads signed-in users of the company to their account', async () => {
    const owner = await system.createOwner(gateway);
    const visitor = visit();
    await signIn(visitor, { login: owner.username, password: owner.password });
    expect((await visitor.get(ours)).location).toBe('/account');
    // Nothing was deleted.
    expect((await visitor.get('/account/deleted')).location).toBe('/account');
    expect((await visitor.get(theirs)).status).toBe(200);
  });

  test('rejects a form without a token', async () => {
    const owner = await system.createOwner(gateway);
    const visitor = visit();
    await visitor.get(ours);
    const response = await visitor.post(ours, { login: owner.username, password: owner.password });
    expect(response.status).toBe(403);
    expect(response.text).toContain('Studio Lumière');
    expect((await visitor.get('/account')).text).toContain('name="password"');
  });

  test.each(['/unknown-company/sign-in', '/999999999999999/sign-in', '/a.b/sign-in', '/%F0%9F%99%82/sign-in'])(
    'does not exist at %s',
    async (path) => {
      const page = await visit().get(path);
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect((await visit().post(path, { login: 'a', password: 'b' })).status).toBe(404);
    },
  );

  test.each(['/settings/sign-in', '/docs/sign-in', '/p/sign-in', '/c/sign-in', '/fr/sign-in', '/account/sign-in'])(
    'leaves %s to other pages',
    async (path) => {
      expect((await visit().get(path)).text).toContain('Cannot GET');
    },
  );
});

/** A page without the token of its form. */
function withoutTokens(html: string): string {
  return html.replaceAll(/<input type="hidden"[^>]*>/g, '');
}
