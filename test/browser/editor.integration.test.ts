import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer';
import sharp from 'sharp';
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
  ({ owner, cvId } = await fixture.createOwnerWithCv({
    title: 'Baker',
    presentation: { text: 'I bake.' },
    experiences: {
      experience: [
        { title: 'Baker', company: 'Mill' },
        { title: 'Apprentice', company: 'Mill' },
      ],
    },
    skills: { skill: [{ title: 'Bread', children: { skill: [{ title: 'Rye' }] } }] },
  }));
  page = await fixture.openAccount(owner);
});

const open = (part = '') => page.goto(`${fixture.gateway.url}/account/cvs/${cvId}/edit${part}`);
const text = async () => (await fixture.read(cvId)).presentation.text;
const status = () => page.$eval('#autosave', (element) => element.textContent);

async function write(added: string): Promise<void> {
  await page.focus('#field-text');
  await page.keyboard.down('Control');
  await page.keyboard.press('End');
  await page.keyboard.up('Control');
  await page.keyboard.type(added);
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-photo-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Red on the left and blue on the right, or red at the top if its orientation is 6. */
const twoColors = (orientation?: number) =>
  sharp({ create: { width: 800, height: 400, channels: 3, background: '#ff0000' } })
    .composite([
      { input: { create: { width: 400, height: 400, channels: 3, background: '#0000ff' } }, left: 400, top: 0 },
    ])
    .withMetadata(orientation ? { orientation } : {})
    .jpeg()
    .toBuffer();

const choose = async (content: Buffer) => {
  const path = join(folder, 'photo');
  await writeFile(path, content);
  await ((await page.$('#field-file')) as ElementHandle<HTMLInputElement>).uploadFile(path);
};
const ready = () => page.waitForSelector('#crop[data-ready]');
const pictureProblem = () => page.$eval('#field-file-error', (problem) => problem.textContent);

test('text is saved while the owner types, and the preview shows it', async () => {
  await open('/presentation');
  await write(' And sell.');
  await until('the text', async () => (await text()) === 'I bake. And sell.');
  await until('the status', async () => (await status()) === 'All changes are saved.');
  const preview = await (await page.$('#preview'))?.contentFrame();
  const shown = () => preview?.$eval('body', (body) => body.textContent);
  expect(await until('the preview', async () => (await shown())?.includes('And sell.'))).toBe(true);
  // “Save” changes nothing more, but the typed text can be undone.
  const save = () => follow(page, () => page.click('.editor-form .choice button:not([name])'));
  await save();
  await follow(page, () => page.click('.undo button'));
  expect(await text()).toBe('I bake.');
  await open('/presentation');
  await save();
  expect(await page.$('.undo')).toBeNull();
});

test('the printed pages and the web page show what is typed before it is saved', async () => {
  await open('/presentation');
  const preview = await (await page.$('#preview'))?.contentFrame();
  const shown = (selector = 'body') => preview?.$eval(selector, (element) => element.textContent ?? '');
  const count = () => page.$eval('#preview-pages', (element) => element.textContent);
  await until('the count', async () => (await count()) === '1 page');
  // Saving waits for a response that never comes.
  const session = await page.createCDPSession();
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/edit/presentation' }] });
  await page.$eval('#field-text', (area) => {
    (area as HTMLTextAreaElement).value = 'A line about bread.\n'.repeat(60);
  });
  await write('The end.');
  await until('the printed page', async () => (await shown())?.includes('The end.') ?? false);
  expect(await count()).toMatch(/^[12]\.\d pages$/);
  await page.click('.preview-views a[href$=web]');
  await until('the web page', async () => (await preview?.$('.skip-link').catch(() => null)) != null);
  await until('the text', async () => (await shown('main'))?.includes('The end.') ?? false);
  expect(await count()).toBe('');
  expect(await text()).toBe('I bake.');
});

/** Whether an element is between the top and the bottom of the window. */
const isInView = (selector: string) =>
  page.$eval(selector, (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

test('the status stays in view while the owner types at the top of a long form on a phone', async () => {
  await page.setViewport({ width: 390, height: 844 });
  const id = (await fixture.read(cvId)).experiences.experience[0]?.id;
  await open(`/experiences/${id}`);
  await page.setOfflineMode(true);
  await page.type('#field-title', 'Head ');
  await until('the status', async () => (await status())?.includes('no connection') ?? false);
  expect([await isInView('#field-title'), await isInView('#autosave'), await isInView('.choice')]).toEqual([
    true,
    true,
    false,
  ]);
  await page.setOfflineMode(false);
  await until('the saved text', async () => (await status()) === 'All changes are saved.');
});

test.each([390, 1280])('after an entry was removed, the page shows its section and Undo at %i px', async (width) => {
  await page.setViewport({ width, height: 844 });
  await open();
  const section = '[aria-labelledby=section-skills]';
  await follow(page, () => page.locator(`${section} button[value=delete]`).click());
  await until('the section', () => isInView('#section-skills'));
  expect([await isInView('h1'), await isInView('.done .notice'), await isInView('.undo button')]).toEqual([
    false,
    true,
    true,
  ]);
  const bottomOfNotice = await page.$eval('.done', (done) => done.getBoundingClientRect().bottom);
  expect(await page.$eval('#section-skills', (one) => one.getBoundingClientRect().top)).toBeGreaterThan(bottomOfNotice);
});

test('the preview says that it is out of date while a field is invalid, or after a change by an application', async () => {
  await open('/presentation');
  const pages = () => page.$eval('#preview-pages', (element) => element.textContent ?? '');
  const isOutdated = async () => (await pages()).startsWith('The preview is out of date.');
  await until('the count', async () => (await pages()) === '1 page');
  await page.type('#field-title', 'a'.repeat(256));
  await until('the hint about the invalid field', isOutdated);
  await page.keyboard.press('Backspace');
  await until('the count of a valid field', async () => /^\d/.test(await pages()));
  await until('the saved text', async () => (await status()) === 'All changes are saved.');
  await fixture.replace(cvId, { presentation: { text: 'Changed by an application.' } });
  await write('!');
  await until('the hint about the change', isOutdated);
  expect(await text()).toBe('Changed by an application.');
});

test('the preview of an anonymized CV says that it shows changes after they are saved', async () => {
  await fixture.replace(cvId, { anonymized: true });
  await open('/presentation');
  const state = () => page.$eval('#preview-pages', (element) => element.textContent ?? '');
  await until('the count', async () => (await state()) === '1 page');
  await write('!');
  await until('the hint', async () => !/^\d/.test(await state()));
  expect(await state()).toBe('This CV is anonymized. The preview shows your changes after you save them.');
});

test('text typed without a connection is sent when it returns, also after a reload', async () => {
  await open('/presentation');
  await page.setOfflineMode(true);
  await write(' Offline.');
  await until('the status', async () => (await status())?.includes('no connection') ?? false);
  await page.setOfflineMode(false);
  await until('the text', async () => (await text()) === 'I bake. Offline.');
  await page.setOfflineMode(true);
  await write(' Again.');
  await until('the status', async () => (await status())?.includes('no connection') ?? false);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.setOfflineMode(false);
  await open('/presentation');
  await until('the text', async () => (await text()) !== 'I bake. Offline.');
  expect(await text()).toBe('I bake. Offline. Again.');
});

test('a draft of an earlier release, which does not say what it was based on, replaces no other text', async () => {
  await open('/presentation');
  await page.setOfflineMode(true);
  await write(' Mine.');
  await until('the status', async () => (await status())?.includes('no connection') ?? false);
  await page.evaluate(() => {
    const path = location.pathname;
    const draft = new URLSearchParams(sessionStorage.getItem(`vitae-draft:${path}`) ?? '');
    draft.delete('loaded');
    // The page would send its form, which has the field, before it is left.
    globalThis.fetch = () => new Promise(() => {});
    addEventListener('pagehide', () => {
      sessionStorage.setItem(`vitae-draft:${path}`, draft.toString());
      sessionStorage.removeItem(`vitae-sent:${path}`);
    });
  });
  await fixture.replace(cvId, { presentation: { title: 'Of an application', text: 'I bake.' } });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.setOfflineMode(false);
  await open('/presentation');
  await until('the conflict', async () => (await status())?.startsWith('Not saved') ?? false);
  expect((await fixture.read(cvId)).presentation).toEqual({ title: 'Of an application', text: 'I bake.' });
});

test('the problems of a form disappear from the page when its corrected text is saved', async () => {
  await open('/about');
  await page.$eval('#field-title', (field) => {
    (field as HTMLInputElement).value = 'Baker '.repeat(50);
  });
  await Promise.all([page.waitForNavigation(), page.click('.choice button')]);
  const problems = () =>
    page.evaluate(() => [
      document.title.split(' · ')[0],
      document.querySelectorAll('.notice-bad, .field-error[id], [aria-invalid]').length,
    ]);
  expect(await problems()).toEqual(['Error: About this CV', 3]);
  await page.$eval('#field-title', (field) => (field as HTMLInputElement).select());
  await page.type('#field-title', 'Head baker');
  await until('the status', async () => (await status()) === 'All changes are saved.');
  expect(await problems()).toEqual(['About this CV', 0]);
  expect(await page.$eval('#field-title', (field) => field.getAttribute('aria-describedby') ?? '')).not.toContain(
    'error',
  );
});

test('a date that is not complete is neither saved nor replaced by nothing, and the status asks for the rest', async () => {
  const before = (await fixture.read(cvId)).experiences.experience[0];
  await fixture.replace(cvId, { experiences: { experience: [{ ...before, start: '2015-01-01' }] } });
  await open(`/experiences/${before?.id}`);
  const start = async () => (await fixture.read(cvId)).experiences.experience[0]?.start;
  const asks = (label: string) => `Not saved yet. ${label}: Enter the day, month and year, or clear the field.`;
  await page.focus('#field-start');
  await page.keyboard.type('05');
  await page.keyboard.press('Backspace');
  await until('the status', async () => (await status()) === asks('Start'));
  await page.type('#field-title', 'Head ');
  expect([await status(), await start()]).toEqual([asks('Start'), '2015-01-01']);
  // After a reload, the draft has the stored date.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await until('the title', async () => /Head/.test((await fixture.read(cvId)).experiences.experience[0]?.title ?? ''));
  expect(await start()).toBe('2015-01-01');
  // An empty field has no event while a part of the date is typed.
  await page.focus('#field-end');
  await page.keyboard.type('03');
  await page.focus('#field-title');
  await until('the status', async () => (await status()) === asks('End'));
  await page.focus('#field-end');
  await page.keyboard.type('03122016');
  await until('the end', async () => (await fixture.read(cvId)).experiences.experience[0]?.end === '2016-03-12');
  await until('the status', async () => (await status()) === 'All changes are saved.');
  expect(await page.$eval('.editor-form a.button', (link) => link.textContent)).toBe('Close');
  // Browsers take two digits as a year of the first century.
  await page.focus('#field-start');
  await page.keyboard.type('030119');
  await page.focus('#field-title');
  const asksForYear = 'Not saved yet. Start: Enter the year with four digits, such as 2019.';
  await until('the status', async () => (await status()) === asksForYear);
  expect(await start()).toBe('2015-01-01');
  await page.focus('#field-start');
  await page.keyboard.type('03012014');
  await until('the start', async () => (await start()) === '2014-03-01');
});

test('a form that the server rejects is not saved automatically, and the status says what to do', async () => {
  await open('/presentation');
  await page.$eval('#field-text', (area) => {
    area.insertAdjacentHTML('afterend', '<input type="hidden" name="unknown" value="1">');
  });
  await write(' And sell.');
  await until('the status', async () => (await status()) === 'Not saved. Choose “Save” to see why.');
  await page.$eval('form[data-autosave]', (form) => {
    for (const name of ['csrf', 'owner']) (form.elements.namedItem(name) as HTMLInputElement).value = 'old';
  });
  await write(' Daily.');
  await until('the status', async () => (await status())?.startsWith('Not saved: you are no longer') ?? false);
  expect(await text()).toBe('I bake.');
});

test('text that is kept while the owner signs in again is saved, and leaves no draft', async () => {
  await open('/presentation');
  const drafts = () => page.evaluate(() => Object.keys(sessionStorage));
  await fixture.gateway.sessions.endAll(owner.userId);
  await write(' Mine.');
  await until('the status', async () => (await status())?.includes('no longer signed in') ?? false);
  const preview = () => page.$eval('#preview', (it) => (it as HTMLIFrameElement).contentDocument?.body.textContent);
  await until('the preview', async () => (await preview())?.includes('You are no longer signed in.') ?? false);
  await Promise.all([page.waitForNavigation(), page.click('.editor-form .choice button')]);
  await signIn(page, owner.username, owner.password);
  expect(new URL(page.url()).pathname).toBe('/account/sign-in');
  expect(await drafts()).toEqual([`vitae-draft:/account/cvs/${cvId}/edit/presentation`]);
  await write(' More.');
  await until('the status', async () => (await status()) === 'All changes are saved.');
  expect([await text(), await drafts()]).toEqual(['I bake. Mine. More.', []]);
});

test('text is saved when the owner returns after signing in again in another window', async () => {
  await open('/presentation');
  await fixture.gateway.sessions.endAll(owner.userId);
  await write(' Mine.');
  await until('the status', async () => (await status())?.includes('no longer signed in') ?? false);
  const other = await page.browserContext().newPage();
  await other.goto(`${fixture.gateway.url}/account`);
  await signIn(other, owner.username, owner.password);
  await other.close();
  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await until('the status', async () => (await status()) === 'All changes are saved.');
  expect(await text()).toBe('I bake. Mine.');
  await write(' More.');
  await until('the next text', async () => (await text()) === 'I bake. Mine. More.');
});

test('no typed word is lost in random cuts of the connection', async () => {
  await open('/presentation');
  const words = Array.from({ length: 40 }, (_, index) => ` word${index}`);
  for (const [index, word] of words.entries()) {
    await page.setOfflineMode(index % 3 === 1);
    await write(word);
  }
  await page.setOfflineMode(false);
  await until('the last word', async () => (await text()).endsWith(words.at(-1) ?? ''));
  expect(await text()).toBe(`I bake.${words.join('')}`);
});

test('a change by an application is reported, and the owner can use its text', async () => {
  await open('/presentation');
  await fixture.replace(cvId, { presentation: { text: 'I bake. By the API.' } });
  await write(' Mine.');
  await until('the status', async () => (await status())?.includes('changed in the meantime') ?? false);
  await Promise.all([
    page.waitForNavigation(),
    page.keyboard.press('Tab').then(() => page.click('.editor-form .choice button')),
  ]);
  const shown = () => page.$eval('#field-text', (area) => (area as HTMLTextAreaElement).value);
  expect(await shown()).toBe('I bake. Mine.');
  expect(await page.$eval('.stored-lines ins', (element) => element.textContent)).toContain('By the API');
  await page.click('.stored-text button');
  expect([await shown(), await page.$('.stored-text')]).toEqual(['I bake. By the API.', null]);
  await page.keyboard.press('End');
  await page.keyboard.type(' And mine.');
  expect(await text()).toBe('I bake. By the API.');
  await follow(page, () => page.click('.editor-form .choice button'));
  expect(await text()).toBe('I bake. By the API. And mine.');
});

test('a new entry that is typed becomes one entry', async () => {
  await open('/educations/new');
  await page.type('#field-degree', 'Diploma');
  await until('the entry', async () => (await fixture.read(cvId)).educations.education.length === 1);
  await page.type('#field-school', 'Lyceum');
  await until('the entry', async () => (await fixture.read(cvId)).educations.education[0]?.school === 'Lyceum');
  expect((await fixture.read(cvId)).educations.education).toHaveLength(1);
  expect(page.url()).toMatch(/\/educations\/\d+$/);
});

test('a new entry that is saved before it was saved automatically does not appear in the form for the next one', async () => {
  await open('/educations/new');
  await page.type('#field-degree', 'Diploma');
  await Promise.all([page.waitForNavigation(), page.click('.editor-form .choice button')]);
  await until('the entries', () => page.url().endsWith('#section-educations'));
  await open('/educations/new');
  expect(await page.$eval('#field-degree', (field) => (field as HTMLInputElement).value)).toBe('');
});

test('text that is typed in a new entry survives a reload before which the entry gets its own address', async () => {
  await open('/educations/new');
  const session = await page.createCDPSession();
  const held = new Map<string, () => Promise<void>>();
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    held.set(request.method, () => session.send('Fetch.continueResponse', { requestId }));
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/educations/new', requestStage: 'Response' }] });
  await page.type('#field-degree', 'First.');
  await until('the response', () => held.has('POST'));
  await page.type('#field-degree', ' Second.');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.evaluate(() => void setTimeout(() => location.reload()));
  await until('the page', () => held.has('GET'));
  // The earlier page gets the address of the entry while the form for a new one is already on its way.
  await held.get('POST')?.();
  await until('the address', () => /\d$/.test(page.url()));
  await held.get('GET')?.();
  await session.send('Fetch.disable');
  const degrees = async () => (await fixture.read(cvId)).educations.education.map(({ degree }) => degree);
  await until('the text', async () => (await degrees()).includes('First. Second.'));
  expect(await degrees()).toEqual(['First. Second.']);
  await open('/educations/new');
  expect(await page.$eval('#field-degree', (field) => (field as HTMLInputElement).value)).toBe('');
});

test.each(['portfolios', 'experiences'])(
  'the link to the picture of a new entry in %s appears when it is saved',
  async (section) => {
    await open(`/${section}/new`);
    const isShown = () => page.$eval('#picture-link', (place) => (place as HTMLElement).checkVisibility());
    expect(await isShown()).toBe(false);
    await page.type('#field-title', 'Ship');
    await until('the link', isShown);
    await until('the status', async () => (await status()) === 'All changes are saved.');
    await follow(page, () => page.click('#picture-link a'));
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`/edit/${section}/\\d+/(?:logo|picture)$`));
    expect(await page.$('#field-file')).not.toBeNull();
  },
);

test('text that is typed during a request is saved with the button, without a conflict', async () => {
  await open('/presentation');
  // The server has stored the first text, but the browser does not know it yet.
  const session = await page.createCDPSession();
  const held: string[] = [];
  session.on('Fetch.requestPaused', ({ requestId }) => {
    held.push(requestId);
    if (held.length > 1) void session.send('Fetch.continueResponse', { requestId });
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/edit/presentation', requestStage: 'Response' }] });
  await write(' First.');
  await until('the response', () => held.length === 1);
  await write(' Second.');
  await page.click('.editor-form .choice button');
  await session.send('Fetch.continueResponse', { requestId: held[0] ?? '' });
  await until('the CV', () => page.url().endsWith('#section-presentation'));
  expect(await text()).toBe('I bake. First. Second.');
});

test('a form that is opened again with “Back” shows what another tab has saved since', async () => {
  await open();
  await follow(page, () => page.click('a[href$="/edit/personal"]'));
  await page.select('#field-country', 'FRA');
  await page.type('#field-city', 'Paris');
  await until('the city', async () => (await fixture.read(cvId)).userInformation.city === 'Paris');
  await until('the status', async () => (await status()) === 'All changes are saved.');
  await page.goto(`${fixture.gateway.url}/account/cvs/${cvId}/edit/about`);
  const other = await page.browserContext().newPage();
  await other.goto(`${fixture.gateway.url}/account/cvs/${cvId}/edit/personal`);
  await other.select('#field-country', 'DEU');
  await other.$eval('#field-city', (field) => {
    (field as HTMLInputElement).value = '';
  });
  await other.type('#field-city', 'Berlin');
  await until('the other city', async () => (await fixture.read(cvId)).userInformation.city === 'Berlin');
  await other.close();
  await page.bringToFront();
  await page.goBack();
  await page.type('#field-zipcode', '10115');
  await until('the postal code', async () => (await fixture.read(cvId)).userInformation.zipcode === '10115');
  expect((await fixture.read(cvId)).userInformation).toMatchObject({ city: 'Berlin', country: { isoCode: 'DEU' } });
});

test('two tabs that change different fields are merged, and both show the result', async () => {
  const other = await page.browserContext().newPage();
  const url = `${fixture.gateway.url}/account/cvs/${cvId}/edit/presentation`;
  await Promise.all([page.goto(url), other.goto(url)]);
  await other.bringToFront();
  await other.type('#field-title', 'Head baker');
  await until('the title', async () => (await fixture.read(cvId)).presentation.title === 'Head baker');
  await page.bringToFront();
  await write(' And sell.');
  await until('the text', async () => (await text()) === 'I bake. And sell.');
  await until('the status', async () => (await status()) === 'All changes are saved.');
  expect(await page.$eval('#field-title', (field) => (field as HTMLInputElement).value)).toBe('Head baker');
  await write(' And teach.');
  await page.click('.editor-form .choice button');
  await until('the CV', () => page.url().endsWith('#section-presentation'));
  expect((await fixture.read(cvId)).presentation).toEqual({
    title: 'Head baker',
    text: 'I bake. And sell. And teach.',
  });
  await other.bringToFront();
  await other.type('#field-text', 'Mine. ');
  const said = () => other.$eval('#autosave', (element) => element.textContent ?? '');
  await until('the conflict', async () => (await said()).startsWith('Not saved'));
  await Promise.all([other.waitForNavigation(), other.click('.editor-form .choice button')]);
  const used = await other.$$eval('.stored-text [name=use]', (all) => all.map((one) => one.getAttribute('value')));
  expect(used).toEqual(['text']);
  await other.close();
});

describe('entries in the list of a section', () => {
  const types = async () => (await fixture.read(cvId)).contacts.contact.map(({ type }) => type);
  const HANDLE = '[aria-labelledby=section-contacts] .drag-handle';
  const CONTACTS = '[aria-labelledby=section-contacts]';
  const said = () => page.$eval(`${CONTACTS} [role=status]`, (element) => element.textContent);
  const shown = () => page.$$eval(`${CONTACTS} .row-title`, (rows) => rows.map((row) => row.textContent));
  /** The middle of a handle, on a page that shows it. */
  const placeOf = async (index: number) => {
    const handle = (await page.$$(HANDLE))[index];
    const { x, y, width, height } = (await handle?.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2, y: y + height / 2 };
  };
  const STEPS = 20;
  beforeEach(async () => {
    await fixture.replace(cvId, {
      contacts: { contact: ['phone', 'skype', 'mobile'].map((type) => ({ type, value: '1' })) },
    });
  });

  const openContacts = async (width: number, hasTouch: boolean) => {
    await page.setViewport({ width, height: 900, hasTouch, isMobile: hasTouch });
    await open();
    await page.$eval(CONTACTS, (section) => section.scrollIntoView({ block: 'center' }));
  };

  const dragWithMouse = async () => {
    const [from, to] = [await placeOf(0), await placeOf(2)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y + 20, { steps: STEPS });
    await page.mouse.up();
  };

  test('are moved with the mouse, and the move can be undone', async () => {
    await openContacts(1280, false);
    await dragWithMouse();
    await until('the move', async () => (await said()) === 'Moved to position 3 of 3.');
    expect(await types()).toEqual(['skype', 'mobile', 'phone']);
    expect(await shown()).toEqual(['Skype · 1', 'Mobile · 1', 'Phone · 1']);
    await Promise.all([page.waitForNavigation(), page.click('.undo button')]);
    expect(await types()).toEqual(['phone', 'skype', 'mobile']);
  });

  test('are moved with a finger on a phone', async () => {
    await openContacts(390, true);
    const [from, to] = [await placeOf(2), await placeOf(0)];
    await page.touchscreen.touchStart(from.x, from.y);
    for (let step = 1; step <= STEPS; step++)
      await page.touchscreen.touchMove(from.x, from.y + ((to.y - 20 - from.y) * step) / STEPS);
    await page.touchscreen.touchEnd();
    await until('the move', async () => (await said()) === 'Moved to position 1 of 3.');
    expect(await types()).toEqual(['mobile', 'phone', 'skype']);
  });

  test('are moved with the arrow keys, and the handle keeps the focus', async () => {
    await openContacts(1280, false);
    await page.focus(HANDLE);
    for (const place of [2, 3]) {
      await page.keyboard.press('ArrowDown');
      await until('the move', async () => (await said()) === `Moved to position ${place} of 3.`);
    }
    expect(await types()).toEqual(['skype', 'mobile', 'phone']);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain('Phone · 1');
  });

  test('return to their place if the move cannot be saved, and the page shows a change by others', async () => {
    await openContacts(1280, false);
    await page.setOfflineMode(true);
    await dragWithMouse();
    await until('the failure', async () => (await said())?.includes('no connection') ?? false);
    expect(await shown()).toEqual(['Phone · 1', 'Skype · 1', 'Mobile · 1']);
    await page.setOfflineMode(false);
    await fixture.replace(cvId, { contacts: { contact: ['form', 'phone'].map((type) => ({ type, value: '1' })) } });
    await dragWithMouse();
    await until('the conflict', async () => (await said())?.includes('in the meantime') ?? false);
    expect(await shown()).toEqual(['Contact form · 1', 'Phone · 1']);
  });
});

describe('rows of an entry', () => {
  const tasks = async () =>
    (await fixture.read(cvId)).experiences.experience[0]?.missions.mission.map(({ description }) => description).join();
  const handle = (row: number) => `[data-row="${row}"] .drag-handle`;
  const legends = () => page.$$eval('.row-fields legend', (all) => all.map((one) => one.textContent).join());
  const openTasks = async () => {
    const { experience } = (await fixture.read(cvId)).experiences;
    const mission = ['Rye', 'Wheat', 'Oats'].map((description) => ({ description }));
    await fixture.replace(cvId, {
      experiences: { experience: experience.map((one) => ({ ...one, missions: { mission } })) },
    });
    await open(`/experiences/${experience[0]?.id}`);
  };

  test('are moved with the arrow keys, the buttons and the mouse, and saved like typed text', async () => {
    await openTasks();
    await page.focus(handle(2));
    await page.keyboard.press('ArrowUp');
    await until('the move', async () => (await tasks()) === 'Rye,Oats,Wheat');
    expect(await page.$eval('[data-rows] + [role=status]', (element) => element.textContent)).toBe(
      'Moved to position 2 of 3.',
    );
    await page.keyboard.press('ArrowUp');
    await page.type('[name="description.2"]', 'Rolled ');
    await until('the text', async () => (await tasks()) === 'Rolled Oats,Rye,Wheat');
    await page.type('[name="description.3"]', 'Spelt');
    await page.click('[data-row="3"] [value="up.3"]');
    await until('the new row', async () => (await tasks()) === 'Rolled Oats,Rye,Spelt,Wheat');
    expect(await legends()).toBe('1,2,3,4');
    await page.$eval('[data-row="2"]', (row) => row.scrollIntoView());
    const boxes = await Promise.all([2, 0].map(async (row) => (await page.$(handle(row)))?.boundingBox()));
    const [from, to] = boxes.map((box) => ({ x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 10 }));
    await page.mouse.move(from?.x ?? 0, from?.y ?? 0);
    await page.mouse.down();
    await page.mouse.move(to?.x ?? 0, (to?.y ?? 0) + 20, { steps: 20 });
    await page.mouse.up();
    await until('the dragged row', async () => (await tasks()) === 'Rye,Rolled Oats,Spelt,Wheat');
    await until('the status', async () => (await status()) === 'All changes are saved.');
    await page.reload();
    expect(await page.$eval('[name="description.1"]', (area) => (area as HTMLTextAreaElement).value)).toBe(
      'Rolled Oats',
    );
  });

  test('are added with a button, and also shown after a reload before they were saved', async () => {
    await open('/skills/new');
    expect(await legends()).toBe('1');
    await page.type('[name="title.0"]', 'Rye');
    await page.setOfflineMode(true);
    await page.click('[name=add]');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title.1');
    await page.keyboard.type('Wheat');
    await page.click('[name=add]');
    expect(await legends()).toBe('1,2,3');
    await page.setOfflineMode(false);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    const shown = await page.$$eval('[name^="title."]', (all) => all.map((one) => (one as HTMLInputElement).value));
    expect(shown.slice(0, 2)).toEqual(['Rye', 'Wheat']);
  });

  test('are added without a change of their texts, and grow with them', async () => {
    await openTasks();
    const last = (await page.$$('[data-row]')).length;
    await page.$eval('#row-template', (template) => {
      (template as HTMLTemplateElement).content.querySelector('label')?.append(' 9999');
    });
    await page.click('[name=add]');
    const row = await page.$eval(`[data-row="${last}"]`, (added) => ({
      label: added.querySelector('label')?.textContent ?? '',
      placeholders: added.outerHTML.split('9999').length - 1,
      names: Array.from(added.querySelectorAll('[name]'), (field) => field.getAttribute('name')),
      labelled: Array.from(added.querySelectorAll('label'), ({ control }) => control !== null),
    }));
    expect([row.label, row.placeholders]).toEqual([expect.stringMatching(/ 9999$/), 1]);
    expect(row.names.filter((name) => name !== 'move' && !name?.endsWith(`.${last}`))).toEqual([]);
    expect(row.labelled).not.toContain(false);
    const height = () => page.$eval(`[name="description.${last}"]`, (area) => area.getBoundingClientRect().height);
    const empty = await height();
    expect(empty).toBeLessThan(100);
    await page.type(`[name="description.${last}"]`, 'Bakes.\n'.repeat(8));
    expect(await height()).toBeGreaterThan(empty * 1.5);
  });

  test('are shown in the new order again if the page is reloaded before it was saved', async () => {
    await openTasks();
    await page.setOfflineMode(true);
    await page.focus(handle(0));
    await page.keyboard.press('ArrowDown');
    await page.setOfflineMode(false);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    const shown = () =>
      page.$$eval('[data-row] textarea', (all) => all.map((one) => (one as HTMLTextAreaElement).value).slice(0, 3));
    expect(await shown()).toEqual(['Wheat', 'Rye', 'Oats']);
    await until('the move', async () => (await tasks()) === 'Wheat,Rye,Oats');
  });

  test('that are typed in the last row are saved, also after a reload that followed an automatic save', async () => {
    const id = (await fixture.read(cvId)).experiences.experience[0]?.id;
    await open(`/experiences/${id}`);
    await page.type('[name="description.0"]', 'Rye');
    await until('the first row', async () => (await tasks()) === 'Rye');
    // The request with the next text does not arrive before the reload, so the page restores a draft.
    const session = await page.createCDPSession();
    session.on('Fetch.requestPaused', ({ requestId, request }) => {
      if (request.method === 'GET') void session.send('Fetch.continueRequest', { requestId });
    });
    await session.send('Fetch.enable', { patterns: [{ urlPattern: `*/experiences/${id}` }] });
    await page.type('[name="description.0"]', ' bread');
    await until('the request', async () => (await status()) === 'Saving…');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await session.send('Fetch.disable');
    await page.type('.row-fields:last-of-type textarea', 'Oats');
    await until('the status', async () => (await status()) === 'All changes are saved.');
    expect(await tasks()).toBe('Rye bread,Oats');
  });

  test.each([
    ['with', true],
    ['without', false],
  ])(
    'below a skill are short on a phone, and open their details with the keyboard, %s scripts',
    async (_with, enabled) => {
      await page.setJavaScriptEnabled(enabled);
      await page.setViewport({ width: 390, height: 844 });
      await open('/skills/1');
      const boxOf = (selector: string) =>
        page.$eval(selector, (element) => {
          const { top, height } = element.getBoundingClientRect();
          return { top, height };
        });
      const [depth, level] = [await boxOf('[name="depth.0"]'), await boxOf('[name="level.0"]')];
      expect(depth.top).toBeCloseTo(level.top, 0);
      expect((await boxOf('#row-0')).height).toBeLessThan(320);
      const details = '[name="details.0"]';
      const isShown = () => page.$eval(details, (area) => area.checkVisibility());
      expect(await isShown()).toBe(false);
      await page.focus(`details:has(${details}) summary`);
      await page.keyboard.press('Enter');
      expect(await isShown()).toBe(true);
      await page.keyboard.press('Tab');
      await page.keyboard.type('Dark');
      const saved = async () => (await fixture.read(cvId)).skills.skill[0]?.children.skill[0];
      if (enabled) {
        await until('the status', async () => (await status()) === 'All changes are saved.');
        await page.reload();
      } else await follow(page, () => page.click('button[name=stay]'));
      expect(await saved()).toMatchObject({ title: 'Rye', details: 'Dark' });
      expect([await isShown(), await page.$(`details:has(${details})`)]).toEqual([true, null]);
    },
  );

  test('below a skill show details that were typed before a reload', async () => {
    await open('/skills/1');
    await page.setOfflineMode(true);
    await page.click('details:has([name="details.0"]) summary');
    await page.type('[name="details.0"]', 'Dark');
    await page.setOfflineMode(false);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    expect(await page.$eval('[name="details.0"]', (area) => area.checkVisibility())).toBe(true);
  });

  test('below a skill are moved with what is below them, and the Enter key saves the form', async () => {
    const skill = (title: string, ...below: object[]) => ({ title, children: { skill: below } });
    await fixture.replace(cvId, {
      skills: { skill: [skill('Baking', skill('Bread', skill('Rye')), skill('Cake'), skill('Tart'))] },
    });
    await open('/skills/1');
    await page.focus(handle(0));
    await page.keyboard.press('ArrowDown');
    await page.focus('[name="title.3"]');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    const [baking] = (await fixture.read(cvId)).skills.skill;
    expect(baking).toMatchObject(skill('Baking', skill('Cake'), skill('Bread', skill('Rye')), skill('Tart')));
  });
});

test.each([
  ['with', true],
  ['without', false],
])('%s scripts, the focus is on the summary after an error, or on the invalid field', async (_with, enabled) => {
  await page.setJavaScriptEnabled(enabled);
  // Chromium asks before it leaves a page with text that is not saved.
  page.on('dialog', (dialog) => void dialog.accept());
  const focused = (selector: string) =>
    until(`the focus on ${selector}`, () => page.evaluate((on) => document.activeElement?.matches(on), selector));
  await open('/links/new');
  await page.type('#field-url', 'javascript:');
  await follow(page, () => page.click('.editor-form .choice button'));
  await focused('[role=alert]');
  expect(await page.$eval('[role=alert] a', (link) => link.getAttribute('href'))).toMatch(/^#field-/);
  await page.goto(`${fixture.gateway.url}/account/cvs/${cvId}/share`);
  await page.$eval('details:has([name=userSlug])', (details) => details.setAttribute('open', ''));
  await page.$eval('#field-userSlug', (field) => {
    (field as HTMLInputElement).value = 'a';
  });
  await follow(page, () => page.click('form[action$="/user-address"] button'));
  await focused('#field-userSlug');
  expect(await open('/links/new')).toBeTruthy();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
});

test('on a phone, a link leads to the preview below the form', async () => {
  await page.setViewport({ width: 390, height: 844 });
  for (const part of ['', '/presentation', '/design', '/sections']) {
    await open(part);
    await page.click('.preview-link');
    const isShown = () => page.$eval('#preview', (frame) => frame.getBoundingClientRect().top < innerHeight / 2);
    expect(await until('the preview', isShown)).toBe(true);
  }
  await page.setViewport({ width: 1280, height: 860 });
  expect(await page.$eval('.preview-link', (link) => link.checkVisibility())).toBe(false);
});

describe('a photo', () => {
  const upload = () => Promise.all([page.waitForNavigation(), page.click('form:has(#crop) button:not([type=button])')]);
  const middleOf = async () => {
    const { x, y, width, height } = await page.$eval('.crop-area', (area) => area.getBoundingClientRect().toJSON());
    return { x: x + width / 2, y: y + height / 2 };
  };

  const readStored = async () => {
    const caller = { companyId: owner.companyId, userId: owner.userId, applicationId: 0, requestId: 'test' };
    const { content } = await fixture.resume.call.GetCvPicture({ id: cvId }, { caller });
    return sharp(content).raw().toBuffer({ resolveWithObject: true });
  };
  const shapeOfStored = async () => {
    const { info } = await readStored();
    return info.width / info.height;
  };

  /** Returns the colors of the stored photo in the middle, at these parts of its height. */
  const stored = async (...heights: number[]) => {
    const { data, info } = await readStored();
    expect(info.width / info.height).toBeCloseTo(0.8, 2);
    return heights.map((part) => {
      const at = (Math.floor(info.height * part) * info.width + Math.floor(info.width / 2)) * info.channels;
      return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue';
    });
  };

  test('is rotated and moved with the mouse, and again with the keyboard', async () => {
    await open('/photo');
    await choose(await twoColors());
    await ready();
    await page.click('[data-crop=right]');
    await until('the rotation', () => page.$eval('#crop [role=status]', (one) => one.textContent?.includes('90°')));
    await page.$eval('.crop-area', (area) => area.scrollIntoView({ block: 'center' }));
    const { x, y } = await middleOf();
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + 400, { steps: 10 });
    await page.mouse.up();
    await upload();
    expect(await stored(0.05, 0.7, 0.95)).toEqual(['red', 'red', 'blue']);
    await page.focus('#crop-adjust');
    await page.keyboard.press('Enter');
    await ready();
    for (let count = 0; count < 8; count++) await page.keyboard.press('+');
    for (let count = 0; count < 60; count++) await page.keyboard.press('ArrowUp');
    await upload();
    expect(await stored(0.05, 0.4, 0.75, 0.95)).toEqual(['red', 'red', 'blue', 'blue']);
  });

  test('of a phone is upright, and moved with a finger', async () => {
    await page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true });
    await open('/photo');
    await choose(await twoColors(6));
    await ready();
    await page.$eval('.crop-area', (area) => area.scrollIntoView({ block: 'center' }));
    const { x, y } = await middleOf();
    await page.touchscreen.touchStart(x, y);
    for (let step = 1; step <= 10; step++) await page.touchscreen.touchMove(x, y - step * 30);
    await page.touchscreen.touchEnd();
    await upload();
    expect(await stored(0.05, 0.3, 0.95)).toEqual(['red', 'blue', 'blue']);
  });

  test('is uploaded once, and as it is if it cannot be cropped', async () => {
    await open('/photo');
    await choose(await twoColors());
    await ready();
    const uploads: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') uploads.push(request.url());
    });
    const submitTwice = (form: Element) => {
      const { prototype } = customElements.get('cropper-canvas') ?? {};
      prototype.$toCanvas = () => Promise.reject(new Error('out of memory'));
      for (let count = 0; count < 2; count++) (form as HTMLFormElement).requestSubmit();
    };
    await Promise.all([page.waitForNavigation(), page.$eval('form:has(#crop)', submitTwice)]);
    expect(uploads).toHaveLength(1);
    expect(await shapeOfStored()).toBeCloseTo(2, 2);
  });

  test('has no fields for owners without scripts, and needs a file or a crop', async () => {
    await open('/photo');
    await choose(await twoColors());
    await ready();
    await upload();
    await page.waitForSelector('#crop-adjust');
    expect(await page.$$eval('#picture-box :is([name], fieldset)', (fields) => fields.length)).toBe(0);
    const isRequired = () => page.$eval('#field-file', (field) => (field as HTMLInputElement).required);
    expect(await isRequired()).toBe(true);
    await page.click('#crop-adjust');
    await ready();
    expect(await isRequired()).toBe(false);
  });

  test('that the browser cannot read is rejected with an explanation', async () => {
    await open('/photo');
    await choose(Buffer.from('....ftypheic...'));
    await until('the problem', async () => (await pictureProblem())?.includes('not a JPEG, PNG or GIF') ?? false);
    expect(await page.$eval('#field-file', (field) => (field as HTMLInputElement).files?.length)).toBe(0);
    await choose(await twoColors());
    await ready();
    expect(await page.$('#field-file-error, #field-file[aria-invalid]')).toBeNull();
  });
});

describe('a picture that is too large to upload', () => {
  const submit = () => follow(page, () => page.click('form:has(#picture-box) button:not([type=button])'));
  const storedAs = async (picture: string) => {
    const shown = await page.$eval('.picture', (image) => (image as HTMLImageElement).currentSrc);
    expect(shown).toMatch(new RegExp(`/${picture}$`));
    const bytes = await page.evaluate(
      async (url) => Array.from(new Uint8Array(await (await fetch(url)).arrayBuffer())),
      shown,
    );
    return sharp(Buffer.from(bytes)).metadata();
  };
  const hint = () => page.$eval('#field-file-hint', (shown) => shown.textContent);

  test('is reduced before the upload, as a photo, a logo or the picture of a portfolio item', async () => {
    const noise = { width: 3_500, height: 3_500, channels: 3 } as const;
    const large = await sharp(randomBytes(3 * 3_500 ** 2), { raw: noise })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    expect(large.length).toBeGreaterThan(20_000_000);
    await fixture.replace(cvId, { portfolios: { portfolio: [{ title: 'Rye bread' }] } });
    const cv = await fixture.read(cvId);
    const experience = cv.experiences.experience[0]?.id;
    const item = cv.portfolios.portfolio[0]?.id;
    for (const [form, picture, edge] of [
      ['/photo', 'photo', 800],
      [`/experiences/${experience}/logo`, `logos/${experience}`, 400],
      [`/portfolios/${item}/picture`, `works/${item}`, 400],
    ] as const) {
      await open(form);
      expect(await hint()).toBe('JPEG, PNG or GIF. Large pictures are made smaller before the upload.');
      await choose(large);
      if (form === '/photo') await ready();
      await submit();
      const { width, height } = await storedAs(picture);
      expect([picture, Math.max(width, height)]).toEqual([picture, edge]);
    }
  });

  test('stays transparent', async () => {
    const { id } = (await fixture.read(cvId)).experiences.experience[0] ?? { id: 0 };
    await open(`/experiences/${id}/logo`);
    const size = { width: 6_000, height: 6_000 };
    const background = { r: 200, g: 0, b: 0, alpha: 0.5 };
    await choose(
      await sharp({ create: { ...size, channels: 4, background } })
        .png()
        .toBuffer(),
    );
    await submit();
    expect(await storedAs(`logos/${id}`)).toMatchObject({ format: 'png', hasAlpha: true, width: 400, height: 400 });
  });

  test('without scripts, the limit is part of the hint and of the explanation', async () => {
    await page.setJavaScriptEnabled(false);
    await open('/photo');
    expect(await hint()).toBe('JPEG, PNG or GIF, at most 5 MB.');
    await choose(Buffer.alloc(50_000_000));
    await submit();
    expect(await page.$eval('#field-file-error', (error) => error.textContent)).toContain('at most 5 MB');
  });

  test('that the browser cannot read is rejected with an explanation', async () => {
    const { id } = (await fixture.read(cvId)).experiences.experience[0] ?? { id: 0 };
    await open(`/experiences/${id}/logo`);
    await choose(Buffer.alloc(6_000_000));
    await until('the problem', async () => (await pictureProblem())?.includes('not a JPEG, PNG or GIF') ?? false);
    expect(await page.$eval('#field-file', (field) => (field as HTMLInputElement).files?.length)).toBe(0);
  });
});

test('sections are moved with the arrow keys, the preview shows their order, and it can be reset', async () => {
  await fixture.replace(cvId, { skills: { skill: [{ title: 'Dough' }] } });
  await open('/sections');
  const rows = () => page.$$eval('.row-title', (titles) => titles.map((title) => title.textContent ?? ''));
  const inPreview = () =>
    page.$eval('#preview', (frame) =>
      Array.from((frame as HTMLIFrameElement).contentDocument?.querySelectorAll('h2') ?? [], (one) => one.textContent),
    );
  const before = await rows();
  await page.focus('li:last-child .drag-handle');
  await page.keyboard.press('ArrowUp');
  const moved = before.toSpliced(-2, 2, ...before.slice(-2).reverse());
  await until('the move', async () => (await rows()).join() === moved.join());
  await until('the preview', async () => (await inPreview()).join() === moved.join());
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain(moved.at(-2));
  await Promise.all([page.waitForNavigation(), page.click('form[action$="/reset"] button')]);
  expect(await rows()).toEqual(before);
});

test('pages of the editor load at most 100 KB of compressed scripts, and their policy allows no inline code', async () => {
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  await page.setCacheEnabled(false);
  const scripts = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script') return;
    scripts.add(requestId);
    expect(response.headers['Content-Encoding']).toMatch(/^(br|gzip)$/);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  const sizes: Record<string, number> = {};
  for (const part of ['', '/presentation', '/design', '/sections', '/photo']) {
    bytes = 0;
    const response = await open(part);
    await until('the scripts', () => bytes > 0);
    sizes[part] = bytes;
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).toMatch(/^default-src 'none'; .*script-src 'self';/);
    expect(policy).not.toMatch(/unsafe|nonce|https?:|\*/);
  }
  process.stdout.write(`Compressed scripts in bytes: ${JSON.stringify(sizes)}\n`);
  expect(Math.max(...Object.values(sizes))).toBeLessThanOrEqual(100_000);
});

test('a state is kept if the country becomes the USA again after another request saved the same part', async () => {
  await open('/personal');
  const saved = async () => (await fixture.read(cvId)).userInformation;
  const choose = async (country: string, state: boolean) => {
    await page.select('#field-country', country);
    await until('the country', async () => {
      const stored = await saved();
      return stored.country?.isoCode === country && ((stored.state ?? null) !== null) === state;
    });
    await until('the status', async () => (await status()) === 'All changes are saved.');
  };
  await page.select('#field-state', (await page.$eval('#field-state option:nth-child(3)', ({ value }) => value)) ?? '');
  await choose('USA', true);
  const { state } = await saved();
  await choose('FRA', false);
  await page.type('#field-city', 'Lyon');
  await until('the city', async () => (await saved()).city === 'Lyon');
  await fixture.replace(cvId, { userInformation: { ...(await saved()), zipcode: '69001' } });
  await choose('USA', true);
  expect(await saved()).toMatchObject({ state, city: 'Lyon', zipcode: '69001' });
});
