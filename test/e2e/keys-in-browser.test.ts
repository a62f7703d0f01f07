import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'puppeteer';
import { follow, signIn, startBrowser, type TestBrowser } from '../support/browser.ts';
import { type Client, createClient } from '../support/client.ts';
import { signedPath } from '../support/signer.ts';
import { type RunFile, type System, startSystem } from '../support/system.ts';
import { until } from '../support/until.ts';

const shell = promisify(execFile);

let system: System;
let browser: TestBrowser;
let client: Client;
let gateways: string[];
let demo: NonNullable<RunFile['demo']>;
let page: Page;

beforeAll(async () => {
  client = createClient(10);
  system = await startSystem({ gateways: 2 });
  const run = await system.runFile();
  gateways = run.gateways;
  demo = run.demo as NonNullable<RunFile['demo']>;
  browser = await startBrowser(process.env);
  ({ page } = await browser.open());
}, 400_000);
afterAll(async () => {
  client.close();
  await browser?.close();
  await system?.stop();
});

const open = (path: string) => page.goto(`${gateways[0]}/settings${path}`);
const textOf = (selector: string) => page.$eval(selector, (element) => element.textContent ?? '');
/** Returns the counts in the table of endpoints. */
const countsOnPage = () =>
  page.$$eval(
    '[aria-labelledby=endpoints-title] tbody tr',
    (rows): Record<string, string | undefined> =>
      Object.fromEntries(
        rows.map(({ children: [name, count] }) => [name?.textContent?.trim(), count?.textContent?.trim()]),
      ),
  );
const press = (selector: string) => follow(page, () => page.locator(selector).click());

test('an administrator creates a key, sees its first request, revokes it and sees why the next request is rejected', async () => {
  await open('/keys');
  await signIn(page, demo.admin.email, demo.admin.password);
  await press('main a[href="/settings/keys/new"]');
  await page.locator('input[name=name]').fill('Browser test');
  await press('main form button');
  const key = { key: await textOf('#made-key'), secret: await textOf('#made-secret') };
  const curl = await textOf('#made-curl');

  const { stdout } = await shell('sh', ['-c', `${curl} --silent --show-error --fail`]);
  expect(JSON.parse(stdout)).toBeInstanceOf(Object);
  await press('main a.button-primary');
  const consumption = await page.$eval('main a[href^="/settings/consumption?key="]', ({ href }) => href);
  await page.goto(consumption);
  // The page updates itself.
  await until('the request on the page', async () => (await countsOnPage())['GET /api/v1/rate-limit'] === '1');

  const other = gateways[1] as string;
  const request = () => client.get(`${other}${signedPath('GET', '/api/v1/rate-limit', key)}`);
  expect((await request()).status).toBe(200);
  await page.goBack();
  await press('main a.button-danger');
  expect(await textOf('main')).toContain('GET /api/v1/rate-limit');
  await press('main form button');
  expect(await textOf('[role=status]')).toContain('revoked');
  // Also on another gateway, which has cached the key.
  expect((await request()).status).toBe(403);

  await open('/consumption/refused');
  const isListed = async () => {
    await page.reload();
    const rows = await page.$$eval('main tbody tr', (all) => all.map(({ textContent }) => textContent ?? ''));
    return rows.some((row) => /Revoked key \(403\)/.test(row) && row.includes('GET /api/v1/rate-limit'));
  };
  await until('the rejected request and its cause on the page', isListed);
  await press('main a[href^="/settings/signature?request="]');
  await press('main form button');
  const explained = await textOf('[aria-labelledby=result]');
  expect(explained).toContain('The key has been revoked.');
  expect(explained).toContain('The signature is correct.');
}, 120_000);

test('the copy button copies the secret and confirms it', async () => {
  await open('/keys/new');
  await page.locator('input[name=name]').fill('Copied');
  await press('main form button');
  const secret = await textOf('#made-secret');
  await page.locator('#made-secret-copy').click();
  await until('the confirmation', async () => (await textOf('#made-secret-copy')) === 'Copied');
  expect(secret.length).toBeGreaterThan(20);
  await page.browserContext().overridePermissions(gateways[0] as string, ['clipboard-read']);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
});

test('keys can be created and revoked without JavaScript', async () => {
  const { page: plain } = await browser.open();
  await plain.setJavaScriptEnabled(false);
  await plain.goto(`${gateways[0]}/settings/keys/new`);
  await signIn(plain, demo.admin.email, demo.admin.password);
  await plain.type('input[name=name]', 'Without script');
  await follow(plain, () => plain.click('main form button'));
  const button = await plain.$('#made-secret-copy');
  expect(await button?.isVisible()).toBe(false);
  await follow(plain, () => plain.click('main a.button-primary'));
  await follow(plain, () => plain.click('main a.button-danger'));
  await follow(plain, () => plain.click('main form button'));
  expect(await plain.$eval('[role=status]', ({ textContent }) => textContent)).toContain('revoked');
});
