import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SectionName, sectionNames, sectionOf } from '@vitae/site/features/account/editor/sections';
import { ownFormats } from '@vitae/site/features/account/own-files';
import sharp from 'sharp';
import type { Device } from '../../support/browser.ts';
import type { CompanyResponse, Json } from '../../support/company-api.ts';
import { fileStarts } from '../../support/export/file-starts.ts';
import type { Hands } from '../../support/hands.ts';
import { notImported, writeLinkedInExport } from '../../support/linkedin-files.ts';
import { authorize } from '../../support/oauth-authorization.ts';
import { type Redirect, startRedirect } from '../../support/redirect.ts';
import { plainPicture } from '../../support/resume/picture-fixtures.ts';
import { until } from '../../support/until.ts';
import type { UserApiSystem } from '../../support/user-api-system.ts';
import { changed, textsInApi, typed } from './owner-entries.ts';
import { createOwnerVisit, type OwnerVisit } from './owner-visit.ts';
import { expectPublished } from './published-by-owner.ts';

const PASSWORD = 'a long walk by the sea';

/** The name distinguishes the owners of one system. With `downloads`, the owner downloads the CV in all formats. */
export type NewOwner = { device: Device; hands: Hands; name: string; downloads?: boolean };

/** Leads an invited user to a published CV, an application that reads it, and the end of its access. */
export async function followNewOwner(system: UserApiSystem, owner: NewOwner): Promise<void> {
  const { device, hands, name, downloads } = owner;
  const { api } = system.companies.ours;
  const username = `pilot-${name}`;
  const names = { firstname: 'Ida', lastname: 'Okafor', email: `${username}@example.com` };
  const { json: user } = await api.post('/api/v1/users', { username, ...names, invite: true });
  const cvs = async (): Promise<number[]> =>
    (await api.get(`/api/v1/users/${user.id}/cv`)).json.map(({ id }: { id: number }) => id);
  const { page, context } = await system.browser.open({ device });
  const visit = createOwnerVisit(page, hands);
  const link = await startRedirect();
  try {
    await page.goto(user.invitation.url);
    await acceptInvitation(visit);
    await importLinkedIn(visit, join(system.companies.system.dataDir, `${username}.zip`));
    const [cvId = 0] = await cvs();
    const read = async () => (await api.get(`/api/v1/cv/${cvId}`)).json;
    const edit = `/account/cvs/${cvId}/edit`;
    await visit.go(`a[href="${edit}"]`);
    await editSections(visit, edit, link);
    await reorder(visit, edit, read);
    await addPictures(visit, edit, system.companies.system.dataDir);
    await chooseTemplate(visit, edit);
    if (downloads) await downloadUnpublished(visit, cvId);
    await publish(visit, cvId);
    expectInApi(await read());
    await fillInQuestions(visit);
    const otherId = (await cvs()).find((id) => id !== cvId) ?? 0;
    await visit.go('.account-menu a[href="/account"]');
    await visit.go(`.addresses a[href="${(await read()).url}"]`);
    await expectPublished(page, link.address);
    await grantAndRevoke(system, visit, link, { cvId, otherId });
  } finally {
    link.close();
    await context.close();
  }
}

async function acceptInvitation(visit: OwnerVisit): Promise<void> {
  for (const name of ['next', 'again']) await visit.fill(`input[name=${name}]`, PASSWORD);
  await visit.go('main form button');
  expect(visit.path()).toBe('/account');
}

async function importLinkedIn(visit: OwnerVisit, file: string): Promise<void> {
  await writeLinkedInExport(file);
  await visit.go('a[href="/account/cvs/new"]');
  await visit.upload(file);
  await visit.go('form[action="/account/cvs/import"] button');
  expect(await visit.page.$eval('main', (main) => main.textContent)).toContain(notImported);
}

const NEW_ENTRY = 'new';
const FIRST_ENTRY = 'li:first-child .row-title a';
const inSection = (section: SectionName, selector: string) => `[aria-labelledby=section-${section}] ${selector}`;

/** Adds an entry to every section of the editor, and changes entries that were imported. */
async function editSections(visit: OwnerVisit, edit: string, link: Redirect): Promise<void> {
  const shown = await visit.page.$$eval('section[aria-labelledby^=section-]', (found) =>
    found.map((section) => section.getAttribute('aria-labelledby')?.replace('section-', '')),
  );
  expect(shown).toEqual(sectionNames);
  for (const section of sectionNames) {
    const change = changed[section];
    if (change) await savePart(visit, edit, section, inSection(section, FIRST_ENTRY), change);
    const path = sectionOf(section).list ? `${section}/${NEW_ENTRY}` : section;
    await savePart(visit, edit, section, `a[href="${edit}/${path}"]`, typed[section]);
  }
  await savePart(visit, edit, 'links', `a[href="${edit}/links/${NEW_ENTRY}"]`, { type: 'Ships', url: link.address });
}

async function savePart(
  visit: OwnerVisit,
  edit: string,
  section: SectionName,
  link: string,
  fields: Record<string, string | true>,
): Promise<void> {
  await visit.go(link);
  for (const [name, value] of Object.entries(fields)) {
    const field = `.editor-form [name="${name}"]`;
    // The form has one blank row.
    if (/\.\d+$/.test(name) && !(await visit.page.$(field))) await visit.press('.editor-form [name=add]');
    const summary = `.editor-form details:not([open]):has([name="${name}"]) > summary`;
    if (await visit.page.$(summary)) await visit.press(summary);
    if (value === true) await visit.check(field);
    else await visit.fill(field, value);
  }
  await visit.press('.editor-form .choice button:not([name])');
  const saved = new RegExp(`${edit}\\?done=saved(&revision=\\d+)?#section-${section}$`);
  await until(`the saved part ${section}`, () => saved.test(visit.page.url()));
  await visit.page.waitForSelector('.notice-good');
}

const BACK = '.editor-links a:first-child';

/** Moves the first experience and the first section of the document below the next one. */
async function reorder(visit: OwnerVisit, edit: string, read: () => Promise<Json>): Promise<void> {
  const titles = async () => (await read()).experiences.experience.map(({ title }: { title: string }) => title);
  const before = await titles();
  expect(before).toEqual(['Chief Pilot', 'Guide', 'Foreman', 'Driver']);
  await visit.moveDown(inSection('experiences', '[data-order]'));
  await until('the moved experience', async () => (await titles())[1] === before[0]);
  expect(await titles()).toEqual(['Guide', 'Chief Pilot', 'Foreman', 'Driver']);
  await visit.go(`a[href="${edit}/sections"]`);
  const order = () => visit.page.$$eval('[data-order]', (lists) => lists.at(-1)?.getAttribute('data-order') ?? '');
  const [first = '', second = '', ...others] = (await order()).split(',');
  await visit.page.$$eval('[data-order]', (lists) => lists.at(-1)?.setAttribute('id', 'sections-to-move'));
  await visit.moveDown('#sections-to-move');
  await until('the moved section', async () => (await order()) === [second, first, ...others].join());
  await visit.go(BACK);
}

/** Adds a photo, cropped to its red half, the logo of a company and the picture of a portfolio item. */
async function addPictures(visit: OwnerVisit, edit: string, folder: string): Promise<void> {
  const { page } = visit;
  const file = join(folder, 'picture');
  const blue = { input: { create: { width: 400, height: 400, channels: 3, background: '#0000ff' } } } as const;
  const red = sharp({ create: { width: 800, height: 400, channels: 3, background: '#ff0000' } });
  const photo = red.composite([{ ...blue, left: 400, top: 0 }]).jpeg();
  await writeFile(file, await photo.toBuffer());
  await visit.go(`a[href="${edit}/photo"]`);
  await visit.upload(file);
  await page.waitForSelector('#crop[data-ready]');
  await visit.moveRight('.crop-area');
  await visit.go(`form[action="${edit}/photo"] button:not([type=button])`);
  await page.waitForSelector('img.picture');
  await visit.go(`main a[href="${edit}"]`);
  for (const [section, name, color] of [
    ['experiences', 'logo', '#00ff00'],
    ['portfolios', 'picture', '#ffff00'],
  ] as const) {
    await writeFile(file, await plainPicture('png', 300, 200, color));
    await visit.go(inSection(section, FIRST_ENTRY));
    await visit.go(`a[href$="/${name}"]`);
    await visit.upload(file);
    await visit.go(`form[action$="/${name}"] button:not([type=button])`);
    await page.waitForSelector('img.picture');
    await visit.go(`main a[href^="${edit}/${section}/"]`);
    await visit.go(BACK);
  }
}

async function chooseTemplate(visit: OwnerVisit, edit: string): Promise<void> {
  await visit.go(`a[href="${edit}/design"]`);
  await visit.check('input[name=template][value=compact]');
  // The script changes the address before the form is submitted.
  await visit.press(`form[action="${edit}/design"] button`);
  await until('the saved design', () => visit.page.url().endsWith(`${edit}/design?done=saved`));
  await visit.page.waitForSelector('.notice-good');
  await visit.go(BACK);
}

/** Downloads the CV in all formats before visitors can read it. */
async function downloadUnpublished({ page }: OwnerVisit, cvId: number): Promise<void> {
  for (const format of ownFormats) {
    const address = `/account/cvs/${cvId}/export?format=${format}`;
    const file = await until(`the ${format} file`, async () => {
      const { status, content } = await page.evaluate(downloadInPage, address);
      // 202 while it is rendered.
      expect([200, 202]).toContain(status);
      return status === 200 && Buffer.from(content, 'base64');
    });
    const start = fileStarts[format];
    expect({ format, start: file.toString('latin1', 0, start.length) }).toEqual({ format, start });
    if (format === 'txt' || format === 'json') expect(file.toString()).toContain(String(typed.presentation.text));
  }
}

/** Runs in the page, with the cookies of the owner. */
async function downloadInPage(address: string): Promise<{ status: number; content: string }> {
  const response = await fetch(address);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, content: btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), '')) };
}

async function publish(visit: OwnerVisit, cvId: number): Promise<void> {
  await visit.go(BACK);
  expect(visit.path()).toBe('/account');
  await visit.go(`form[action="/account/cvs/${cvId}/publish"] button`);
  await visit.page.waitForSelector('[role=status]');
}

function expectInApi(cv: Json): void {
  // The path of a portfolio item is that of its picture.
  expect(textsInApi.filter((text) => !JSON.stringify(cv).includes(text))).toEqual([typed.portfolios.path]);
  expect(cv.portfolios.portfolio[0].path).toMatch(/^\/pictures\//);
  expect(cv).toMatchObject({ culture: 'fr_FR', professionalStatus: 3, availability: 1 });
  expect(cv.userInformation).toMatchObject({ birthdate: '1988-02-29', DriversLicence: 1, state: 1 });
  expect(cv.skills.skill.at(-1)).toMatchObject({
    level: 95,
    children: { skill: [{ level: 75, children: { skill: [{ title: 'Doppler', level: 45 }] } }] },
  });
}

/** Creates a second CV from a few questions. */
async function fillInQuestions(visit: OwnerVisit): Promise<void> {
  await visit.go('a[href="/account/cvs/new"]');
  for (const [field, text] of Object.entries({ title: 'Another CV', position: 'Deckhand', company: 'Ferry' }))
    await visit.fill(`form[action$="/start"] [name=${field}]`, text);
  await visit.go('form[action="/account/cvs/start"] button');
}

type OwnedCvs = { cvId: number; otherId: number };

/** Follows the link of an application in the CV, allows it to read one of two CVs, and revokes its access. */
async function grantAndRevoke(system: UserApiSystem, visit: OwnerVisit, link: Redirect, { cvId, otherId }: OwnedCvs) {
  const application = await system.createApplication('Ships');
  const token = await authorize(system.publicUrl, application, async (address) => {
    link.target = address;
    await visit.go(`a[href="${link.address}"]`);
    await visit.check('input[name=cvs][value=selected]');
    await visit.check(`input[name=cv][value="${cvId}"]`);
    await visit.go('button[value=allow]');
    return visit.page.$eval('output', (output) => output.textContent);
  });
  const client = system.apiOf(token, application);
  const reads = () => Promise.all([cvId, otherId].map((id) => client.get(`/cv/${id}`)));
  const statuses = (responses: CompanyResponse<Json>[]) => responses.map(({ status }) => status);
  const granted = await reads();
  expect(statuses(granted)).toEqual([200, 403]);
  expectInApi(granted[0]?.json);

  await visit.go('main a[href$="/account/applications"]');
  const form = `form[action="/account/applications/${application.id}/revoke"]`;
  await visit.press(`details:has(${form}) > summary`);
  await visit.go(`${form} button`);
  expect(statuses(await reads())).toEqual([401, 401]);
}
