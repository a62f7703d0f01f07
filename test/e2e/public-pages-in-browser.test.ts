import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ElementHandle, Page } from 'puppeteer';
import {
  DESKTOP,
  type Device,
  devices,
  follow,
  PHONE,
  signIn,
  startBrowser,
  type TestBrowser,
} from '../support/browser.ts';
import { zipParts } from '../support/export/zip-parts.ts';
import { allowAxe, findProblems, saveScreenshot } from '../support/page-problems.ts';
import { type PublicCv, type PublicCvs, startPublicCvs } from '../support/public-cvs.ts';
import { until } from '../support/until.ts';
import { PASSWORD } from './public-pages/published-cv.ts';
import { createPages, full, JOBS_OF_TWELVE_PAGES } from './public-pages/sample-pages.ts';

const EXAMPLE = new URL('../../deploy/local/examples/complete-resume.json', import.meta.url).pathname;

/** Uncompressed size of a page with its style sheet. */
const MAX_BYTES = 60 * 1024;
const MAX_FONT_BYTES = 120 * 1024;
const FONT_PATH = /^\/assets\/[a-z0-9-]+\.[0-9a-f]{16}\.woff2$/;

let site: PublicCvs;
let browser: TestBrowser;
let pages: Record<string, PublicCv>;
let canary: Server;
let canaryRequests: string[];

beforeAll(async () => {
  canaryRequests = [];
  canary = createServer((request, response) => {
    canaryRequests.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  [site, browser] = await Promise.all([startPublicCvs(), startBrowser(process.env)]);
  pages = await createPages(site, `http://127.0.0.1:${(canary.address() as AddressInfo).port}`);
}, 400_000);
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await new Promise((resolve) => canary.close(resolve));
});

async function open(device: Device): Promise<Page> {
  return (await browser.open({ device })).page;
}

describe.each(devices)('at $width px, $scheme', (device) => {
  let page: Page;
  beforeAll(async () => {
    page = await open(device);
    await allowAxe(page);
  });
  afterAll(() => page.browserContext().close());

  const checkPage = async (name: string) => {
    await saveScreenshot(page, `public-${name}`, device);
    const problems = await findProblems(page.mainFrame());
    const levels = await page.$$eval('h1, h2, h3, h4', (all) => all.map(({ tagName }) => Number(tagName[1])));
    const skippedLevels = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    return { ...problems, skippedLevels };
  };
  const none = { violations: [], overflows: false, skippedLevels: [] };

  test.each(['full', 'arabic', 'long', 'empty', 'hostile', 'locked'])(
    'the page "%s" has no accessibility violation, overflow or skipped heading level',
    async (name) => {
      await page.goto(site.gateways[0] + (pages[name]?.path ?? ''));
      expect({ [name]: await checkPage(name) }).toEqual({ [name]: none });
    },
  );

  test('the pages for a wrong password, a missing CV and the other designs have no such problem', async () => {
    await page.goto(site.gateways[0] + (pages.locked?.path ?? ''));
    await page.locator('input[name=password]').fill('wrong');
    expect(await follow(page, () => page.locator('main button').click())).toBe(403);
    expect(await checkPage('wrong-password')).toEqual(none);
    await page.goto(`${site.gateways[0]}/p/unknown`);
    expect(await checkPage('missing')).toEqual(none);
    for (const id of ['modern', 'compact', 'sidebar', 'academic', 'plain', 'classic']) {
      await site.companies.ours.api.put(`/api/v1/cv/${pages.full?.id}/display/web`, { id, color: '#12b886' });
      await page.goto(site.gateways[0] + (pages.full?.path ?? ''));
      expect({ [id]: await checkPage(id) }).toEqual({ [id]: none });
    }
  });
});

describe('web page of a CV', () => {
  test.each(['full', 'hostile', 'arabic', 'long', 'complete', 'senior', 'career'])(
    'loads less than 60 KB and, from the site, at most 120 KB of fonts: %s',
    async (name) => {
      const page = await open(PHONE);
      const loaded = new Map<string, number>();
      page.on('response', (response) => loaded.set(response.url(), Number(response.headers()['content-length'] ?? 0)));
      const address = site.gateways[0] + (pages[name]?.path ?? '');
      const response = await page.goto(address);
      await page.evaluate(() => document.fonts.ready.then(({ status }) => status));
      expect((await response?.buffer())?.length).toBeLessThan(MAX_BYTES);
      const fonts = [...loaded].filter(
        ([url]) => url.startsWith(site.gateways[0]) && FONT_PATH.test(new URL(url).pathname),
      );
      expect(fonts.reduce((total, [, bytes]) => total + bytes, 0)).toBeLessThanOrEqual(MAX_FONT_BYTES);
      // Browsers request the icon of every site.
      const others = [...loaded.keys()].filter((url) => !fonts.some(([font]) => font === url));
      expect(others.filter((url) => !url.endsWith('/favicon.ico'))).toEqual([address]);
      await page.browserContext().close();
    },
  );

  test('shows all jobs of a long career', async () => {
    const { text } = await site.visitor().get(pages.career?.path ?? '');
    expect(text.match(/Interim manager, mandate \d+/g)).toHaveLength(JOBS_OF_TWELVE_PAGES);
  });

  test.each(['hostile', 'imported'])(
    'runs no script and links only to web, mail and telephone addresses: %s',
    async (name) => {
      const page = await open(DESKTOP);
      const violations: string[] = [];
      page.on('console', (message) => violations.push(message.text()));
      page.on('dialog', (dialog) => violations.push(dialog.message()));
      await page.goto(site.gateways[0] + (pages[name]?.path ?? ''), { waitUntil: 'networkidle0' });
      expect(await page.title()).not.toBe('owned');
      expect(page.url()).toBe(site.gateways[0] + pages[name]?.path);
      expect(await page.$$eval('script', (all) => all.map(({ type }) => type))).toEqual(['application/ld+json']);
      expect(
        await page.$$(
          'img, svg, iframe, object, embed, link:not([rel=canonical]), main style, [onerror], [onload], [onclick], [onmouseover]',
        ),
      ).toEqual([]);
      const links = await page.$$eval('.sheet a', (all) =>
        all.map(({ href, rel }) => ({ scheme: new URL(href).protocol, rel })),
      );
      for (const { scheme, rel } of links) {
        expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(scheme);
        expect(rel).toBe('noopener nofollow ugc');
      }
      expect([violations, canaryRequests]).toEqual([[], []]);
      expect(await page.$eval('script', ({ textContent }) => JSON.parse(textContent)['@type'])).toBe('ProfilePage');
      await page.browserContext().close();
    },
  );

  test('can be navigated by keyboard in reading order, with a link that skips the downloads', async () => {
    const page = await open(DESKTOP);
    await page.goto(site.gateways[0] + (pages.full?.path ?? ''));
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const visible = () =>
      page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle !== 'none');
    await page.keyboard.press('Tab');
    expect([await focused(), await visible()]).toEqual(['Skip to content', true]);
    const links: (string | null | undefined)[] = [];
    for (let presses = 0; presses < 8; presses++) {
      await page.keyboard.press('Tab');
      links.push(await focused());
      expect(await visible()).toBe(true);
    }
    expect(links).toEqual([
      'PDF',
      'DOCX',
      'DOC',
      'ODT',
      'TXT',
      'grace@example.com',
      '+1 555 123 4567',
      'blog.example/grace',
    ]);
    await page.goto(site.gateways[0] + (pages.full?.path ?? ''));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // Browsers move the focus in the next frame.
    await page.waitForFunction(() => document.activeElement?.id === 'cv');
    await page.browserContext().close();
  });

  test('is right-to-left for an Arabic CV and omits controls in print', async () => {
    const page = await open(DESKTOP);
    await page.goto(site.gateways[0] + (pages.arabic?.path ?? ''));
    const [name, edge] = await page.$eval('h1', (h1) => [h1.textContent, h1.getBoundingClientRect().right]);
    expect(await page.$eval('html', ({ dir }) => dir)).toBe('rtl');
    expect(name).toBe('ليلى حسن');
    expect(Number(edge)).toBeGreaterThan(DESKTOP.width / 2);
    await page.emulateMediaType('print');
    const shown = (selector: string) => page.$eval(selector, (element) => getComputedStyle(element).display !== 'none');
    expect([await shown('.downloads'), await shown('.foot'), await shown('main')]).toEqual([false, false, true]);
    expect(await page.$eval('body', (body) => getComputedStyle(body).backgroundColor)).toBe('rgb(255, 255, 255)');
    await page.browserContext().close();
  });
});

describe('account page', () => {
  test('unpublishes, publishes and protects a CV with immediate effect for visitors', async () => {
    const { system, ours } = site.companies;
    const names = ['--username', 'ada', '--email', 'ada@example.com', '--firstname', 'Ada', '--lastname', 'Lovelace'];
    const owner = await system.vitae<{ id: number; password: string }>(
      'user',
      'create',
      '--company',
      String(ours.id),
      ...names,
    );
    const { json: cv } = await ours.api.post(`/api/v1/users/${owner.id}/cv`, full);
    const page = await open(DESKTOP);
    await page.goto(`${site.gateways[0]}/account`);
    await signIn(page, 'ada', owner.password);
    const click = (name: string) =>
      follow(page, () => page.locator(`::-p-aria([name="${name}"][role="button"])`).click());
    const isConfirmed = async (confirmation = 'Your changes have been saved.') =>
      expect(await page.$eval('[role=status]', ({ textContent }) => textContent)).toContain(confirmation);
    const press = async (name: string) => {
      await page.locator('::-p-text(Visibility)').click();
      await click(name);
      await isConfirmed();
    };
    const visitor = site.visitor();
    const statuses = () =>
      Promise.all(
        site.gateways.map(async (gateway) => (await visitor.get(new URL(cv.url).pathname, { gateway })).status),
      );
    expect(await statuses()).toEqual([200, 200]);
    await press('Unpublish');
    expect(await statuses()).toEqual([404, 404]);
    await click(`Publish: ${cv.title}`);
    await isConfirmed('Your CV is published.');
    expect(await statuses()).toEqual([200, 200]);
    await page.$eval(
      'input[name=password]',
      (input, password) => {
        input.value = password;
      },
      PASSWORD,
    );
    await press('Protect with password');
    expect((await visitor.get(new URL(cv.url).pathname)).text).toContain('This CV is password protected');
    const opened = await visitor.post(new URL(cv.url).pathname, { password: PASSWORD });
    expect(opened.status).toBe(303);
    await press('Remove visitor password');
    expect((await site.visitor().get(new URL(cv.url).pathname)).text).toContain('Compiler Engineer');
    await changesProfile(page, owner.password);
    await importsAndDownloads(page);
    await readsRecords(page);
    await page.browserContext().close();
  });
});

/** Imports a CV, duplicates it, and downloads the copy as the owner who is signed in. */
async function importsAndDownloads(page: Page): Promise<void> {
  const account = `${site.gateways[0]}/account`;
  await page.goto(`${account}/cvs/new`);
  const input = (await page.$('input[type=file]')) as ElementHandle<HTMLInputElement>;
  await input.uploadFile(EXAMPLE);
  await follow(page, () => page.locator('form[action="/account/cvs/import"] button').click());
  expect(await page.$eval('main', ({ textContent }) => textContent)).toContain('fields were imported unchanged');
  await page.goto(account);
  const copyForm = '.row-list > li:last-child form[action$="/copy"]';
  await page.locator('.row-list > li:last-child ::-p-text(Manage)').click();
  await follow(page, () => page.locator(`${copyForm} button`).click());
  const title = await page.$eval('.row-list > li:last-child strong', ({ textContent }) => textContent);
  expect(title).toBe('Full Stack Software Engineer (copy)');
  const copy = await page.$eval(copyForm, (form) => form.getAttribute('action') ?? '');
  const cookies = (await page.browserContext().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const [json, pdf] = await Promise.all(
    ['json', 'pdf'].map((format) =>
      until(`the ${format} file`, async () => {
        const address = new URL(copy.replace(/copy$/, `export?format=${format}`), account);
        const response = await fetch(address, { headers: { Cookie: cookies } });
        return response.status === 200 && response.text();
      }),
    ),
  );
  expect(JSON.parse(json ?? '').basics.label).toBe(title);
  expect(pdf).toMatch(/^%PDF-/);
}

/** Opens the pages of the owner's records, changes the preferences and downloads all data. */
async function readsRecords(page: Page): Promise<void> {
  const account = `${site.gateways[0]}/account`;
  await page.goto(`${account}/statistics`);
  expect(await page.$eval('.metric-list', ({ textContent }) => textContent)).toMatch(/^Visits\d+Today\d+/);
  await page.goto(`${account}/comments`);
  expect(await page.$eval('main', ({ textContent }) => textContent)).toContain('There are no comments about you.');
  await page.goto(`${account}/preferences`);
  await page.select('#field-seniority', '3');
  await follow(page, () => page.locator('form[action="/account/preferences"] button:not([hidden], [name])').click());
  expect(await page.$eval('#field-seniority', (field) => (field as HTMLSelectElement).value)).toBe('3');
  await page.goto(`${account}/data`);
  const csrf = await page.$eval('form[action="/account/data"] input', (field) => field.getAttribute('value') ?? '');
  const cookie = (await page.browserContext().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const body = new URLSearchParams({ csrf });
  const response = await fetch(`${account}/data`, { method: 'POST', headers: { cookie }, body });
  const files = zipParts(Buffer.from(await response.arrayBuffer()));
  expect(JSON.parse(String(files.get('preferences.json')))).toMatchObject({ seniority: 3 });
  expect([...files.keys()].filter((name) => name.endsWith('/json-resume.json')).length).toBeGreaterThan(1);
}

/** Changes the first name and the user name of the owner who is signed in. */
async function changesProfile(page: Page, password: string): Promise<void> {
  const account = `${site.gateways[0]}/account`;
  await page.goto(`${account}/profile`);
  await page.locator('#field-firstname').fill('Augusta');
  await follow(page, () => page.locator('form[action="/account/profile/details"] button').click());
  await page.locator('#field-username').fill('ada.lovelace');
  await page.locator('#username-password').fill(password);
  await follow(page, () => page.locator('form[action="/account/profile/username"] button').click());
  await page.goto(account);
  expect(await page.$eval('.lead', ({ textContent }) => textContent)).toBe(
    'Augusta Lovelaceada.lovelaceada@example.com',
  );
}
