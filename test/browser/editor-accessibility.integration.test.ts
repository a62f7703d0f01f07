import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { companyCaller } from '@vitae/kit/caller';
import { unavailable } from '@vitae/kit/errors';
import { MAX_UPLOAD_BYTES } from '@vitae/kit/http/raw-body';
import { maxItems } from '@vitae/proto/cv-items';
import { sectionNames, sectionOf } from '@vitae/site/features/account/editor/sections';
import { MAX_LINKS } from '@vitae/site/features/account/sharing/own-sharing';
import { MAX_VISITOR_FORM_BYTES } from '@vitae/site/layout/form';
import type { ElementHandle, Page } from 'puppeteer';
import sharp from 'sharp';
import { DESKTOP, type Device, follow, PHONE, signIn } from '../support/browser.ts';
import { editorPages, newCompleteCv, previewOf, previewWith } from '../support/editor-pages.ts';
import type { OwnerWithCvs } from '../support/gateway/owner-cvs-fixture.ts';
import { linkedInFiles } from '../support/linkedin-files.ts';
import { type OwnerCvsInBrowser, startOwnerCvsInBrowser } from '../support/owner-cvs-in-browser.ts';
import { findPageProblems, type Visit, type VisitedPage } from '../support/page-problems.ts';
import { until } from '../support/until.ts';
import { zipOf } from '../support/zip-of.ts';

let fixture: OwnerCvsInBrowser;
let owner: OwnerWithCvs;
let cvId: number;
let picture: string;

beforeAll(async () => {
  fixture = await startOwnerCvsInBrowser(process.env);
  picture = join(await mkdtemp(join(tmpdir(), 'vitae-picture-')), 'picture');
});
afterAll(async () => {
  await fixture.close();
  await rm(dirname(picture), { recursive: true });
});
beforeEach(async () => {
  owner = await fixture.createOwner();
  cvId = await newCompleteCv(fixture, owner);
});

const address = (path = '', id = cvId) => `${fixture.gateway.url}/account/cvs/${id}/edit${path}`;
const save = (page: Page) => follow(page, () => page.click('.editor-form .choice button'));

async function enter(page: Page): Promise<void> {
  // Chromium asks before it leaves a page with text that is not saved.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${fixture.gateway.url}/account`);
  await signIn(page, owner.username, owner.password);
}

/** Replaces the text of fields without the events that save it. */
function fill(page: Page, selector: string, text: string): Promise<void> {
  return page.$$eval(
    selector,
    (fields, value) => {
      for (const field of fields) (field as HTMLInputElement).value = value;
    },
    text,
  );
}

const find = (device: Device, visit: Visit, routes: string[] = []) =>
  findPageProblems({ browser: fixture.browser, device, visit, routes, address: fixture.system.newAddress() });

test.each<Device>([PHONE, { ...DESKTOP, scheme: 'dark' }])(
  'the form of each section and its errors are accessible at $width px, $scheme',
  async (device) => {
    async function* visit(page: Page): AsyncGenerator<VisitedPage> {
      await enter(page);
      for await (const kind of editorPages(page, address())) {
        const name = `editor${kind.replaceAll('/', '-')}`;
        yield name;
        // The other test checks errors in dark mode.
        if (device.scheme === 'dark' || !(await page.$('.editor-form'))) continue;
        await fill(page, '.editor-form input[type=text]', 'too-long-'.repeat(260));
        await fill(page, '.editor-form textarea', 'too-long-'.repeat(2_600));
        expect(await save(page)).toBe(422);
        yield `${name}-problems`;
      }
      const { experiences, portfolios } = await fixture.read(cvId);
      const pictures = {
        photo: '/photo',
        logo: `/experiences/${experiences.experience[0]?.id}/logo`,
        work: `/portfolios/${portfolios.portfolio[0]?.id}/picture`,
      };
      for (const [kind, path] of Object.entries(pictures)) {
        await page.goto(address(`${path}/erase`));
        yield `editor-erase-${kind}`;
      }
    }
    const EDITOR = '/account/cvs/:id/edit';
    const routes = fixture.gateway.pages.filter((path) => path.startsWith(EDITOR));
    const parts = sectionNames.flatMap((section) => {
      const path = `${EDITOR}/${section}`;
      return sectionOf(section).list ? [`${path}/new`, `${path}/\\d+`] : [path];
    });
    expect(await find(device, visit, [...routes, ...parts])).toEqual({});
  },
  400_000,
);

const choose = async (page: Page, content: Buffer) => {
  await writeFile(picture, content);
  await ((await page.$('#field-file')) as ElementHandle<HTMLInputElement>).uploadFile(picture);
};

/** Waits until the status of automatic saving contains the text. */
const untilStatus = (page: Page, text: string) =>
  until(`the status "${text}"`, () =>
    page.$eval('#autosave', (element, part) => element.textContent?.includes(part), text),
  );

async function* visitChanges(page: Page): AsyncGenerator<VisitedPage> {
  await page.goto(address('/presentation'));
  await page.type('#field-text', 'More. ');
  await untilStatus(page, 'are saved');
  yield 'editor-saved-automatically';
  await page.setOfflineMode(true);
  await page.type('#field-text', 'Offline. ');
  await untilStatus(page, 'there is no connection');
  yield 'editor-offline';
  await page.setOfflineMode(false);
  await untilStatus(page, 'are saved');
  await save(page);
  yield 'editor-saved';
  await follow(page, () => page.click('.undo button'));
  yield 'editor-undone';
  await page.goto(address('/presentation'));
  await fill(page, '#field-title', 'Changed');
  await save(page);
  await fixture.replace(cvId, { presentation: { title: 'Changed elsewhere', text: '' } });
  expect(await follow(page, () => page.click('.undo button'))).toBe(409);
  yield 'versions-changed';
  await page.goto(`${fixture.gateway.url}/account/cvs/${cvId}/versions/999999`);
  yield 'versions-gone';
  await page.goto(address());
  const CONTACTS = '[aria-labelledby=section-contacts]';
  const untilMoved = (text: string) =>
    until(`the result "${text}"`, () =>
      page.$eval(`${CONTACTS} [role=status]`, (element, part) => element.textContent?.includes(part), text),
    );
  await page.focus(`${CONTACTS} .drag-handle`);
  await page.keyboard.press('ArrowDown');
  await untilMoved('Moved to position 2');
  yield 'editor-dragged';
  await page.setOfflineMode(true);
  await page.keyboard.press('ArrowUp');
  await untilMoved('no connection');
  yield 'editor-drag-failed';
  await page.setOfflineMode(false);
  await follow(page, () => page.click(`${CONTACTS} button[value=down]`));
  yield 'editor-moved';
  await follow(page, () => page.click(`${CONTACTS} button[value=delete]`));
  yield 'editor-deleted';
  await fixture.replace(cvId, { contacts: { contact: [{ type: 'phone', value: '1' }] } });
  await follow(page, () => page.click(`${CONTACTS} button[value=delete]`));
  yield 'editor-entry-changed';
  const { skills } = await fixture.read(cvId);
  expect(skills.skill.length).toBeGreaterThan(1);
  await page.goto(address('/skills/1'));
  await follow(page, () => page.click('button[name=stay]'));
  yield 'editor-saved-for-more';
  await page.goto(address('/sections'));
  await follow(page, () => page.click('button[value=down]'));
  yield 'editor-sections-moved';
  await follow(page, () => page.click('form[action$="/reset"] button'));
  yield 'editor-sections-reset';
  await page.goto(address('/design'));
  await page.$eval('#field-color', (field) => field.setAttribute('type', 'text'));
  await fill(page, '#field-color', 'blue');
  await follow(page, () => page.click('form[data-choices] button'));
  yield 'editor-design-problem';
  await fill(page, '#field-color', '#1a2b3c');
  // The script changes the address before the form is submitted.
  await page.click('form[data-choices] button');
  await until('the saved design', () => page.url().endsWith('/design?done=saved'));
  await page.waitForSelector('.notice-good');
  yield 'editor-design-saved';
  const changeLimit = async () => {
    await page.select('#field-maxPages', '2');
    await page.waitForSelector('#undo button');
    await untilStatus(page, 'are saved');
  };
  await changeLimit();
  yield 'editor-design-undo';
  await follow(page, () => page.click('#undo button'));
  expect(page.url()).toMatch(/\?done=undone$/);
  yield 'editor-design-undone';
  await changeLimit();
  const caller = companyCaller(owner.companyId, 'test');
  await fixture.resume.call.SetCvPageLimit({ id: cvId, maxPages: 4 }, { caller });
  expect(await follow(page, () => page.click('#undo button'))).toBe(409);
  yield 'editor-design-undo-conflict';
  // The owner decides: otherwise, the browser would keep what the page shows.
  await page.click('form[data-choices] button');
  await until('the saved decision', () => page.url().endsWith('/design?done=saved'));
  await page.goto(address('/design'));
  await page.$eval('form[data-choices] input[name=loaded]', (field) => {
    const input = field as HTMLInputElement;
    const other = { template: 'plain', color: '#000001', maxPages: 9, language: 'pl' };
    input.value = JSON.stringify({ ...JSON.parse(input.value), ...other });
  });
  await page.click('[name=template][value=compact]');
  await fill(page, '#field-color', '#445566');
  await page.select('#field-maxPages', '3');
  await page.select('#field-language', 'de');
  expect(await follow(page, () => page.click('form[data-choices] button'))).toBe(409);
  yield 'editor-design-conflict';
}

/** The states of automatic saving that need a decision, or that end by themselves. */
async function* visitAutosave(page: Page): AsyncGenerator<VisitedPage> {
  await page.goto(address('/presentation'));
  await fill(page, '#field-title', 'x'.repeat(255));
  await page.type('#field-title', 'x');
  await untilStatus(page, 'Not saved yet');
  yield 'editor-status-invalid';
  await page.goto(address('/personal'));
  await fixture.gateway.sessions.endAll(owner.userId);
  await page.type('#field-city', 'Signed out ');
  await untilStatus(page, 'no longer signed in');
  yield 'editor-status-signed-out';
  await page.goto(`${fixture.gateway.url}/account`);
  await signIn(page, owner.username, owner.password);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  fixture.beforeWrite(() => held);
  await page.goto(address('/personal'));
  await untilStatus(page, 'had not been saved');
  yield 'editor-status-restored';
  release();
  await untilStatus(page, 'are saved');
}

async function* visitImports(page: Page): AsyncGenerator<VisitedPage> {
  const upload = async (files: Record<string, string>) => {
    await page.goto(`${fixture.gateway.url}/account/cvs/new`);
    await choose(page, await zipOf(files));
    return follow(page, () => page.click('form[enctype] button'));
  };
  const unknown = { 'Skills.csv': 'Nom\nPain\n', 'Positions.csv': 'Titre\nBoulangère\n' };
  expect(await upload(unknown)).toBe(422);
  yield 'new-cv-zip-problem';
  expect(await upload({ ...linkedInFiles, ...unknown })).toBe(200);
  expect(await page.$eval('h1', ({ textContent }) => textContent)).toBe('Import report');
  yield 'import-report-linkedin';
  const resumeOf = (name: string) => JSON.stringify({ basics: { name } });
  const archive = { 'cvs/1/json-resume.json': resumeOf('Ana'), 'cvs/2/json-resume.json': resumeOf('Bea') };
  expect(await upload(archive)).toBe(200);
  expect(new URL(page.url()).pathname).toBe('/account/cvs/imported');
  yield 'import-report-archive';
}

async function* visitFullSharing(page: Page): AsyncGenerator<VisitedPage> {
  const { resume, cvs } = fixture;
  const addLink = (name: string, days: number) => cvs.addLink(owner, cvId, { name, days }, 'test');
  const start = resume.now();
  await addLink('Acme, until Friday', 7);
  resume.at(start + 8 * 86_400_000);
  for (let index = 2; index < MAX_LINKS; index++) await addLink(`Application ${index}`, index % 2 ? 30 : 0);
  await page.goto(`${fixture.gateway.url}/account/cvs/${cvId}/share`);
  await fill(page, 'form[action$="/links"] input[name=name]', 'One more');
  await addLink('In another window', 0);
  expect(await follow(page, () => page.click('form[action$="/links"] button'))).toBe(422);
  yield 'share-too-many-links';
  await page.goto(`${fixture.gateway.url}/account/cvs/${cvId}/share`);
  yield 'share-full';
  resume.at(start);
}

async function* visitConflicts(page: Page): AsyncGenerator<VisitedPage> {
  // Otherwise the page would restore the draft of an earlier visit, whose title is too long to be saved.
  await page.evaluate(() => sessionStorage.clear());
  await fixture.replace(cvId, { presentation: { title: 'Engineer', text: 'I build web sites and services.' } });
  await page.goto(address('/presentation'));
  await fixture.replace(cvId, { presentation: { title: 'Architect', text: 'I design web sites, also for phones.' } });
  await page.type('#field-text', 'More. ');
  await untilStatus(page, 'in the meantime');
  yield 'editor-conflict-status';
  expect(await save(page)).toBe(409);
  const leftOf = (mark: string) => page.$eval(`.stored-lines ${mark}`, (word) => word.getBoundingClientRect().left);
  const removed = await page.$eval('.stored-lines del:has(+ ins)', (word) => word.getBoundingClientRect().right);
  expect((await leftOf('del + ins')) - removed).toBeGreaterThan(2);
  yield 'editor-conflict-words';
  await page.click('[name=use][value=text]');
  yield 'editor-conflict-used';
  await page.click('.editor-form .choice button');
  await until('the CV', () => page.url().endsWith('#section-presentation'));
  const { experiences, skills, userInformation } = await fixture.read(cvId);
  const [first, ...others] = experiences.experience;
  await page.goto(address(`/experiences/${first?.id}`));
  const missions = { mission: [{ description: 'Stored by an application.' }] };
  const stored = { ...first, title: 'Architect', contractType: 3, country: { isoCode: 'FRA' }, missions };
  await fixture.replace(cvId, { experiences: { experience: [stored, ...others] } });
  const typed = { title: 'Engineer', contractType: '2', country: 'ITA', 'description\\.0': 'Typed by the owner.' };
  for (const [name, text] of Object.entries(typed)) await fill(page, `#field-${name}`, text);
  expect(await save(page)).toBe(409);
  yield 'editor-conflict';
  expect(await page.$$eval('.stored-text', (texts) => texts.length)).toBeGreaterThan(3);
  await page.goto(address('/skills/1'));
  const [skill, ...otherSkills] = skills.skill;
  const [row, nextRow, movedRow, ...rows] = skill?.children?.skill ?? [];
  const children = { skill: [nextRow, { ...row, children: { skill: [movedRow] } }, ...rows] };
  await fixture.replace(cvId, {
    skills: { skill: [{ ...skill, title: 'Web sites', level: 12, children }, ...otherSkills] },
  });
  await fill(page, '#field-title', 'Web');
  expect(await save(page)).toBe(409);
  const buttons = await page.$$eval('[name=use]', (all) => all.map((button) => (button as HTMLButtonElement).value));
  expect(buttons).toEqual(['title', 'level', 'order', 'depth.2']);
  yield 'editor-conflict-rows';
  await page.goto(address('/personal'));
  await fixture.replace(cvId, { userInformation: { ...userInformation, city: 'Lyon', birthdate: '1990-02-28' } });
  await fill(page, '#field-city', 'Nice');
  expect(await save(page)).toBe(409);
  yield 'editor-conflict-personal';
  await page.goto(address(`/experiences/${first?.id}`));
  await fixture.replace(cvId, { experiences: { experience: others } });
  await fill(page, '#field-title', 'Engineer');
  expect(await save(page)).toBe(409);
  yield 'editor-conflict-deleted';
}

async function* visitPictures(page: Page): AsyncGenerator<VisitedPage> {
  const upload = () => follow(page, () => page.click('form[enctype] button:not([type=button])'));
  await page.goto(address('/photo'));
  await choose(page, Buffer.from('no picture'));
  await page.waitForSelector('#field-file-error');
  yield 'editor-photo-problem';
  const create = { width: 800, height: 400, channels: 3, background: '#335577' } as const;
  await choose(page, await sharp({ create }).jpeg().toBuffer());
  await page.waitForSelector('#crop[data-ready]');
  yield 'editor-photo-crop';
  await upload();
  yield 'editor-photo-saved';
  await follow(page, () => page.click('form[action$="/remove"] button'));
  yield 'editor-photo-removed';
  await follow(page, () => page.click('.undo button'));
  yield 'editor-photo-undone';
  await page.goto(`${fixture.gateway.url}/account/cvs/${cvId}/versions`);
  yield 'versions-of-pictures';
  await follow(page, () => page.click('.row-list a[href*="/versions/"]'));
  yield 'version-without-photo';
  await page.goto(address('/photo'));
  await follow(page, () => page.click('form[action$="/remove"] button'));
  await page.goto(`${fixture.gateway.url}/account/cvs/${cvId}/versions`);
  await follow(page, () => page.click('a[href$="/versions/erase"]'));
  yield 'versions-erase';
  await follow(page, () => page.click('form[action$="/erase"] button'));
  yield 'versions-erased';
  const { experiences } = await fixture.read(cvId);
  await page.goto(address(`/experiences/${experiences.experience[0]?.id}/logo`));
  await page.$eval('#field-file', (field) => field.removeAttribute('required'));
  expect(await upload()).toBe(422);
  yield 'editor-logo-missing';
}

async function* visitLimits(page: Page): AsyncGenerator<VisitedPage> {
  await page.goto(address('/presentation'));
  fixture.beforeWrite(() => Promise.reject(unavailable('service_unavailable', 'Down.')));
  await fill(page, '#field-text', 'Typed while a service is unavailable.');
  expect(await save(page)).toBe(503);
  yield 'editor-unavailable';
  await page.goto(address('/presentation'));
  fixture.beforeWrite(() => Promise.reject(unavailable('service_unavailable', 'Down.')));
  await fill(page, '#field-text', 'Typed again.');
  await fill(page, 'input[name=owner]', 'x'.repeat(1_000_000));
  expect(await save(page)).toBe(503);
  yield 'editor-unavailable-too-large';
  await page.goto(address('/presentation'));
  // In a visible field, the browser would need minutes to lay out the text.
  await fill(page, 'input[name=csrf]', 'x'.repeat(MAX_UPLOAD_BYTES));
  expect(await save(page)).toBe(413);
  yield 'editor-not-received';
  await page.goto(address('/links/new'));
  const links = Array.from({ length: maxItems }, (_, index) => ({ type: 'blog', url: `https://example.com/${index}` }));
  await fixture.replace(cvId, { links: { link: links } });
  await fill(page, '#field-type', 'blog');
  await fill(page, '#field-url', 'https://example.com');
  expect(await save(page)).toBe(409);
  yield 'editor-full';
  // A preview of all links would slow down the pages that follow.
  await fixture.replace(cvId, { links: { link: [] } });
  await page.goto(address('/presentation'));
  await fill(page, 'input[name=csrf]', 'old');
  expect(await save(page)).toBe(403);
  yield 'editor-expired';
  const description = 'x '.repeat(9_500);
  const experience = Array.from({ length: 54 }, (_, index) => ({ title: `Job ${index}`, description }));
  const large = await fixture.newCv(owner, { experiences: { experience } });
  await page.goto(address('/educations/new', large));
  await fill(page, '#field-degree', 'Diploma');
  await fill(page, '#field-description', description);
  expect(await save(page)).toBe(413);
  yield 'editor-cv-too-large';
  const empty = await fixture.newCv(owner, { title: 'Empty' });
  const deleted = await fixture.newCv(owner, { title: 'Deleted' });
  await page.goto(address('/presentation', deleted));
  await fill(page, '#field-text', 'Typed while the CV was deleted.');
  await fixture.cvs.delete(owner, deleted, (await fixture.cvs.read(owner, deleted, 'test')).revision, 'test');
  expect(await save(page)).toBe(404);
  yield 'editor-cv-deleted';
  for (const part of ['', '/sections']) {
    await page.goto(address(part, empty));
    yield `editor-empty${part.replace('/', '-')}`;
  }
  await page.goto(address('/presentation', empty));
  await fill(page, '#field-title', 'Engineer');
  await save(page);
  await follow(page, () => page.click('.undo button'));
  expect(await follow(page, () => page.click('.undo button'))).toBe(409);
  yield 'versions-nothing-to-undo';
}

async function* visitPreviews(page: Page): AsyncGenerator<VisitedPage> {
  await page.goto(address());
  const pages = await previewOf(page);
  await pages.waitForSelector('main');
  yield { name: 'editor-preview-pages', frame: pages, paper: true };
  await page.click('.preview-views a[href$=web]');
  await pages.waitForSelector('.skip-link');
  yield { name: 'editor-preview-web', frame: pages };
  await page.goto(`${fixture.gateway.url}/account/cvs/${cvId}/preview?view=pages`);
  yield { name: 'preview-pages', paper: true };
  await page.goto(`${fixture.gateway.url}/account/cvs/${cvId}/preview?view=web`);
  yield 'preview-web';
  const deleted = await fixture.newCv(owner, { title: 'Deleted' });
  await page.goto(address('', deleted));
  const { revision } = await fixture.cvs.read(owner, deleted, 'test');
  await fixture.cvs.delete(owner, deleted, revision, 'test');
  yield { name: 'editor-preview-gone', frame: await previewWith('gone', page) };
  await page.goto(address('/links/new'));
  await fixture.gateway.sessions.endAll(owner.userId);
  yield { name: 'editor-preview-signed-out', frame: await previewWith('signedOut', page) };
  await fill(page, '#field-url', 'https://example.com');
  expect(await save(page)).toBe(403);
  yield 'editor-sign-in';
  await signIn(page, owner.username, owner.password);
  expect(await page.$eval('#field-url', (field) => (field as HTMLInputElement).value)).toBe('https://example.com');
  yield 'editor-kept';
  await page.goto(`${fixture.gateway.url}/account/cvs/${cvId}/share`);
  await page.click('form[action$="/preview"] input[name=photo]');
  await fixture.gateway.sessions.endAll(owner.userId);
  expect(await follow(page, () => page.click('form[action$="/preview"] button'))).toBe(403);
  await signIn(page, owner.username, owner.password);
  expect(await page.$('input[name=photo]:not(:checked)')).not.toBeNull();
  yield 'share-preview-kept';
  await page.goto(address('/presentation'));
  await fixture.gateway.sessions.endAll(owner.userId);
  await fill(page, 'input[name=digest]', 'x'.repeat(MAX_VISITOR_FORM_BYTES));
  expect(await save(page)).toBe(403);
  yield 'editor-sign-in-too-large';
}

test.each<Device>([{ ...PHONE, scheme: 'dark' }, DESKTOP])(
  'imports, results, conflicts, previews and shared links are accessible at $width px, $scheme',
  async (device) => {
    async function* visit(page: Page): AsyncGenerator<VisitedPage> {
      await enter(page);
      yield* visitImports(page);
      yield* visitChanges(page);
      yield* visitAutosave(page);
      yield* visitFullSharing(page);
      yield* visitConflicts(page);
      yield* visitPictures(page);
      yield* visitLimits(page);
      yield* visitPreviews(page);
    }
    expect(await find(device, visit, ['/account/cvs/:id/preview'])).toEqual({});
  },
  400_000,
);
