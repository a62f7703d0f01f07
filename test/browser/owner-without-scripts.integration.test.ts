import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer';
import { follow, PHONE, signIn } from '../support/browser.ts';
import { type CuttableConnection, startCuttableConnection } from '../support/gateway/cuttable-connection.ts';
import type { OwnerWithCvs } from '../support/gateway/owner-cvs-fixture.ts';
import { type OwnerCvsInBrowser, startOwnerCvsInBrowser } from '../support/owner-cvs-in-browser.ts';
import { colorsOfQuarters, quarteredPhoto } from '../support/resume/picture-fixtures.ts';
import { until } from '../support/until.ts';

let fixture: OwnerCvsInBrowser;
/** The connection of the site to its database. The resume service has another one. */
let wire: CuttableConnection;
let owner: OwnerWithCvs;
let cvId: number;
let page: Page;

beforeAll(async () => {
  const { hostname, port } = new URL(process.env.MONGODB_URI ?? '');
  wire = await startCuttableConnection({ host: hostname, port: Number(port) || 27_017 });
  const MONGODB_URI = `mongodb://${wire.host}/?directConnection=true`;
  fixture = await startOwnerCvsInBrowser({ ...process.env, MONGODB_URI });
});
afterAll(async () => {
  await fixture.close();
  wire.close();
});
beforeEach(async () => {
  const experience = [{ title: 'Baker', company: 'Mill', start: '2019-03-01' }];
  ({ owner, cvId } = await fixture.createOwnerWithCv({ title: 'Baker', experiences: { experience } }));
});
afterEach(() => page.browserContext().close());

const titles = async () => (await fixture.read(cvId)).experiences.experience.map(({ title }) => title);
const textOf = (selector: string) => page.$eval(selector, (element) => element.textContent ?? '');
const go = (selector: string) => follow(page, () => page.click(selector));
const fieldText = (selector: string) => page.$eval(selector, (field) => (field as HTMLTextAreaElement).value);
const openWithoutScripts = async () => {
  page = await fixture.open({ device: PHONE });
  await page.setJavaScriptEnabled(false);
  await page.goto(`${fixture.gateway.url}/account`);
  await signIn(page, owner.username, owner.password);
};
const EXPERIENCES = '[aria-labelledby=section-experiences]';

test('without scripts, an owner adds, moves and previews an entry, and publishes the CV', async () => {
  const previewed = async () =>
    (await (await page.$('#preview'))?.contentFrame())?.$eval('body', (body) => body.textContent);
  await openWithoutScripts();
  await go(`a[href="/account/cvs/${cvId}/edit"]`);
  expect(await previewed()).not.toContain('Miller');
  await go(`${EXPERIENCES} a[href$="/experiences/new"]`);
  await page.type('#field-title', 'Miller');
  await page.select('#field-contractType', '1');
  expect(await page.$$eval('[data-row]', (rows) => rows.length)).toBe(1);
  await page.type('[name="description.0"]', 'Ground rye');
  await go('[name=add]');
  expect([await page.$$eval('[data-row]', (rows) => rows.length), new URL(page.url()).hash]).toEqual([2, '#row-1']);
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
  await go('.editor-form .choice button[name=stay]');
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
  await go('form[action$="/publish"] button');
  const [cv] = await fixture.cvs.list(owner, 'test');
  expect(cv?.publicUrl).toMatch(/^https:\/\//);
  expect(await page.$(`.addresses a[href="${cv?.publicUrl}"]`)).not.toBeNull();
});

test('without scripts, an owner rotates a photo while uploading it, crops it later, and erases the former one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitae-photo-'));
  const path = join(folder, 'photo.jpg');
  await writeFile(path, await quarteredPhoto(800, 400));
  const stored = async () => {
    const caller = { companyId: owner.companyId, userId: owner.userId, applicationId: 0, requestId: 'test' };
    const { content, width, height } = await fixture.resume.call.GetCvPicture({ id: cvId }, { caller });
    return { size: [width, height], colors: await colorsOfQuarters(content) };
  };
  await openWithoutScripts();
  await page.goto(`${fixture.gateway.url}/account/cvs/${cvId}/edit/photo`);
  await ((await page.$('#field-file')) as ElementHandle<HTMLInputElement>).uploadFile(path);
  await page.select('#field-rotate', '90');
  await go('form[enctype] button');
  expect(await textOf('[role=status]')).toBe('Saved.');
  expect(await stored()).toEqual({ size: [400, 800], colors: ['blue', 'red', 'white', 'green'] });
  expect(await page.$eval('#field-rotate', (field) => (field as HTMLSelectElement).value)).toBe('0');
  await page.select('#field-zoom', '200');
  await page.select('#field-across', 'left');
  await page.select('#field-down', 'bottom');
  await go('form[enctype] button');
  expect(await textOf('[role=status]')).toBe('Saved.');
  const cropped = { size: [200, 250], colors: Array(4).fill('white') };
  expect(await stored()).toEqual(cropped);
  await go('a[href$="/photo/erase"]');
  await go('form[action$="/photo/erase"] button');
  expect(await textOf('[role=status]')).toBe('Erased from earlier versions.');
  expect(await page.$('a[href$="/photo/erase"]')).toBeNull();
  expect(await stored()).toEqual(cropped);
  await rm(folder, { recursive: true });
});

test.each([
  [
    'the editor',
    () => `/account/cvs/${cvId}/edit/presentation`,
    '#field-text',
    'I bake “rye”.\n<b>And sell.</b>',
    async () => (await fixture.read(cvId)).presentation.text,
  ],
  [
    'the preferences',
    () => '/account/preferences',
    '#field-place-1-city',
    'São “Paulo”',
    async () => {
      await page.goto(`${fixture.gateway.url}/account/preferences`);
      return fieldText('#field-place-1-city');
    },
  ],
])(
  'without scripts, text of %s is kept while the database is stopped, and sent again',
  async (_form, address, field, typed, saved) => {
    await openWithoutScripts();
    await page.goto(fixture.gateway.url + address());
    if (await page.$('#field-place-1-lat')) {
      await page.click('details:has(#field-place-1-lat) summary');
      await page.type('#field-place-1-lat', '-23.5');
      await page.type('#field-place-1-lng', '-46.6');
    }
    await page.type(field, typed);
    wire.cut();
    const send = () => follow(page, () => page.click('main form button:not([hidden], [name])'));
    for (let count = 0; count < 2; count++) expect(await send()).toBe(503);
    expect(await textOf('main form button')).toBe('Send again');
    wire.restore();
    await until('the form is received', async () => (await send()) !== 503);
    expect(await textOf('[role=status]')).toMatch(/saved\.$|^Saved\./);
    expect(await saved()).toBe(typed);
  },
);

test('without scripts, the owner uses a text that was saved elsewhere for one field, and keeps the typed text of another', async () => {
  await openWithoutScripts();
  await page.goto(`${fixture.gateway.url}/account/cvs/${cvId}/edit/presentation`);
  await fixture.replace(cvId, { presentation: { title: 'Of the API', text: 'By the API.' } });
  await page.type('#field-title', 'My title');
  await page.type('#field-text', 'My text');
  await go('.editor-form .choice button');
  await go('[name=use][value=text]');
  expect(page.url()).toMatch(/#field-text$/);
  expect([await fieldText('#field-title'), await fieldText('#field-text')]).toEqual(['My title', 'By the API.']);
  // The Enter key presses the first button, which must not replace the text.
  await page.focus('#field-title');
  await follow(page, () => page.keyboard.press('Enter'));
  expect((await fixture.read(cvId)).presentation).toEqual({ title: 'My title', text: 'By the API.' });
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
