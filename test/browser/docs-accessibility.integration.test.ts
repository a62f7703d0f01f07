import { createHmac } from 'node:crypto';
import { type HttpListener, listenHttp } from '@vitae/kit/http/listen-http';
import { readApiReference } from '@vitae/proto/api-reference';
import { docsRoutes } from '@vitae/site/features/docs/docs-routes';
import { createLanding } from '@vitae/site/features/landing/landing';
import { serveStylesheet } from '@vitae/site/layout/assets';
import express from 'express';
import type { Page } from 'puppeteer';
import { DESKTOP, devices, PHONE, startBrowser, type TestBrowser } from '../support/browser.ts';
import { openConsole, sendFromConsole } from '../support/docs-console.ts';
import { allowAxe, findPageProblems, findProblems, saveScreenshot } from '../support/page-problems.ts';

const SECRET = 'c4e1a9f7b2d85630fa47e91c8b0d2356e7f1a4c980b3d62e5f8a17c4b9d0e236';

let http: HttpListener;
let browser: TestBrowser;
let origin: string;

beforeAll(async () => {
  const app = express();
  http = await listenHttp(app, '127.0.0.1', 0);
  origin = `http://127.0.0.1:${http.port}`;
  const addresses = { COMPANY_API_URL: origin, USER_API_URL: origin, OAUTH_URL: origin };
  const docs = docsRoutes(readApiReference(addresses), addresses);
  app.use(serveStylesheet, createLanding(origin).page, docs);
  app.get('/api/v1/rate-limit', ({ originalUrl, headers }, response) => {
    const [, query = '', hash] = /\?(.*)&hash=(\w+)$/.exec(originalUrl) ?? [];
    const signed = createHmac('sha256', SECRET).update(`GET\n/api/v1/rate-limit\n${query}`).digest('hex');
    if (signed === hash) response.json({ accepted: true, cookies: headers.cookie ?? 'none' });
    else response.status(403).type('text').send('Invalid signature');
  });
  browser = await startBrowser(process.env);
});
afterAll(async () => {
  await browser.close();
  await http.close();
});

async function* visit(page: Page): AsyncGenerator<string> {
  for (const name of [
    '',
    'docs/reference',
    'docs/reference/users.search',
    'docs/signing',
    'docs/oauth',
    'docs/errors',
  ]) {
    await page.goto(`${origin}/${name}`);
    yield name.replaceAll('/', '-') || 'landing';
  }
}

test.each(devices)(
  'landing and documentation pages have no accessibility violation or horizontal overflow at $width px, $scheme',
  async (device) => {
    expect(await findPageProblems({ browser, device, address: '2001:db8::1', visit })).toEqual({});
  },
  400_000,
);

const OPERATION = 'tag/reference-data/GET/api/v1/rate-limit';

// Scalar has these violations itself. The reference without JavaScript has none.
const OF_SCALAR = [
  'label-content-name-mismatch',
  'landmark-no-duplicate-banner',
  'landmark-unique',
  'scrollable-region-focusable',
];

test.each([{ ...PHONE, scheme: 'dark' as const }, DESKTOP])(
  'the console signs a request in the browser at $width px and sends nothing elsewhere',
  async (device) => {
    const { page, context } = await browser.open({ device });
    const elsewhere: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) elsewhere.push(request.url());
    });
    // Chromium also logs violations of the Content Security Policy as errors.
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await openConsole(page, origin, OPERATION);
    await sendFromConsole(page);
    await page.waitForSelector('#key-dialog[open]');
    await page.type('#field-key', 'vt_live_1');
    await page.type('#field-secret', 'wrong');
    await page.keyboard.press('Enter');
    await page.waitForSelector('::-p-text(This page signed the following text)');
    await page.evaluate(() => document.querySelector<HTMLButtonElement>('#enter-key')?.click());
    await page.$eval('#field-secret', (input) => ((input as HTMLInputElement).value = ''));
    await page.type('#field-secret', SECRET);
    await page.keyboard.press('Enter');
    await sendFromConsole(page);
    await page.waitForSelector('::-p-text("accepted")');
    await saveScreenshot(page, 'docs-console', device);
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(stored).not.toContain(SECRET);
    expect(elsewhere).toEqual([]);
    expect(errors.filter((text) => !text.includes('status of 403'))).toEqual([]);
    await context.close();
  },
  120_000,
);

test.each([PHONE, { ...DESKTOP, scheme: 'dark' as const }])(
  'the reference with the console has no accessibility violation of ours at $width px, $scheme',
  async (device) => {
    const { page, context } = await browser.open({ device });
    await allowAxe(page);
    await page.goto(`${origin}/docs#${OPERATION}`);
    await page.waitForSelector(`[id$="${OPERATION}"]`);
    await saveScreenshot(page, 'docs', device);
    const { violations, overflows } = await findProblems(page.mainFrame());
    expect({ overflows, violations: violations.filter(([id]) => !OF_SCALAR.includes(id as string)) }).toEqual({
      overflows: false,
      violations: [],
    });
    await page.click('#enter-key');
    await page.waitForSelector('#key-dialog[open]');
    const dialog = await findProblems(page.mainFrame());
    expect(dialog.violations.filter(([id]) => !OF_SCALAR.includes(id as string))).toEqual([]);
    await context.close();
  },
  120_000,
);

test('visitors open an operation by its link, choose the language of its samples, and search', async () => {
  const { page, context } = await browser.open({ device: DESKTOP });
  const operation = '[id$="tag/tags/POST/api/v1/tags"]';
  await page.goto(`${origin}/docs#tag/tags/POST/api/v1/tags`);
  await page.waitForSelector(operation);
  expect(await page.$eval(operation, (section) => section.textContent)).toContain('openssl dgst -sha256 -hmac');
  await (await page.waitForSelector(`${operation} ::-p-xpath(.//button[normalize-space()="curl"])`))?.click();
  await page.waitForSelector('[role=option]');
  const languages = await page.$$eval('[role=option]', (options) => options.map(({ textContent }) => textContent));
  expect(languages).toEqual(['curl', 'TypeScript', 'PHP', 'Python', 'Ruby', 'Go']);
  await (await page.waitForSelector('[role=option]::-p-text(Go)'))?.click();
  await page.waitForSelector(`${operation} ::-p-text(hmac.New)`);

  await (await page.waitForSelector('button::-p-text(Open Search)'))?.click();
  await page.waitForSelector('input[role=combobox]');
  await page.type('input[role=combobox]', 'quotas');
  await (await page.waitForSelector('[role=dialog] a::-p-text(Get the quotas of the company)'))?.click();
  await page.waitForFunction(() => location.hash.endsWith('GET/api/v1/rate-limit'));
  await context.close();
}, 120_000);
