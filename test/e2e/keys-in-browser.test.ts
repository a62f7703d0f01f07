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
/** How often each call was made, as the table of calls says. */
const callsOnPage = () =>
  page.$$eval(
    '[aria-labelledby=calls-title] tbody tr',
    (rows): Record<string, string | undefined> =>
      Object.fromEntries(
        rows.map(({ children: [call, count] }) => [call?.textContent?.trim(), count?.textContent?.trim()]),
      ),
  );
const press = (selector: string) => follow(page, () => page.locator(selector).click());

test('an administrator makes a key, sees its first call, revokes it, and sees why the next one is refused', async () => {
  await open('/keys');
  await signIn(page, demo.admin.email, demo.admin.password);
  await press('main a[href="/settings/keys/new"]');
  await page.locator('input[name=name]').fill('Browser test');
  await press('main form button');
  const key = { key: await textOf('#made-key'), secret: await textOf('#made-secret') };
  const line = await textOf('#made-curl');

  const { stdout } = await shell('sh', ['-c', `${line} --silent --show-error --fail`]);
  expect(JSON.parse(stdout)).toBeInstanceOf(Object);
  await press('main a.button-primary');
  const consumption = await page.$eval('main a[href^="/settings/consumption?key="]', ({ href }) => href);
  await page.goto(consumption);
  // Nobody presses anything: the page keeps itself up to date.
  await until('the call on the page', async () => (await callsOnPage())['GET /api/v1/rate-limit'] === '1');

  const other = gateways[1] as string;
  const call = () => client.get(`${other}${signedPath('GET', '/api/v1/rate-limit', key)}`);
  expect((await call()).status).toBe(200);
  await page.goBack();
  await press('main a.button-danger');
  const stops = await textOf('main');
  expect(stops).toContain('GET /api/v1/rate-limit');
  await press('main form button');
  expect(await textOf('[role=status]')).toContain('revoked');
  // Once the page says so, the very next call is refused, on a gateway that knew the key.
  expect((await call()).status).toBe(403);

  await open('/consumption/refused');
  const refused = async () => {
    await page.reload();
    const rows = await page.$$eval('main tbody tr', (found) => found.map(({ textContent }) => textContent ?? ''));
    return rows.some((row) => /Revoked key \(403\)/.test(row) && row.includes('GET /api/v1/rate-limit'));
  };
  await until('the refusal and its cause on the page', refused);
  await press('main a[href^="/settings/signature?request="]');
  await press('main form button');
  const explained = await textOf('[aria-labelledby=result]');
  expect(explained).toContain('The key was revoked.');
  expect(explained).toContain('The signature is right.');
}, 120_000);

test('the copy button copies what stands beside it, and says so', async () => {
  await open('/keys/new');
  await page.locator('input[name=name]').fill('Copied');
  await press('main form button');
  const secret = await textOf('#made-secret');
  await page.locator('#made-secret-copy').click();
  await until('the button says so', async () => (await textOf('#made-secret-copy')) === 'Copied');
  expect(secret.length).toBeGreaterThan(20);
  await page.browserContext().overridePermissions(gateways[0] as string, ['clipboard-read']);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
});

test('all of it works without script', async () => {
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
