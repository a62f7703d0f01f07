import type { Page } from 'puppeteer';
import { follow, PHONE, signIn } from '../support/browser.ts';
import type { OwnerWithCvs } from '../support/gateway/owner-cvs-fixture.ts';
import { type OwnerCvsInBrowser, startOwnerCvsInBrowser } from '../support/owner-cvs-in-browser.ts';

let fixture: OwnerCvsInBrowser;
let owner: OwnerWithCvs;
let cvId: number;
let page: Page;

beforeAll(async () => {
  fixture = await startOwnerCvsInBrowser(process.env);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const experience = [{ title: 'Baker', company: 'Mill', start: '2019-03-01' }];
  ({ owner, cvId } = await fixture.createOwnerWithCv({ title: 'Baker', experiences: { experience } }));
});
afterEach(() => page.browserContext().close());

const titles = async () => (await fixture.read(cvId)).experiences.experience.map(({ title }) => title);
const textOf = (selector: string) => page.$eval(selector, (element) => element.textContent ?? '');
const go = (selector: string) => follow(page, () => page.click(selector));
const EXPERIENCES = '[aria-labelledby=section-experiences]';

test('without scripts, an owner adds, moves and previews an entry, and publishes the CV', async () => {
  page = await fixture.open({ device: PHONE });
  await page.setJavaScriptEnabled(false);
  const previewed = async () =>
    (await (await page.$('#preview'))?.contentFrame())?.$eval('body', (body) => body.textContent);
  await page.goto(`${fixture.gateway.url}/account`);
  await signIn(page, owner.username, owner.password);
  await go(`a[href="/account/cvs/${cvId}/edit"]`);
  expect(await previewed()).not.toContain('Miller');
  await go(`${EXPERIENCES} a[href$="/experiences/new"]`);
  await page.type('#field-title', 'Miller');
  await page.select('#field-contractType', '1');
  await page.type('[name="description.0"]', 'Ground rye');
  await go('.editor-form .choice button:not([name])');
  expect(await textOf('[role=status]')).toBe('Saved.');
  expect([await titles(), await previewed()]).toEqual([['Miller', 'Baker'], expect.stringContaining('Ground rye')]);
  // The handles for dragging need a script.
  expect(await page.$$eval('.drag-handle', (handles) => handles.some((handle) => handle.checkVisibility()))).toBe(
    false,
  );
  await go(`${EXPERIENCES} li:first-child button[value=down]`);
  expect([await textOf('[role=status]'), await titles()]).toEqual(['Moved.', ['Baker', 'Miller']]);
  await go(`${EXPERIENCES} li:last-child .row-title a`);
  await page.focus('#field-title');
  await page.keyboard.press('End');
  await page.keyboard.type(' and manager');
  await go('.editor-form .choice button[name=stay]');
  expect([await textOf('[role=status]'), await titles()]).toEqual(['Saved.', ['Baker', 'Miller and manager']]);
  expect(await previewed()).toContain('Miller and manager');
  await page.type('[name="description.1"]', 'Sold flour');
  await go('[value="up.1"]');
  const firstTask = () => page.$eval('[name="description.0"]', (area) => (area as HTMLTextAreaElement).value);
  expect([await firstTask(), new URL(page.url()).hash]).toEqual(['Sold flour', '#row-0']);
  await page.focus('#field-title');
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  expect(await textOf('[role=status]')).toBe('Saved.');
  await go(`${EXPERIENCES} li:last-child .row-title a`);
  expect(await firstTask()).toBe('Sold flour');
  await go('.editor-links a');
  await go('.editor-links a');
  await page.click(`details:has(form[action$="/publish"]) > summary`);
  await go('form[action$="/publish"] button');
  const [cv] = await fixture.cvs.list(owner, 'test');
  expect(cv?.publicUrl).toMatch(/^https:\/\//);
  expect(await page.$(`.addresses a[href="${cv?.publicUrl}"]`)).not.toBeNull();
});

test('the button beside an address copies it, and says so', async () => {
  page = await fixture.openAccount(owner);
  const context = page.browserContext();
  await context.overridePermissions(fixture.gateway.url, ['clipboard-read', 'clipboard-sanitized-write']);
  await go(`a[href="/account/cvs/${cvId}/share"]`);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => navigator.clipboard.writeText('something else'));
  await page.locator('#private-copy').click();
  await page.waitForFunction(() => document.querySelector('#private-copy')?.textContent === 'Copied');
  const [cv] = await fixture.cvs.list(owner, 'test');
  expect([await copied(), cv?.privateUrl]).toEqual([cv?.privateUrl, expect.stringContaining('/c/')]);
  // Without permission, the selected text is copied as if with the keyboard.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.evaluate(() => document.querySelector('#private-copy')?.replaceChildren('Copy'));
  await page.locator('#private-copy').click();
  await page.waitForFunction(() => document.querySelector('#private-copy')?.textContent === 'Copied');
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(cv?.privateUrl);
});
