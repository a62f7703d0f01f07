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
import { connectTestRedis } from '@vitae/test/support/kit/test-redis';

let system: OwnersFixture;
let gateway: OwnersGateway;
let owner: OwnerFixture;

beforeAll(async () => {
  system = await startOwnersFixture(process.env);
  gateway = await system.start();
  owner = await system.createOwner(gateway);
});
afterAll(() => system.close());

const visit = (at = gateway, address = system.newAddress()): WebVisitor => createWebVisitor(at.url, address);

async function signIn(visitor: WebVisitor): Promise<PageResponse> {
  const page = await visitor.get('/account');
  return visitor.submit(page, '/account/sign-in', { login: owner.username, password: owner.password });
}

describe('session of an owner', () => {
  test('has a cookie that is hidden from scripts and not sent with cross-site forms', async () => {
    const response = await signIn(visit());
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^vitae_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^vitae_device=[\w.-]+; Max-Age=7776000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/),
    ]);
  });

  test('has a __Host- cookie if the site uses https', async () => {
    const secure = await system.start({ publicUrl: 'https://cv.example.com' });
    const { headers } = await visit(secure).get('/account');
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-vitae_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
  });

  test('gets a new id at sign-in, which prevents session fixation', async () => {
    const victim = visit();
    await victim.get('/account');
    const planted = victim.cookies.get('vitae_session') ?? '';
    await signIn(victim);
    expect(victim.cookies.get('vitae_session')).not.toBe(planted);
    const attacker = visit();
    attacker.cookies.set('vitae_session', planted);
    expect((await attacker.get('/account')).text).toContain('name="password"');
    expect((await victim.get('/account')).text).toContain(owner.username);
  });

  test('cannot be hijacked with the ids stored in Redis', async () => {
    const visitor = visit();
    await signIn(visitor);
    const id = visitor.cookies.get('vitae_session') ?? '';
    const { redis, close } = await connectTestRedis('owner-session');
    const members = await redis.smembers(`sessions-of:owner:${owner.userId}`);
    await close();
    expect(members.length).toBeGreaterThan(0);
    for (const member of members) {
      expect(member).not.toBe(id);
      const thief = visit();
      thief.cookies.set('vitae_session', member);
      expect((await thief.get('/account')).text).toContain('name="password"');
    }
  });

  test('ends on every gateway at sign-out', async () => {
    const second = await system.start({ publicUrl: gateway.url });
    const here = visit();
    await signIn(here);
    const there = visit(second);
    there.cookies.set('vitae_session', here.cookies.get('vitae_session') ?? '');
    expect((await there.get('/account')).text).toContain(owner.username);
    await here.submit(await here.get('/account'), '/account/sign-out');
    expect((await there.get('/account')).text).toContain('name="password"');
  });
});

describe('password attempts', () => {
  test('are delayed after failures, except for other users and browsers that signed in before', async () => {
    const owner = await system.createOwner(gateway);
    const signInAs = async (visitor: WebVisitor, password: string) =>
      visitor.submit(await visitor.get('/account'), '/account/sign-in', { login: owner.username, password });
    const address = system.newAddress();
    const own = visit(gateway, address);
    expect((await signInAs(own, owner.password)).status).toBe(303);
    await own.submit(await own.get('/account'), '/account/sign-out');
    const attacker = visit(gateway, address);
    for (let attempt = 0; attempt < 10; attempt++) expect((await signInAs(attacker, 'wrong')).status).toBe(403);
    const delayed = await signInAs(attacker, owner.password);
    expect([delayed.status, delayed.headers.get('retry-after')]).toEqual([429, '5']);
    expect(delayed.text).toContain('Try again in 5 seconds.');
    expect((await signInAs(visit(), owner.password)).status).toBe(303);
    expect((await signInAs(own, owner.password)).status).toBe(303);
  });

  test('are delayed in a browser that has not signed in since the password changed', async () => {
    const { userId, username, password } = await system.createOwner(gateway);
    const signInAs = async (visitor: WebVisitor, typed: string) => {
      const fields = { login: username, password: typed };
      return (await visitor.submit(await visitor.get('/account'), '/account/sign-in', fields)).status;
    };
    const address = system.newAddress();
    const former = visit(gateway, address);
    expect(await signInAs(former, password)).toBe(303);
    await former.submit(await former.get('/account'), '/account/sign-out');
    await gateway.credentials.setPassword(userId, 'four other little words');
    const stranger = visit(gateway, address);
    for (let attempt = 0; attempt < 10; attempt++) expect(await signInAs(stranger, 'wrong')).toBe(403);
    expect(await signInAs(former, password)).toBe(429);
  });

  test('on a shared email address count at every account, even if another user signs in between', async () => {
    const victim = await system.createOwner(gateway);
    const attacker = await system.createOwner(gateway, system.otherCompany);
    await gateway.credentials.setNames(attacker.userId, { ...attacker, email: victim.email, revision: 2 });
    const address = system.newAddress();
    const visitor = visit(gateway, address);
    const page = await visitor.get('/account');
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt++) {
      const guess = { login: victim.email, password: `guess ${attempt}` };
      statuses.push((await visitor.submit(page, '/account/sign-in', guess)).status);
      const own = visit(gateway, address);
      const credentials = { login: victim.email, password: attacker.password };
      expect((await own.submit(await own.get('/account'), '/account/sign-in', credentials)).status).toBe(303);
    }
    expect(statuses).toContain(429);
  });

  test('do not count against an address if they succeed', async () => {
    const school = system.newAddress();
    for (let pupil = 0; pupil < 52; pupil++) {
      expect((await signIn(visit(gateway, school))).status).toBe(303);
    }
  });

  test('are limited per address across user names', async () => {
    const visitor = visit();
    const page = await visitor.get('/account');
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 52; attempt++) {
      statuses.push(
        (await visitor.submit(page, '/account/sign-in', { login: `unknown${attempt}`, password: 'x' })).status,
      );
    }
    expect(statuses.lastIndexOf(403)).toBe(49);
    expect(statuses.slice(50)).toEqual([429, 429]);
  });
});

// This test moves the clock, so it runs last.
describe('session lifetime', () => {
  test('ends after twelve hours, even for an active session', async () => {
    const visitor = visit();
    await signIn(visitor);
    expect((await visitor.get('/account')).text).toContain(owner.username);
    system.clock.forward(43_200_000);
    expect((await visitor.get('/account')).text).toContain('name="password"');
  });
});

describe('forms of an owner', () => {
  test('reject fields that they do not have', async () => {
    const visitor = visit();
    await signIn(visitor);
    const { csrf } = hiddenFields((await visitor.get('/account')).text, '/account/sign-out');
    const cvForms = ['publish', 'unpublish', 'index', 'unindex', 'anonymize', 'protect', 'unprotect'].map(
      (one) => `/account/cvs/7/${one}`,
    );
    const paths = gateway.posts.filter((path) => !path.includes(':action')).map((path) => pathOfRoute(path, 7));
    expect(paths).toContain('/account/applications/7/revoke');
    for (const path of [...paths, ...cvForms, '/fr/oauth/sign-out']) {
      const response = await visitor.post(path, { csrf: csrf ?? '', oauth_token: '', unknown: 'x' });
      expect([path, response.status]).toEqual([path, 400]);
    }
    expect((await visitor.get('/account')).text).toContain(owner.username);
  });

  test('are found at the consent page in any letter case', async () => {
    const { status, text } = await visit().get('/fr/OAuth/Authorize?oauth_token=x');
    const usual = await visit().get('/fr/oauth/authorize?oauth_token=x');
    expect([status, text.includes('<html')]).toEqual([usual.status, true]);
  });
});
