import type { Page } from 'puppeteer';
import { devices, follow, signIn } from '../support/browser.ts';
import type { OwnerFixture } from '../support/gateway/owner-fixtures.ts';
import { type OwnersInBrowser, startOwnersInBrowser } from '../support/owners-in-browser.ts';
import { findPageProblems } from '../support/page-problems.ts';
import { type ClientApplication, startClientApplication } from './client-application.ts';

let owners: OwnersInBrowser;
let client: ClientApplication;
let owner: OwnerFixture;

beforeAll(async () => {
  owners = await startOwnersInBrowser(process.env);
  const { system, gateway } = owners;
  client = await startClientApplication(system, gateway);
  owner = await system.createOwner(gateway);
  const { userId, companyId } = owner;
  for (const [name, lastUsedAt] of [
    ['Jobs & Co', null],
    ['Mentor Circle', new Date()],
  ] as const) {
    const { id } = await gateway.applications.create({ companyId, name, callbacks: ['oob'] });
    const token = { digest: `digest ${id}`, sealedSecret: '', createdAt: new Date() };
    await gateway.grants.addToken({ applicationId: id, companyId, userId, createdAt: new Date(), lastUsedAt }, token);
  }
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
    system.cvs.push({ id, anonymized: id === 2, privateUrl, ...shown });
  }
});
afterAll(async () => {
  await client.close();
  await owners.close();
});

/** Visits the pages in one tab, in the order an owner reaches them. */
async function* visit(page: Page): AsyncGenerator<string> {
  const { gateway } = owners;
  await page.goto(client.authorizeUrl(await client.requestToken('oob')));
  yield 'consent-sign-in';
  await signIn(page, owner.username, 'wrong');
  yield 'consent-wrong-password';
  await signIn(page, owner.username, owner.password);
  yield 'consent';
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
  await page.goto(client.authorizeUrl(await client.requestToken('oob')));
  await follow(page, () => page.locator('button[value=refuse]').click());
  yield 'consent-refused';
  await page.goto(`${gateway.url}/account`);
  yield 'account';
  await page.$$eval('details', (all) => {
    for (const one of all) one.setAttribute('open', '');
  });
  yield 'account-open';
  await page.locator('input[name=current]').fill('wrong');
  await page.locator('input[name=next]').fill('long enough now');
  await page.locator('input[name=again]').fill('long enough now');
  await follow(page, () => page.locator('form[action="/account/password"] button').click());
  yield 'account-wrong-password';
  await page.goto(`${gateway.url}/account/applications`);
  yield 'account-applications';
  await page.goto(`${gateway.url}/account/delete`);
  yield 'account-delete';
  await page.goto(`${gateway.url}/account/deleted`);
  yield 'account-deleted';
  await page.goto(`${gateway.url}/account`);
  await follow(page, () => page.locator('header button').click());
  yield 'account-sign-in';
}

test.each(devices)(
  'consent and account pages have no accessibility violation or horizontal overflow at $width px, $scheme',
  async (device) => {
    const { browser, system } = owners;
    expect(await findPageProblems({ browser, device, address: system.newAddress(), visit })).toEqual({});
  },
  400_000,
);
