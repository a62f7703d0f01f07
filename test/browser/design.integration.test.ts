import type { ExportSource } from '@vitae/proto/export-source';
import type { Page } from 'puppeteer';
import { follow, signIn } from '../support/browser.ts';
import type { OwnerWithCvs } from '../support/gateway/owner-cvs-fixture.ts';
import { type OwnerCvsInBrowser, startOwnerCvsInBrowser } from '../support/owner-cvs-in-browser.ts';
import { until } from '../support/until.ts';

let fixture: OwnerCvsInBrowser;
let owner: OwnerWithCvs;
let cvId: number;
let page: Page;

beforeAll(async () => {
  fixture = await startOwnerCvsInBrowser(process.env);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  ({ owner, cvId } = await fixture.createOwnerWithCv({ title: 'Baker', presentation: { text: 'I bake.' } }));
  page = await fixture.openAccount(owner);
  await open();
});
afterEach(() => page.browserContext().close());

const open = (tab = page) => tab.goto(`${fixture.gateway.url}/account/cvs/${cvId}/edit/design`);
const untilStatus = (text: string, tab = page) =>
  until(`the status “${text}”`, () =>
    tab.$eval('#autosave', (status, part) => status.textContent?.includes(part), text),
  );
const untilSaved = (tab = page) => untilStatus('All changes are saved.', tab);
const choose = (template: string, tab = page) => tab.click(`[name=template][value=${template}]`);
const fieldValue = (selector: string) => page.$eval(selector, (field) => (field as HTMLInputElement).value);
const pressSave = () => follow(page, () => page.click('form[data-choices] .button'));

const untilSent = () => until('the page of the saved form', () => page.url().endsWith('?done=saved'));

async function design() {
  const caller = { companyId: owner.companyId, userId: owner.userId, applicationId: 0, requestId: 'test' };
  const { document } = await fixture.resume.call.GetExportSource({ id: cvId, withoutPictures: true }, { caller });
  const { printDisplay, maxPages = null } = JSON.parse(document.toString('utf8')) as ExportSource;
  const { id, color, displayConfig } = printDisplay;
  return { template: id, color, maxPages, skills: displayConfig.skills };
}
const CLASSIC = { template: 'classic', color: expect.any(String), maxPages: null, skills: true };

/** Sets a field for which puppeteer has no input. */
const setColor = (color: string) =>
  page.$eval(
    '#field-color',
    (field, value) => {
      (field as HTMLInputElement).value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    color,
  );

test('fast changes are saved automatically, one request at a time', async () => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/design')) requests.push(request.postData() ?? '');
  });
  await choose('sidebar');
  await page.click('[name=skills]');
  await untilSaved();
  expect(await design()).toEqual({ ...CLASSIC, template: 'sidebar', skills: false });
  expect(requests).toHaveLength(1);
  await setColor('#aa3311');
  await page.select('[name=maxPages]', '2');
  await until('the second request', () => requests.length === 2);
  await choose('modern');
  await until('the template', async () => (await design()).template === 'modern');
  await untilSaved();
  expect(await design()).toEqual({ template: 'modern', color: '#aa3311', maxPages: 2, skills: false });
  await open();
  expect([await fieldValue('[name=template]:checked'), await fieldValue('#field-color')]).toEqual([
    'modern',
    '#aa3311',
  ]);
  await choose('compact');
  await page.waitForSelector('#undo button');
  await untilSaved();
  await follow(page, () => page.click('#undo button'));
  expect(await design()).toEqual({ template: 'modern', color: '#aa3311', maxPages: 2, skills: false });
});

test('the page asks before the owner leaves a design only while it is not saved', async () => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await choose('sidebar');
  await untilSaved();
  await follow(page, () => page.click('.editor-links a'));
  expect(asked).toEqual([]);
  await open();
  await choose('modern');
  await follow(page, () => page.click('.editor-links a'));
  expect(asked).toEqual(['beforeunload']);
  await open();
  await untilSaved();
  expect(await design()).toMatchObject({ template: 'modern' });
});

test('a change without a connection is kept, and saved when the connection returns', async () => {
  await page.setOfflineMode(true);
  await choose('sidebar');
  await untilStatus('Not saved: there is no connection');
  await page.select('[name=maxPages]', '3');
  expect(await design()).toEqual(CLASSIC);
  await page.setOfflineMode(false);
  await untilSaved();
  expect(await design()).toEqual({ ...CLASSIC, template: 'sidebar', maxPages: 3 });
});

test('changes of another tab are shown, and both changes of one setting are a conflict for the owner to decide', async () => {
  const other = await fixture.openAccount(owner);
  await open(other);
  await other.select('[name=maxPages]', '4');
  await other.click('[name=skills]');
  await untilSaved(other);
  await setColor('#aa3311');
  await untilSaved();
  expect(await design()).toEqual({ template: 'classic', color: '#aa3311', maxPages: 4, skills: false });
  expect([await fieldValue('[name=maxPages]'), await page.$('[name=skills]:checked')]).toEqual(['4', null]);
  await choose('plain', other);
  await until('the template', async () => (await design()).template === 'plain');
  await choose('compact');
  await untilStatus('changed in the meantime');
  expect(await design()).toMatchObject({ template: 'plain' });
  expect(await pressSave()).toBe(409);
  expect(await page.$eval('main', (main) => main.textContent)).toContain('Currently saved: Plain');
  // Until the owner decides, nothing is saved.
  await page.select('[name=maxPages]', '5');
  page.on('dialog', (dialog) => void dialog.accept());
  await open();
  await untilStatus('changed in the meantime');
  expect([await fieldValue('[name=template]:checked'), (await design()).template]).toEqual(['compact', 'plain']);
  expect(await pressSave()).toBe(409);
  await pressSave();
  await untilSent();
  expect(await design()).toMatchObject({ template: 'compact', maxPages: 5 });
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  await other.browserContext().close();
});

test('a design that is kept while the owner signs in again is saved, and leaves no draft', async () => {
  await fixture.gateway.sessions.endAll(owner.userId);
  await choose('sidebar');
  await untilStatus('no longer signed in');
  await pressSave();
  await signIn(page, owner.username, owner.password);
  expect(await fieldValue('[name=template]:checked')).toBe('sidebar');
  await pressSave();
  await untilSent();
  expect(await design()).toEqual({ ...CLASSIC, template: 'sidebar' });
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
});

test('an invalid color is not saved, and stays in the form', async () => {
  await page.$eval('#field-color', (field) => field.setAttribute('type', 'text'));
  await setColor('blue');
  await untilStatus('Not saved yet. Accent color: Enter a color such as #1a2b3c.');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await untilStatus('Accent color');
  expect([await fieldValue('#field-color'), await design()]).toEqual(['blue', CLASSIC]);
  expect(await pressSave()).toBe(422);
  await setColor('#aa3311');
  await untilSaved();
  expect(await page.$('main .notice-bad, #field-color-error')).toBeNull();
  expect(await design()).toMatchObject({ color: '#aa3311' });
});
