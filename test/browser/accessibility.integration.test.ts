import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type ScratchOwner,
  type ScratchOwners,
  type ScratchOwnersGateway,
  startScratchOwners,
} from '@vitae/gateway/scratch/scratch-owners';
import type { AxeResults } from 'axe-core';
import type { Page } from 'puppeteer';
import { DESKTOP, type Device, follow, PHONE, startBrowser, type TestBrowser } from './browser.ts';
import { type ClientApplication, startClientApplication } from './client-application.ts';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
// Where to keep a picture of every page, for a person to look at; none are taken otherwise.
const { SCREENSHOTS } = process.env;

let system: ScratchOwners;
let gateway: ScratchOwnersGateway;
let browser: TestBrowser;
let client: ClientApplication;
let owner: ScratchOwner;

beforeAll(async () => {
  system = await startScratchOwners(process.env);
  gateway = await system.start();
  client = await startClientApplication(system, gateway, 'Jobs & Co');
  browser = await startBrowser(process.env);
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
  if (SCREENSHOTS) mkdirSync(SCREENSHOTS, { recursive: true });
});
afterAll(async () => {
  await browser.close();
  await client.close();
  await system.close();
});

const devices: Device[] = [PHONE, { ...PHONE, scheme: 'dark' }, DESKTOP, { ...DESKTOP, scheme: 'dark' }];

/** Each page as a person comes to it, on one tab. */
async function* visit(page: Page): AsyncGenerator<string> {
  const submit = () => follow(page, () => page.locator('main form button').click());
  const signIn = async (password: string) => {
    await page.locator('input[name=login]').fill(owner.username);
    await page.locator('input[name=password]').fill(password);
    await submit();
  };
  await page.goto(client.authorizeUrl(await client.requestToken('oob')));
  yield 'consent-sign-in';
  await signIn('wrong');
  yield 'consent-wrong-password';
  await signIn(owner.password);
  yield 'consent';
  await follow(page, () => page.locator('button[value=allow]').click());
  yield 'consent-code';
  const token = await client.requestToken();
  await page.goto(client.authorizeUrl(token, 'de'));
  yield 'consent-german';
  await follow(page, () => page.locator('button[value=allow]').click());
  await page.goto(client.authorizeUrl(token, 'fr'));
  yield 'consent-answered';
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

describe.each(devices)('at $width px, $scheme', (device) => {
  test('no page has a violation that axe finds, nor anything that sticks out of the window', async () => {
    const { page, context } = await browser.open(device);
    await page.setExtraHTTPHeaders({ 'X-Forwarded-For': system.newAddress(), 'Accept-Language': 'en' });
    // axe is the test's, not the page's: the pages allow no script.
    await page.setBypassCSP(true);
    const found: Record<string, unknown> = {};
    for await (const name of visit(page)) {
      if (SCREENSHOTS)
        await page.screenshot({ path: `${SCREENSHOTS}/${name}-${device.width}-${device.scheme}.png`, fullPage: true });
      await page.addScriptTag({ path: axePath });
      const { violations } = await page.evaluate(() =>
        (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
      );
      const sticksOut = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (violations.length > 0 || sticksOut)
        found[name] = { sticksOut, violations: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]) };
    }
    expect(found).toEqual({});
    await context.close();
  }, 120_000);
});
