import { dataTypes } from '@vitae/accounts/grants/grant-access';
import { linkAddress } from '@vitae/accounts/links/one-time-links';
import type { ElementHandle, Page } from 'puppeteer';
import { devices, follow, signIn } from '../support/browser.ts';
import { listedCv } from '../support/gateway/memory-own-cvs.ts';
import type { OwnerFixture } from '../support/gateway/owner-fixtures.ts';
import { type OwnersInBrowser, startOwnersInBrowser } from '../support/owners-in-browser.ts';
import { findPageProblems, findProblems } from '../support/page-problems.ts';
import { type ClientApplication, startClientApplication } from './client-application.ts';

const EXAMPLE = new URL('../../deploy/local/examples/complete-resume.json', import.meta.url).pathname;
/** After this time, the request of an application has expired. */
const CONSENT_MS = 600_001;
/** Pages that the test of the editor visits, with a CV in a real service. */
const EDITOR = /^\/account\/cvs\/(?::id\/(?:edit|preview)|imported)/;

let owners: OwnersInBrowser;
let client: ClientApplication;
let owner: OwnerFixture;
let outsider: OwnerFixture;
let names = 0;

beforeAll(async () => {
  owners = await startOwnersInBrowser(process.env);
  const { system, gateway } = owners;
  client = await startClientApplication(system, gateway);
  owner = await system.createOwner(gateway);
  outsider = await system.createOwner(gateway, system.otherCompany);
  const { userId, companyId } = owner;
  for (const [name, lastUsedAt] of [
    ['Jobs & Co', null],
    ['Mentor Circle', new Date()],
  ] as const) {
    const { id } = await gateway.applications.create({ companyId, name, callbacks: ['oob'] });
    const token = { digest: `digest ${id}`, sealedSecret: '', createdAt: new Date() };
    await gateway.grants.addToken({ applicationId: id, companyId, userId, createdAt: new Date(), lastUsedAt }, token);
    await addAccesses(id);
  }
  await addAccesses((await gateway.applications.create({ companyId, name: 'Former', callbacks: ['oob'] })).id);
  for (const [id, shown] of [
    [
      1,
      {
        title: 'Compiler Engineer',
        main: true,
        indexed: true,
        protected: false,
        publicUrl: 'https://vitae.example/p/ana',
      },
    ],
    [2, { title: '', main: false, indexed: false, protected: true, publicUrl: '' }],
  ] as const) {
    const privateUrl = `https://vitae.example/c/${'AbCdEfGh'.repeat(4)}`;
    system.cvs.push({ id, anonymized: id === 2, privateUrl, ...listedCv, ...shown });
  }
});
afterAll(async () => {
  await client.close();
  await owners.close();
});

/** Adds a day of accesses to each kind of data. */
function addAccesses(applicationId: number): Promise<void> {
  const { userId, companyId } = owner;
  const kinds = [...dataTypes, 'cv list', 'cv'] as const;
  const [firstAt, lastAt] = [new Date(), new Date()];
  const of = { companyId, userId, applicationId, count: 1_234, firstAt, lastAt };
  return owners.gateway.accessLog.add(kinds.map((data) => ({ ...of, data, cvId: data === 'cv' ? 1 : 0 })));
}

test('a button whose name lacks its visible text is a problem', async () => {
  const { page, context } = await owners.browser.open();
  const button = (name: string) => `<button aria-label="${name}">Save</button>`;
  await page.setContent(`<html lang="en"><title>Form</title><main><h1>Form</h1>${button('Save: CV')}${button('Send')}`);
  const { violations } = await findProblems(page.mainFrame());
  expect(violations).toEqual([['label-content-name-mismatch', [button('Send')]]]);
  await context.close();
});

/** Visits the pages in one tab, in the order an owner reaches them. */
async function* visit(page: Page): AsyncGenerator<string> {
  const { gateway, system } = owners;
  await page.goto(client.authorizeUrl(await client.requestToken('oob')));
  await signIn(page, outsider.username, outsider.password);
  yield 'consent-other-company';
  await follow(page, () => page.locator('main form button').click());
  yield 'consent-sign-in';
  await signIn(page, owner.username, 'wrong');
  yield 'consent-wrong-password';
  await signIn(page, owner.username, owner.password);
  yield 'consent';
  await page.locator('input[name=cvs][value=all]').click();
  yield 'consent-selection';
  await page.locator('input[name=cvs][value=selected]').click();
  await follow(page, () => page.locator('button[value=allow]').click());
  yield 'consent-nothing-selected';
  await page.locator('input[name=cvs][value=all]').click();
  await follow(page, () => page.locator('button[value=allow]').click());
  yield 'consent-code';
  const token = await client.requestToken();
  await page.goto(client.authorizeUrl(token, 'de'));
  yield 'consent-german';
  await follow(page, () => page.locator('button[value=allow]').click());
  await page.goto(client.authorizeUrl(token, 'fr'));
  yield 'consent-completed';
  await page.goto(client.authorizeUrl({ token: 'nothing', secret: '' }));
  yield 'consent-problem';
  const differs = `&oauth_callback=${encodeURIComponent('https://other.example')}`;
  await page.goto(client.authorizeUrl(await client.requestToken()) + differs);
  yield 'consent-callback-differs';
  const expired = await client.requestToken();
  system.clock.forward(CONSENT_MS);
  await page.goto(client.authorizeUrl(expired));
  system.clock.forward(-CONSENT_MS);
  yield 'consent-expired';
  await page.goto(client.authorizeUrl(await client.requestToken('oob')));
  await follow(page, () => page.locator('button[value=refuse]').click());
  yield 'consent-refused';
  await page.goto(`${gateway.url}/account`);
  yield 'account';
  await page.$$eval('details', (all) => {
    for (const one of all) one.setAttribute('open', '');
  });
  yield 'account-open';
  await page.goto(`${gateway.url}/account/profile`);
  yield 'profile';
  await page.locator('input[name=current]').fill('wrong');
  await page.locator('input[name=next]').fill('long enough now');
  await page.locator('input[name=again]').fill('long enough now');
  await follow(page, () => page.locator('form[action="/account/password"] button').click());
  yield 'profile-wrong-password';
  await page.locator('#field-username').fill('Zoë');
  await page.locator('#username-password').fill('wrong');
  await follow(page, () => page.locator('form[action="/account/profile/username"] button').click());
  yield 'profile-invalid-user-name';
  await page.locator('#field-email').fill(`new-${owner.userId}@example.com`);
  await page.locator('#email-password').fill(owner.password);
  await follow(page, () => page.locator('form[action="/account/profile/email"] button').click());
  yield 'profile-email-sent';
  const mails = await gateway.outbox.due(100);
  const { url } = mails.flatMap((mail) => (mail.template === 'ownerEmail' ? mail.values : [])).at(-1) ?? {};
  await page.goto(String(url));
  yield 'email-link';
  await page.goto(`${gateway.url}/account/email/nothing`);
  yield 'email-link-dead';
  await page.goto(`${gateway.url}/account/email/changed`);
  yield 'email-changed';
  await page.goto(`${gateway.url}/account/profile`);
  await follow(page, () => page.locator('form[action="/account/profile/email/cancel"] button').click());
  yield 'profile-email-cancelled';
  await page.goto(`${gateway.url}/account/cvs/new`);
  yield 'account-new-cv';
  await page.locator('input[name=title]').fill(' ');
  await page.locator('input[name=since]').fill('long ago');
  await follow(page, () => page.locator('form[action="/account/cvs/start"] button').click());
  yield 'account-new-cv-problems';
  const input = await page.$('input[type=file]');
  await (input as ElementHandle<HTMLInputElement> | null)?.uploadFile(EXAMPLE);
  await follow(page, () => page.locator('form[action="/account/cvs/import"] button').click());
  expect(await page.$eval('h1', (title) => title.textContent)).toBe('Import report');
  yield 'account-import-report';
  await page.goto(`${gateway.url}/account/cvs/1/delete`);
  yield 'account-delete-cv';
  await follow(page, () => page.locator('form[action="/account/cvs/1/delete"] button').click());
  yield 'account-deleted-cvs';
  await follow(page, () => page.locator('form[action="/account/cvs/1/restore"] button').click());
  yield 'account-restored-cv';
  yield* visitSharing(page);
  await page.goto(`${gateway.url}/account/cvs/1/versions`);
  yield 'account-versions';
  await page.goto(`${gateway.url}/account/cvs/1/versions/erase`);
  yield 'account-versions-erase';
  await page.goto(`${gateway.url}/account/cvs/1/versions/1`);
  yield 'account-version';
  await page.goto(`${gateway.url}/account/statistics`);
  await page.locator('summary').click();
  expect(await page.$eval('.data-table thead', (head) => head.checkVisibility())).toBe(true);
  yield 'account-statistics';
  await page.goto(`${gateway.url}/account/comments`);
  yield 'account-comments';
  yield* visitPreferences(page);
  await page.goto(`${gateway.url}/account/data`);
  yield 'account-data';
  await page.goto(`${gateway.url}/account/applications`);
  yield 'account-applications';
  await follow(page, () => page.locator('a[href$="/access"]').click());
  yield 'account-access-log';
  await page.goto(`${gateway.url}/account/delete`);
  yield 'account-delete';
  await page.goto(`${gateway.url}/account`);
  await follow(page, () => page.locator('header button').click());
  yield 'account-sign-in';
  await page.goto(`${gateway.url}/account/deleted`);
  yield 'account-deleted';
  await page.goto(`${gateway.url}/${owner.companyId}/sign-in`);
  yield 'company-sign-in';
  yield* visitLinks(page);
}

async function* visitSharing(page: Page): AsyncGenerator<string> {
  const path = '/account/cvs/1/share';
  const submit = (action: string) =>
    follow(page, () => page.locator(`form[action="${path}/${action}"] button`).click());
  await page.goto(`${owners.gateway.url}${path}`);
  for (const summary of await page.$$('summary')) await summary.click();
  yield 'account-share';
  await page.locator('form[action$="/links"] input[name=name]').fill(' ');
  await submit('links');
  yield 'account-share-link-problem';
  await page.locator('form[action$="/links"] input[name=name]').fill('Acme, November');
  await submit('links');
  expect(await page.$$eval('.row-list .badge-good', (active) => active.length)).toBe(1);
  yield 'account-share-link-added';
  await follow(page, () => page.locator('li:last-child form[action$="/revoke"] button').click());
  yield 'account-share-link-removed';
  await page.goto(`${owners.gateway.url}/account/cvs/2/share`);
  await page.locator('details:has(input[name=slug]) > summary').click();
  await page.locator('input[name=slug]').fill('taken');
  await follow(page, () => page.locator('form[action$="/address"] button').click());
  yield 'account-share-address-taken';
  await page.locator('details:has(input[name=userSlug]) > summary').click();
  await page.locator('input[name=userSlug]').fill('taken');
  await follow(page, () => page.locator('form[action$="/user-address"] button').click());
  yield 'account-share-name-taken';
  await page.locator('input[name=userSlug]').fill(`ana-${++names}`);
  await follow(page, () => page.locator('form[action$="/user-address"] button').click());
  await page.locator('details:has(input[name=userSlug]) > summary').click();
  const formerNames = () => page.$$eval('a[href*="/former-name"]', (links) => links.length);
  const before = await formerNames();
  await follow(page, () => page.locator('a[href*="/former-name"]').click());
  yield 'account-share-give-up-name';
  await follow(page, () => page.locator('form[action$="/former-name"] button').click());
  expect(await formerNames()).toBe(before - 1);
  yield 'account-share-name-given-up';
}

let towns = 0;

async function* visitPreferences(page: Page): AsyncGenerator<string> {
  const submit = () =>
    follow(page, () => page.locator('form[action="/account/preferences"] button:not([hidden], [name])').click());
  await page.goto(`${owners.gateway.url}/account/preferences`);
  yield 'account-preferences';
  const stale = await page.$eval('input[name=revision]', (input) => input.getAttribute('value') ?? '');
  // Each visit enters another city. The coordinates of a city without a country are unknown.
  towns += 1;
  await page.locator('input[name=place-1-city]').fill(`Town ${towns}`);
  expect(await submit()).toBe(422);
  await page.locator('input[name=place-1-lat]').fill('north');
  expect(await submit()).toBe(422);
  yield 'account-preferences-problems';
  await page.locator('input[name=place-1-lat]').fill('41.9');
  await page.locator('input[name=place-1-lng]').fill('12.5');
  expect(await submit()).toBe(200);
  yield 'account-preferences-saved';
  await page.select('select[name=seniority]', '4');
  await page.locator('input[name=disabled]').click();
  await page.$eval('input[name=revision]', (input, revision) => input.setAttribute('value', revision), stale);
  await submit();
  expect(await page.$eval('[role=alert]', (alert) => alert.textContent)).toContain('were changed elsewhere');
  yield 'account-preferences-conflict';
}

async function* visitLinks(page: Page): AsyncGenerator<string> {
  const { gateway } = owners;
  const { companyId } = owner;
  const invited = { userId: 2 ** 45, companyId, username: 'ben', email: 'ben@example.com' };
  await gateway.credentials.invite(invited);
  const link = { userId: invited.userId, companyId, email: invited.email };
  await page.goto(`${gateway.url}/account/forgotten`);
  yield 'account-forgotten';
  await page.locator('input[name=login]').fill(owner.username);
  await follow(page, () => page.locator('form[action="/account/forgotten"] button').click());
  yield 'account-forgotten-sent';
  for (const created of [
    { purpose: 'ownerInvitation', ...link },
    { purpose: 'ownerReset', ...link },
    { purpose: 'ownerSignIn', path: '/account', ...link },
  ] as const) {
    const token = await gateway.transact((session) => gateway.links.create(created, session));
    await page.goto(linkAddress(gateway.url, created.purpose, token));
    yield `account-${created.purpose}`;
  }
  await page.goto(linkAddress(gateway.url, 'ownerReset', 'nothing'));
  yield 'account-dead-link';
}

test.each(devices)(
  'consent and account pages have no accessibility violation or horizontal overflow at $width px, $scheme',
  async (device) => {
    const { browser, system, gateway } = owners;
    const routes = gateway.pages.filter((path) => !EDITOR.test(path));
    expect(await findPageProblems({ browser, device, address: system.newAddress(), visit, routes })).toEqual({});
  },
  400_000,
);
