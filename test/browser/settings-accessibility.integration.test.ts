import type { Page } from 'puppeteer';
import { devices, follow, PHONE, signIn } from '../support/browser.ts';
import type { AdministratorFixture, SettingsGateway } from '../support/gateway/settings-fixture.ts';
import { type SettingsInBrowser, startSettingsInBrowser } from '../support/settings-in-browser.ts';

let settings: SettingsInBrowser;
let mailing: SettingsGateway;
const SIGNED_UP = 3;
const NOT_SIGNED_UP = 4;

beforeAll(async () => {
  settings = await startSettingsInBrowser(process.env);
  const { system, gateway, owner } = settings;
  mailing = await system.start({ sendsMail: true });
  const actor = { kind: 'operator' } as const;
  const target = { kind: 'key', id: '1', name: 'A key with quite a long name & <markup> in it' } as const;
  for (let entries = 0; entries < 60; entries++)
    await gateway.audit.record({ companyId: owner.companyId, actor, action: 'keyCreated', target });
  for (const id of [1, 2]) gateway.addUser(owner.companyId, id, 'de Albuquerque e Vasconcelos Pereira');
  for (const at of [gateway, mailing]) {
    const { id: userId, username, email } = at.addUser(owner.companyId, SIGNED_UP);
    const credential = { userId, companyId: owner.companyId, username, email, password: 'a long pass phrase' };
    await at.ownerAccess.credentials.set(credential);
  }
  mailing.addUser(owner.companyId, NOT_SIGNED_UP);
});
afterAll(() => settings.close());

/** Visits the pages in one tab, in the order an administrator reaches them. */
async function* visit(page: Page): AsyncGenerator<string> {
  const { system, gateway } = settings;
  const open = (path: string, at = gateway) => page.goto(`${at.url}/settings${path}`);
  const fill = (name: string, value: string) => page.locator(`main [name=${name}]`).fill(value);
  const submit = (action: string, button = 'button') =>
    follow(page, () => page.locator(`main form[action="/settings/${action}"] ${button}`).click());
  const administrator = await system.createAdministrator(gateway, 'owner');
  const viewer = await system.createAdministrator(gateway, 'viewer');
  const signInAs = ({ email, password }: AdministratorFixture) => signIn(page, email, password);

  await open('/sign-in');
  yield 'settings-sign-in';
  await signInAs({ ...administrator, password: 'wrong' });
  yield 'settings-sign-in-wrong';
  await open('/forgotten');
  yield 'settings-forgotten-without-mail';
  await open('/forgotten', mailing);
  yield 'settings-forgotten';
  await fill('email', administrator.email);
  await submit('forgotten');
  yield 'settings-forgotten-sent';
  await open('/reset/nothing');
  yield 'settings-dead-link';
  await open('/sign-in');
  await signInAs(administrator);
  await open('/limits');
  yield 'settings-limits';
  await open('/users');
  yield 'settings-users';
  await submit('users/1/invitation');
  yield 'settings-users-invited';
  await open('/users?term=de');
  yield 'settings-users-search';
  await open('/users');
  await submit(`users/${SIGNED_UP}/password-reset`);
  yield 'settings-users-reset';
  await open('/users', mailing);
  await submit(`users/${SIGNED_UP}/password-reset`);
  yield 'settings-users-reset-sent';
  await submit(`users/${NOT_SIGNED_UP}/invitation`);
  yield 'settings-users-invitation-sent';
  await submit(`users/${NOT_SIGNED_UP}/invitation/withdraw`);
  yield 'settings-users-withdrawn';
  for (const done of ['signedUp', 'notSignedUp']) {
    await open(`/users?done=${done}`, mailing);
    yield `settings-users-${done}`;
  }
  await open('/team');
  yield 'settings-team';
  await fill('email', 'no-address');
  await submit('team/invitations');
  yield 'settings-team-wrong-address';
  await fill('email', `new-${administrator.id}@example.com`);
  await submit('team/invitations');
  yield 'settings-team-invited';
  const invitation = await page.$eval('main code', (code) => code.textContent ?? '');
  await open(`/team/${viewer.id}/remove`);
  yield 'settings-team-remove';
  await open('/audit');
  yield 'settings-audit';
  await open('/audit?action=keyRevoked');
  yield 'settings-audit-nothing';
  await open('/signature/oauth');
  yield 'settings-signature-oauth';
  await fill('url', '/user?q=a%20b');
  await fill('theirs', 'GET&user');
  await submit('signature/oauth');
  yield 'settings-signature-oauth-explained';
  await open('/security');
  yield 'settings-security';
  await open('/security/second-factor');
  yield 'settings-second-factor';
  await fill('code', '000000');
  await fill('password', administrator.password);
  await submit('security/second-factor');
  yield 'settings-second-factor-wrong';
  await fill('code', await system.codeNow(administrator));
  await fill('password', administrator.password);
  await submit('security/second-factor');
  yield 'settings-recovery-codes';
  await open('/security/second-factor');
  yield 'settings-second-factor-change';
  await follow(page, () => page.locator('header button').click());
  yield 'settings-signed-out';
  await signInAs(administrator);
  yield 'settings-code';
  await fill('code', '000000');
  await submit('sign-in/code');
  yield 'settings-code-wrong';
  await page.goto(invitation);
  yield 'settings-invitation';
  await fill('next', 'short');
  await fill('again', 'short');
  await follow(page, () => page.locator('main form button').click());
  yield 'settings-invitation-problem';
  await open('/sign-in');
  await signInAs(viewer);
  await open(`/team/${viewer.id}/remove`);
  yield 'settings-forbidden';
}

test.each(devices)(
  'settings pages have no accessibility violation or horizontal overflow at $width px, $scheme',
  async (device) => {
    expect(await settings.findPageProblems(visit, device)).toEqual({});
  },
  400_000,
);

test('the menu on small screens opens and navigates by keyboard', async () => {
  const { gateway, owner } = settings;
  const { page, context } = await settings.open({ device: PHONE });
  await page.setJavaScriptEnabled(false);
  await page.goto(`${gateway.url}/settings/team`);
  await signIn(page, owner.email, owner.password);
  const menuIsOpen = async () => (await page.$('nav.settings-menu:popover-open')) !== null;
  expect(await menuIsOpen()).toBe(false);
  await page.focus('.menu-button');
  await page.keyboard.press('Enter');
  expect(await menuIsOpen()).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  expect(await menuIsOpen()).toBe(false);
  await page.keyboard.press('Enter');
  await page.focus('a[href="/settings/audit"]');
  await follow(page, () => page.keyboard.press('Enter'));
  expect(await page.$eval('h1', ({ textContent }) => textContent)).toBe('Audit log');
  await context.close();
});
