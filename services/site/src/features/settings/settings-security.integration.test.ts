import { expectConfined } from '@vitae/test/support/gateway/expect-confined';
import {
  type AdministratorFixture,
  type SettingsFixture,
  type SettingsGateway,
  startSettingsFixture,
} from '@vitae/test/support/gateway/settings-fixture';
import { signedInAt, signIn, visitSettings } from '@vitae/test/support/gateway/settings-visitor';
import { hiddenFields, type PageResponse, type WebVisitor } from '@vitae/test/support/gateway/web-visitor';

const PAGES = ['limits', 'team', 'audit', 'security', 'security/second-factor'].map((page) => `/settings/${page}`);
const OPEN_PAGES = ['sign-in', 'forgotten', 'reset/x', 'invitation/x'].map((page) => `/settings/${page}`);

let system: SettingsFixture;
let gateway: SettingsGateway;
let owner: AdministratorFixture;
let viewer: AdministratorFixture;

beforeAll(async () => {
  system = await startSettingsFixture(process.env);
  gateway = await system.start();
  owner = await system.createAdministrator(gateway, 'owner');
  viewer = await system.createAdministrator(gateway, 'viewer');
});
afterAll(() => system.close());

const visit = (at = gateway) => visitSettings(at);
const signedIn = (by: AdministratorFixture) => signedInAt(gateway, by);
const isSignedIn = async (visitor: WebVisitor) => (await visitor.get('/settings/limits')).status === 200;
const tokenIn = (page: PageResponse, action: string) => hiddenFields(page.text, action).csrf ?? '';
const actionsOf = async (visitorCompany = system.company.id) =>
  (await gateway.audit.list(visitorCompany, {})).entries.map(({ action }) => action);

describe('pages of the settings', () => {
  test('allow only stylesheets and form targets of the site itself', async () => {
    const visitor = await signedIn(owner);
    for (const [one, paths] of [
      [visitor, PAGES],
      [visit(), OPEN_PAGES],
    ] as const) {
      for (const path of paths) expectConfined(await one.get(path));
    }
  });

  test('require sign-in and then redirect to the requested page', async () => {
    for (const path of PAGES) {
      const location = `/settings/sign-in?next=${encodeURIComponent(`${path}?a=b`)}`;
      expect(await visit().get(`${path}?a=b`)).toMatchObject({ status: 303, location });
    }
    const visitor = visit();
    const page = await visitor.get('/settings/sign-in?next=/settings/audit?action=signedIn');
    const entered = await visitor.submit(page, '/settings/sign-in', { email: owner.email, password: owner.password });
    expect(entered.location).toBe('/settings/audit?action=signedIn');
    expect((await signIn(visit(), owner)).location).toBe('/settings');
  });

  test.each([
    '//evil.example/',
    'https://evil.example/settings',
    '/settings/../account',
    '/\\evil.example',
    '/account',
  ])('never redirect to %j after sign-in', async (next) => {
    const visitor = visit();
    const page = await visitor.get(`/settings/sign-in?next=${encodeURIComponent(next)}`);
    const { location } = await visitor.submit(page, '/settings/sign-in', {
      email: owner.email,
      password: owner.password,
      next,
    });
    expect(location).toBe('/settings');
  });

  test('include a page for unknown paths', async () => {
    const { status, text } = await visit().get('/settings/nothing');
    expect([status, text]).toEqual([404, expect.stringContaining('Page not found')]);
  });

  test('show errors in the selected language', async () => {
    const visitor = visit();
    await visitor.get('/settings/sign-in?locale=de');
    expect((await visitor.get('/settings/nothing')).text).toContain('<html lang="de">');
  });

  test('escape markup in user input', async () => {
    const visitor = await signedIn(owner);
    const page = await visitor.get('/settings/team');
    const email = `"><b>x</b>@markup.example`;
    const response = await visitor.submit(page, '/settings/team/invitations', { email, role: 'viewer' });
    expect(response.status).toBe(422);
    const target = { kind: 'key', id: '1', name: '<img src=x onerror=alert(1)>' } as const;
    await gateway.audit.record({
      companyId: owner.companyId,
      actor: { kind: 'operator' },
      action: 'keyCreated',
      target,
    });
    const log = await visitor.get('/settings/audit');
    expect(`${response.text}${log.text}`).not.toMatch(/<b>|<img/);
    expect(log.text).toContain('&lt;img src=x onerror=alert(1)>');
  });

  test.each([
    ['Redis', (alone: SettingsGateway) => alone.redis.disconnect()],
    ['MongoDB', (alone: SettingsGateway) => alone.connection.close()],
  ])('return 503 with Retry-After while %s is unavailable', async (_what, disconnect) => {
    const alone = await system.start();
    const visitor = visit(alone);
    await signIn(visitor, owner);
    await disconnect(alone);
    for (const path of ['/settings/team', '/settings/audit']) {
      const response = await visitor.get(path);
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(response.text).not.toContain(owner.email);
    }
  });
});

test('every page that has a script allows it', async () => {
  const visitor = await signedIn(owner);
  const withScripts: string[] = [];
  for (const path of [
    'users',
    'team',
    'keys',
    'keys/new',
    'consumption',
    'applications',
    'limits',
    'audit',
    'security',
  ]) {
    const page = await visitor.get(`/settings/${path}`);
    const hasScript = page.text.includes('<script');
    const allowsScript = page.headers.get('content-security-policy')?.includes("script-src 'self'");
    expect([path, page.status, allowsScript]).toEqual([path, 200, hasScript]);
    if (hasScript) withScripts.push(path);
  }
  expect(withScripts).toEqual(['users', 'consumption']);
});

describe('forms of the settings', () => {
  test('are rejected without a token, with a token of another session and from another site', async () => {
    expect(gateway.posts.length).toBeGreaterThan(10);
    const visitor = await signedIn(owner);
    const own = tokenIn(await visitor.get('/settings/security'), '/settings/sign-out');
    const other = await signedIn(owner);
    const foreign = tokenIn(await other.get('/settings/security'), '/settings/sign-out');
    const before = await gateway.connection.collection('administrators').find().toArray();
    for (const route of gateway.posts) {
      const path = route.replace(/:\w+/g, String(viewer.id));
      const fields = { role: 'owner', email: 'x@example.com', do: 'turnOff' };
      expect([path, (await visitor.post(path, fields)).status]).toEqual([path, 403]);
      expect([path, (await visitor.post(path, { ...fields, csrf: foreign })).status]).toEqual([path, 403]);
      const headers = { Origin: 'https://evil.example' };
      expect([path, (await visitor.post(path, { ...fields, csrf: own }, headers)).status]).toEqual([path, 403]);
    }
    expect(await gateway.connection.collection('administrators').find().toArray()).toEqual(before);
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test('reject fields that they do not have', async () => {
    const visitor = await signedIn(owner);
    const csrf = tokenIn(await visitor.get('/settings/security'), '/settings/sign-out');
    for (const route of gateway.posts) {
      const response = await visitor.post(route.replace(/:\w+/g, String(viewer.id)), { csrf, unknown: 'x' });
      // Some forms look for a key, an application or a link first.
      const isMissing = /\/(?:keys|applications)\/:id|:token/.test(route) && response.status === 404;
      expect([route, isMissing ? 400 : response.status]).toEqual([route, 400]);
    }
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test('are denied to viewers if they change the company', async () => {
    const visitor = await signedIn(viewer);
    const csrf = tokenIn(await visitor.get('/settings/security'), '/settings/sign-out');
    const changing = gateway.posts.filter(
      (path) => !/^\/settings\/(security|sign-|forgotten|reset|invitation)/.test(path),
    );
    expect(changing.length).toBeGreaterThan(3);
    for (const route of changing) {
      const response = await visitor.post(route.replace(/:\w+/g, String(owner.id)), { csrf, role: 'viewer' });
      expect([route, response.status]).toEqual([route, 403]);
      expect(response.text).toContain('You do not have permission to do this');
    }
    expect((await gateway.administrators.find(owner.id))?.role).toBe('owner');
  });

  test('are rejected after the session has ended', async () => {
    const visitor = await signedIn(owner);
    const page = await visitor.get('/settings/team');
    const elsewhere = await signedIn(owner);
    await elsewhere.submit(await elsewhere.get('/settings/security'), '/settings/security/sessions/end-others');
    const response = await visitor.submit(page, '/settings/team/invitations', {
      email: 'late@example.com',
      role: 'viewer',
    });
    expect(response.status).toBe(403);
    expect(await gateway.connection.collection('oneTimeLinks').countDocuments({ email: 'late@example.com' })).toBe(0);
  });
});

describe('session of an administrator', () => {
  test('gets a new id at sign-in, which prevents session fixation', async () => {
    const attacker = visit();
    await attacker.get('/settings/sign-in');
    const planted = String(attacker.cookies.get('vitae_settings'));
    const victim = visit();
    victim.cookies.set('vitae_settings', planted);
    await signIn(victim, owner);
    expect(victim.cookies.get('vitae_settings')).not.toBe(planted);
    expect(await isSignedIn(victim)).toBe(true);
    expect(await isSignedIn(attacker)).toBe(false);
  });

  test('ends immediately on every device, including for a stolen cookie', async () => {
    const visitor = await signedIn(owner);
    const thief = visit();
    thief.cookies.set('vitae_settings', String(visitor.cookies.get('vitae_settings')));
    expect(await isSignedIn(thief)).toBe(true);
    const elsewhere = await signedIn(owner);
    await elsewhere.submit(await elsewhere.get('/settings/security'), '/settings/security/sessions/end-others');
    expect(await isSignedIn(elsewhere)).toBe(true);
    expect(await isSignedIn(visitor)).toBe(false);
    expect(await isSignedIn(thief)).toBe(false);
  });

  test('can be ended only by its administrator', async () => {
    const administrator = await system.createAdministrator(gateway, 'viewer');
    const here = await signedIn(administrator);
    const there = await signedIn(administrator);
    const page = await here.get('/settings/security');
    const { ref = '', csrf = '' } = hiddenFields(page.text, '/settings/security/sessions/end');
    const stranger = await signedIn(viewer);
    const own = tokenIn(await stranger.get('/settings/security'), '/settings/sign-out');
    await stranger.post('/settings/security/sessions/end', { csrf: own, ref });
    expect(await isSignedIn(there)).toBe(true);
    await here.post('/settings/security/sessions/end', { csrf, ref });
    expect(await isSignedIn(there)).toBe(false);
    expect(await isSignedIn(here)).toBe(true);
  });

  test('gets a new id and the new permissions immediately when the role changes', async () => {
    const administrator = await system.createAdministrator(gateway, 'viewer');
    const visitor = await signedIn(administrator);
    const before = visitor.cookies.get('vitae_settings');
    expect((await visitor.get('/settings/team')).text).not.toContain('Invite a team member');
    await gateway.administrators.setRole(administrator.companyId, administrator.id, 'owner');
    expect((await visitor.get('/settings/team')).text).toContain('Invite a team member');
    expect(visitor.cookies.get('vitae_settings')).not.toBe(before);
  });

  test('gets a new id after 15 minutes and accepts forms that were opened before', async () => {
    const visitor = await signedIn(await system.createAdministrator(gateway, 'viewer'));
    const page = await visitor.get('/settings/security');
    const before = visitor.cookies.get('vitae_settings');
    expect((await visitor.get('/settings/limits')).status).toBe(200);
    expect(visitor.cookies.get('vitae_settings')).toBe(before);
    system.clock.forward(15 * 60_000);
    expect(await isSignedIn(visitor)).toBe(true);
    expect(visitor.cookies.get('vitae_settings')).not.toBe(before);
    expect((await visitor.submit(page, '/settings/sign-out')).location).toBe('/settings/sign-in?done=signedOut');
    // A replaced id stays valid for a short time, unless its session ends.
    const thief = visit();
    thief.cookies.set('vitae_settings', String(before));
    expect(await isSignedIn(thief)).toBe(false);
  });

  test('has a __Host- cookie if the site uses https', async () => {
    const secure = await system.start({ publicUrl: 'https://vitae.example' });
    const { headers } = await visit(secure).get('/settings/sign-in');
    expect(headers.getSetCookie().join()).toMatch(
      /^__Host-vitae_settings=\S+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });
});

describe('sign-in', () => {
  test('shows the same page for a wrong password and an unknown address and audits the wrong password', async () => {
    const known = await signIn(visit(), { ...owner, password: 'wrong' });
    const unknown = await signIn(visit(), { email: `unknown-${owner.id}@example.com`, password: 'wrong' });
    const words = (page: PageResponse) => page.text.replace(/value="[^"]*"/g, '');
    expect([known.status, unknown.status]).toEqual([403, 403]);
    expect(words(known)).toBe(words(unknown));
    expect(await actionsOf()).toContain('signInFailed');
  });

  test('delays attempts after failures, but not those of others or a browser that signed in before', async () => {
    const administrator = await system.createAdministrator(gateway, 'administrator');
    const own = await signedIn(administrator);
    await own.submit(await own.get('/settings/security'), '/settings/sign-out');
    const attacker = visit();
    for (let tries = 0; tries < 10; tries++) await signIn(attacker, { ...administrator, password: 'wrong' });
    const delayed = await signIn(attacker, administrator);
    expect([delayed.status, delayed.headers.get('retry-after')]).toEqual([429, '5']);
    expect((await signIn(visit(), administrator)).status).toBe(303);
    expect((await signIn(own, administrator)).status).toBe(303);
  });

  test('is denied to removed administrators, whose sessions end', async () => {
    const administrator = await system.createAdministrator(gateway, 'administrator');
    const visitor = await signedIn(administrator);
    const by = await signedIn(owner);
    const page = await by.get(`/settings/team/${administrator.id}/remove`);
    expect((await by.submit(page, `/settings/team/${administrator.id}/remove`)).location).toBe(
      '/settings/team?done=removed',
    );
    expect(await isSignedIn(visitor)).toBe(false);
    expect((await signIn(visit(), administrator)).status).toBe(403);
  });

  test('returns 404 for administrators of another company', async () => {
    const foreign = await system.createAdministrator(gateway, 'owner', system.otherCompany);
    const visitor = await signedIn(owner);
    const csrf = tokenIn(await visitor.get('/settings/team'), '/settings/sign-out');
    expect((await visitor.get(`/settings/team/${foreign.id}/remove`)).status).toBe(404);
    expect((await visitor.post(`/settings/team/${foreign.id}/remove`, { csrf })).status).toBe(404);
    expect((await visitor.post(`/settings/team/${foreign.id}/role`, { csrf, role: 'viewer' })).status).toBe(404);
    expect(await isSignedIn(await signedIn(foreign))).toBe(true);
    expect((await visitor.get('/settings/team')).text).not.toContain(foreign.email);
  });
});
