import {
  type AdministratorFixture,
  type SettingsFixture,
  type SettingsGateway,
  startSettingsFixture,
} from '@vitae/test/support/gateway/settings-fixture';
import { signedInAt, signIn, visitSettings } from '@vitae/test/support/gateway/settings-visitor';
import type { PageResponse, WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import { until } from '@vitae/test/support/until';

const STEP_MS = 30_000;
const PASSWORD = 'entirely new words';

let system: SettingsFixture;
let gateway: SettingsGateway;

beforeAll(async () => {
  system = await startSettingsFixture(process.env);
  gateway = await system.start({ sendsMail: true });
});
afterAll(() => system.close());
beforeEach(() => {
  system.mails.length = 0;
});

const visit = () => visitSettings(gateway);
const signedIn = (by: AdministratorFixture) => signedInAt(gateway, by);

/** Creates an administrator, and turns the second factor on, which changes the session id. */
async function turnOn(): Promise<{
  administrator: AdministratorFixture;
  own: WebVisitor;
  code: string;
  codes: PageResponse;
}> {
  const administrator = await system.createAdministrator(gateway, 'administrator');
  const own = await signedIn(administrator);
  const before = own.cookies.get('vitae_settings');
  const page = await own.get('/settings/security/second-factor');
  const code = await system.codeNow(administrator);
  const fields = { code, password: administrator.password };
  const codes = await own.submitAndFollow(page, '/settings/security/second-factor', fields);
  expect(codes.status).toBe(200);
  expect(own.cookies.get('vitae_settings')).not.toBe(before);
  return { administrator, own, code, codes };
}

describe('second factor', () => {
  test('is required after the password and accepts each code and recovery code once', async () => {
    const { administrator, code: usedCode, codes } = await turnOn();
    const [recovery = ''] = /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/.exec(codes.text) ?? [];

    const submitCode = async (code: string) => {
      const one = visit();
      expect((await signIn(one, administrator)).location).toMatch(/^\/settings\/sign-in\/code/);
      expect((await one.get('/settings/limits')).status).toBe(303);
      const asked = await one.get('/settings/sign-in/code');
      return (await one.submit(asked, '/settings/sign-in/code', { code })).status;
    };
    // The code that turned the second factor on is used up.
    expect(await submitCode(usedCode)).toBe(403);
    system.clock.forward(STEP_MS);
    const code = await system.codeNow(administrator);
    expect(await submitCode(code)).toBe(303);
    expect(await submitCode(code)).toBe(403);
    expect(await submitCode(recovery)).toBe(303);
    expect(await submitCode(recovery)).toBe(403);
    const { entries } = await gateway.audit.list(system.company.id, {});
    const actions = entries.flatMap(({ target, action }) => (target.name === administrator.email ? [action] : []));
    expect(actions).toEqual(expect.arrayContaining(['secondFactorOn', 'secondFactorFailed', 'recoveryCodeUsed']));
  });

  test('changes the session id after the code was entered', async () => {
    const { administrator } = await turnOn();
    system.clock.forward(STEP_MS);
    const one = visit();
    expect((await signIn(one, administrator)).location).toMatch(/^\/settings\/sign-in\/code/);
    const planted = visit();
    planted.cookies.set('vitae_settings', String(one.cookies.get('vitae_settings')));
    const asked = await one.get('/settings/sign-in/code');
    const entered = await one.submit(asked, '/settings/sign-in/code', { code: await system.codeNow(administrator) });
    expect(entered.location).toBe('/settings');
    expect((await one.get('/settings/limits')).status).toBe(200);
    expect((await planted.get('/settings/limits')).status).toBe(303);
    expect((await planted.get('/settings/sign-in/code')).location).toBe('/settings/sign-in');
  });

  test('shows a different secret in each session and discards it when the password changes', async () => {
    const administrator = await system.createAdministrator(gateway, 'administrator');
    const [own, other] = [await signedIn(administrator), await signedIn(administrator)];
    const secretIn = async (visitor: WebVisitor) =>
      /<code class="command">([A-Z2-7 ]+)</.exec((await visitor.get('/settings/security/second-factor')).text)?.[1];
    const stolen = await secretIn(other);
    const shown = await secretIn(own);
    expect(shown).toBeDefined();
    expect(shown).not.toBe(stolen);
    expect(await secretIn(own)).toBe(shown);
    const change = { current: administrator.password, next: PASSWORD, again: PASSWORD };
    await own.submit(await own.get('/settings/security'), '/settings/security/password', change);
    expect(
      await gateway.connection.collection<{ _id: number }>('secondFactors').findOne({ _id: administrator.id }),
    ).toBe(null);
  });

  test('limits attempts and requires the password first', async () => {
    const administrator = await system.createAdministrator(gateway, 'administrator');
    const visitor = await signedIn(administrator);
    const page = await visitor.get('/settings/security/second-factor');
    const fields = { code: await system.codeNow(administrator), password: 'wrong' };
    expect((await visitor.submit(page, '/settings/security/second-factor', fields)).status).toBe(403);
    await visitor.submit(page, '/settings/security/second-factor', { ...fields, password: administrator.password });
    const thief = visit();
    await signIn(thief, administrator);
    const asked = await thief.get('/settings/sign-in/code');
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries++)
      statuses.push((await thief.submit(asked, '/settings/sign-in/code', { code: '000000' })).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await visit().get('/settings/sign-in/code')).location).toBe('/settings/sign-in');
  });
});

describe('sign-in that waits for a code', () => {
  const halfway = async () => {
    const { administrator, own } = await turnOn();
    const thief = visit();
    await signIn(thief, administrator);
    const asked = await thief.get('/settings/sign-in/code');
    expect(asked.status).toBe(200);
    system.clock.forward(STEP_MS);
    const goOn = async () =>
      (await thief.submit(asked, '/settings/sign-in/code', { code: await system.codeNow(administrator) })).status;
    return { administrator, own, goOn };
  };

  test('fails after the password was changed', async () => {
    const { administrator, own, goOn } = await halfway();
    const change = { current: administrator.password, next: PASSWORD, again: PASSWORD };
    const page = await own.get('/settings/security');
    expect((await own.submit(page, '/settings/security/password', change)).location).toMatch(/done=password$/);
    expect(await goOn()).toBe(403);
  });

  test('fails after the password was reset', async () => {
    const { administrator, goOn } = await halfway();
    const visitor = visit();
    await visitor.submit(await visitor.get('/settings/forgotten'), '/settings/forgotten', {
      email: administrator.email,
    });
    await until('the mails are sent', () => system.mails.length === 1);
    const [url = ''] = /https?:\S+/.exec(system.mails[0]?.text ?? '') ?? [];
    const { pathname } = new URL(url);
    const fields = { next: PASSWORD, again: PASSWORD };
    expect((await visitor.submit(await visitor.get(pathname), pathname, fields)).location).toMatch(/done=passwordSet$/);
    expect(await goOn()).toBe(403);
  });
});
