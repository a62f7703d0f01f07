import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createArchive } from '@vitae/kit/zip-archive';
import type { Page } from 'puppeteer';
import { type Device, follow } from '../../support/browser.ts';
import type { CompanyResponse, Json } from '../../support/company-api.ts';
import type { Hands } from '../../support/hands.ts';
import { authorize } from '../../support/oauth-authorization.ts';
import { pdfText } from '../../support/pdf.ts';
import { plainPicture } from '../../support/resume/picture-fixtures.ts';
import { until } from '../../support/until.ts';
import type { UserApiSystem } from '../../support/user-api-system.ts';

/** Files of a data export of LinkedIn. */
const LINKEDIN = {
  'Profile.csv': 'First Name,Last Name,Headline\nIda,Okafor,Sailor\n',
  'Positions.csv': 'Company Name,Title,Started On\nWhale Watching Ltd,Guide,Mar 2005\n',
};
const PASSWORD = 'a long walk by the sea';

/** What the owner types in the form of each part. Checkboxes are `true`. */
const typed: Record<string, Record<string, string | true>> = {
  about: {
    title: 'Harbour Pilot',
    professionalStatus: '3',
    availability: '1',
    rss: 'https://pilot.example/feed',
  },
  personal: {
    birthdate: '1988-02-29',
    maritalStatus: 'Married',
    zipcode: '99801',
    city: 'Juneau',
    country: 'USA',
    state: '1',
    DriversLicence: true,
  },
  presentation: { title: 'Steady hands', text: 'I bring large ships home.' },
  'experiences/new': {
    title: 'Chief Pilot',
    company: 'Northern Port',
    city: 'Sitka',
    country: 'USA',
    state: '1',
    contractType: '1',
    start: '2011-04-15',
    end: '2019-11-02',
    description: 'A port in the ice.',
    'description.0': 'Piloted tankers',
    'description.1': 'Trained beginners',
  },
  'educations/new': {
    degree: 'Master Mariner',
    school: 'Nautical Academy',
    start: '2006-09-01',
    end: '2010-06-30',
    description: 'With honours.',
  },
  'skills/new': {
    title: 'Navigation',
    level: '95',
    details: 'By day and night.',
    'title.0': 'Radar',
    'level.0': '75',
    'details.0': 'In fog.',
    'depth.1': '2',
    'title.1': 'Doppler',
    'level.1': '45',
  },
  'interests/new': { title: 'Music', 'title.0': 'Choir', 'depth.1': '2', 'title.1': 'Bass' },
  'portfolios/new': {
    title: 'Chart of Sitka',
    url: 'https://charts.example/sitka',
    createDate: '2015-05-20',
    description: 'Depths of the inlet.',
    mediaType: 'image/tiff',
    content: 'Twelve sheets',
    embed: 'An embedded chart',
    path: 'charts/sitka.tiff',
  },
  'links/new': { type: 'Mastodon', url: 'https://social.example/@pilot' },
  'contacts/new': { type: 'skype', value: 'harbour.pilot' },
};

/** Texts that visitors do not see. They are in the API. */
const hidden = ['https://pilot.example/feed', 'image/tiff', 'Twelve sheets', 'An embedded chart', 'charts/sitka.tiff'];
/** How visitors see dates, options and addresses. */
const shownAs = [
  'Alaska',
  'Permanent contract',
  'Apr 2011',
  'Nov 2019',
  'Expert',
  'Advanced',
  'Intermediate',
  'social.example/@pilot',
];

/** Without numbers and codes. */
const texts = Object.values(typed)
  .flatMap((fields) => Object.values(fields))
  .filter((value): value is string => value !== true && value.length > 3);
const shown = [...texts.filter((text) => !hidden.includes(text) && !/^(\d{4}-|https:)/.test(text)), ...shownAs];

/** The name distinguishes the owners of one system. */
export type NewOwner = { device: Device; hands: Hands; name: string };

/** Leads an invited user to a published CV, an application that reads it, and the end of its access. */
export async function followNewOwner(system: UserApiSystem, { device, hands, name }: NewOwner): Promise<void> {
  const { api } = system.companies.ours;
  const username = `pilot-${name}`;
  const names = { firstname: 'Ida', lastname: 'Okafor', email: `${username}@example.com` };
  const { json: user } = await api.post('/api/v1/users', { username, ...names, invite: true });
  const { page, context } = await system.browser.open({ device });
  const go = (selector: string) => follow(page, () => hands.press(page, selector));

  await page.goto(user.invitation.url);
  for (const name of ['next', 'again']) await hands.fill(page, `input[name=${name}]`, PASSWORD);
  await go('main form button');
  expect(new URL(page.url()).pathname).toBe('/account');

  await go('a[href="/account/cvs/new"]');
  const folder = system.companies.system.dataDir;
  const file = join(folder, 'linkedin.zip');
  await writeLinkedIn(file);
  await hands.upload(page, 'input[type=file]', file);
  await go('form[action="/account/cvs/import"] button');
  const [{ id }] = (await api.get(`/api/v1/users/${user.id}/cv`)).json;
  const read = async () => (await api.get(`/api/v1/cv/${id}`)).json;
  const edit = `/account/cvs/${id}/edit`;

  await go(`a[href="${edit}"]`);
  await editAll(page, hands, edit);
  await page.goto(system.publicUrl + edit);
  await follow(page, () => hands.press(page, '[aria-labelledby=section-experiences] li:first-child [value=down]'));
  expect(page.url()).toContain('done=moved');
  await addPhoto(page, hands, edit, join(folder, `${username}.jpeg`));
  await chooseTemplate(page, hands, edit);
  await publish(page, hands, id);

  const cv = await read();
  expect(texts.filter((text) => !JSON.stringify(cv).includes(text))).toEqual([]);
  expect(cv.experiences.experience[1]).toMatchObject({ title: 'Chief Pilot', contractType: 1 });
  expect(cv).toMatchObject({ professionalStatus: 3, availability: 1, userInformation: { DriversLicence: 1 } });
  await expectPublished(page, cv.url, ['Ida Okafor', 'Whale Watching Ltd', 'Guide', ...shown]);
  await fillInQuestions(system, page, hands);
  const [, otherId] = (await api.get(`/api/v1/users/${user.id}/cv`)).json
    .map((one: { id: number }) => one.id)
    .toSorted((one: number, other: number) => one - other);
  await grantAndRevoke(system, page, hands, { cvId: id, otherId });
  await context.close();
}

function writeLinkedIn(file: string): Promise<void> {
  const entries = Object.entries(LINKEDIN).map(([name, content]) => ({
    name,
    compress: true,
    open: async () => Readable.from([Buffer.from(content)]),
  }));
  return writeFile(file, createArchive(entries, new Date(0)));
}

/** Fills in the forms of all parts. */
async function editAll(page: Page, hands: Hands, edit: string): Promise<void> {
  for (const [part, fields] of Object.entries(typed)) {
    const [section] = part.split('/');
    await follow(page, () => hands.press(page, `a[href="${edit}/${part}"]`));
    for (const [name, value] of Object.entries(fields)) {
      const field = `.editor-form [name="${name}"]`;
      if (value === true) await hands.check(page, field);
      else await hands.fill(page, field, value);
    }
    await hands.press(page, '.editor-form button:not([name])');
    await until(`the saved part ${part}`, () => page.url().endsWith(`${edit}?done=saved#section-${section}`));
    await page.waitForSelector('.notice-good');
  }
}

async function addPhoto(page: Page, hands: Hands, edit: string, file: string): Promise<void> {
  await writeFile(file, await plainPicture('jpeg', 600, 800));
  await page.goto(new URL(edit, page.url()).href);
  await follow(page, () => hands.press(page, `a[href="${edit}/photo"]`));
  await hands.upload(page, 'input[type=file]', file);
  await page.waitForSelector('#crop[data-ready]');
  await follow(page, () => hands.press(page, `form[action="${edit}/photo"] button:not([type=button])`));
  await page.waitForSelector('img.picture');
}

async function chooseTemplate(page: Page, hands: Hands, edit: string): Promise<void> {
  await page.goto(new URL(edit, page.url()).href);
  await follow(page, () => hands.press(page, `a[href="${edit}/design"]`));
  await hands.check(page, 'input[name=template][value=compact]');
  await follow(page, () => hands.press(page, `form[action="${edit}/design"] button`));
  await page.waitForSelector('.notice-good');
}

async function publish(page: Page, hands: Hands, cvId: number): Promise<void> {
  await page.goto(new URL('/account', page.url()).href);
  const form = `form[action="/account/cvs/${cvId}/publish"]`;
  await hands.press(page, `details:has(${form}) > summary`);
  await follow(page, () => hands.press(page, `${form} button`));
  await page.waitForSelector('[role=status]');
}

/** The page and the PDF contain everything that the owner typed, and the page also the photo. */
async function expectPublished(page: Page, url: string, expected: string[]): Promise<void> {
  await page.goto(url);
  expect(await page.$eval('body', (body) => body.className)).toBe('look-compact');
  const missingIn = (text: string) => {
    const normalized = text.replace(/\s+/g, ' ').toLowerCase();
    return expected.filter((one) => !normalized.includes(one.toLowerCase()));
  };
  expect(missingIn(await page.$eval('.sheet', (sheet) => sheet.textContent))).toEqual([]);
  expect(await page.$('a[href="https://charts.example/sitka"]')).not.toBeNull();
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('img.photo')?.naturalWidth);
  const address = await page.$eval('.downloads a', (link) => (link as HTMLAnchorElement).href);
  const pdf = await until('the PDF', async () => {
    const response = await fetch(address);
    return response.status === 200 && Buffer.from(await response.arrayBuffer());
  });
  expect(missingIn(await pdfText(pdf))).toEqual([]);
}

/** Creates a second CV from a few questions. */
async function fillInQuestions(system: UserApiSystem, page: Page, hands: Hands): Promise<void> {
  await page.goto(`${system.publicUrl}/account/cvs/new`);
  for (const [field, text] of Object.entries({ title: 'Another CV', position: 'Deckhand', company: 'Ferry' }))
    await hands.fill(page, `form[action$="/start"] [name=${field}]`, text);
  await follow(page, () => hands.press(page, 'form[action="/account/cvs/start"] button'));
}

type OwnedCvs = { cvId: number; otherId: number };

/** Allows an application to read one of two CVs, and revokes its access. */
async function grantAndRevoke(system: UserApiSystem, page: Page, hands: Hands, { cvId, otherId }: OwnedCvs) {
  const application = await system.createApplication('Ships');
  const token = await authorize(system.publicUrl, application, async (address) => {
    await page.goto(address);
    await hands.check(page, 'input[name=cvs][value=selected]');
    await hands.check(page, `input[name=cv][value="${cvId}"]`);
    await follow(page, () => hands.press(page, 'button[value=allow]'));
    return page.$eval('output', (output) => output.textContent);
  });
  const client = system.apiOf(token, application);
  const reads = () => Promise.all([cvId, otherId].map((id) => client.get(`/cv/${id}`)));
  const statuses = (responses: CompanyResponse<Json>[]) => responses.map(({ status }) => status);
  const granted = await reads();
  expect(statuses(granted)).toEqual([200, 403]);
  expect(granted[0]?.json.title).toBe('Harbour Pilot');

  await page.goto(`${system.publicUrl}/account/applications`);
  const form = `form[action="/account/applications/${application.id}/revoke"]`;
  await hands.press(page, `details:has(${form}) > summary`);
  await follow(page, () => hands.press(page, `${form} button`));
  expect(statuses(await reads())).toEqual([401, 401]);
}
