import { linkAddress } from '@vitae/accounts/links/one-time-links';
import { unavailable } from '@vitae/kit/errors';
import type { ElementHandle, Page } from 'puppeteer';
import { DESKTOP, type Device, follow, PHONE, signIn } from '../support/browser.ts';
import { previewWith } from '../support/editor-pages.ts';
import { listedCv } from '../support/gateway/memory-own-cvs.ts';
import { createMemoryOwnProfile } from '../support/gateway/memory-own-profile.ts';
import { createMemoryOwnRecords } from '../support/gateway/memory-own-records.ts';
import { noPictures, type OwnerFixture, type OwnersGateway } from '../support/gateway/owner-fixtures.ts';
import { type OwnersInBrowser, startOwnersInBrowser } from '../support/owners-in-browser.ts';
import { findPageProblems, type VisitedPage } from '../support/page-problems.ts';

const NO_CV = new URL('../../package.json', import.meta.url).pathname;

const down = () => Promise.reject(unavailable('test', ''));

let owners: OwnersInBrowser;
/**
 * A site that sends no mail. Its services have no records of owners, and can neither render CVs nor change photos and
 * user names.
 */
let empty: OwnersGateway;
let owner: OwnerFixture;
let other: OwnerFixture;

beforeAll(async () => {
  owners = await startOwnersInBrowser(process.env);
  const records = createMemoryOwnRecords();
  const { dailyVisits } = records;
  empty = await owners.system.start({
    sendsMail: false,
    pictures: { ...noPictures, preview: down, set: down },
    profileOf: ({ credentials }) => ({ ...createMemoryOwnProfile(credentials), setUsername: down }),
    records: {
      ...records,
      comments: async () => ({ comments: [], next: undefined }),
      dailyVisits: async (...of) => (await dailyVisits(...of)).map((day) => ({ ...day, visitors: 0 })),
    },
  });
});
afterAll(() => owners.close());
beforeEach(async () => {
  owner = await owners.system.createOwner(owners.gateway);
  other = await owners.system.createOwner(owners.gateway);
});

const open = (page: Page, path: string, { url } = owners.gateway) => page.goto(`${url}${path}`);
const submit = (page: Page, action: string) => follow(page, () => page.click(`main form[action$="${action}"] button`));
const signOut = (page: Page) => follow(page, () => page.click('header button'));
const fill = (page: Page, selector: string, text: string) => page.locator(`main ${selector}`).fill(text);
const openDetails = (page: Page) =>
  page.$$eval('details', (all) => {
    for (const one of all) one.setAttribute('open', '');
  });

async function* visitSignIn(page: Page): AsyncGenerator<VisitedPage> {
  const { company } = owners.system;
  await open(page, `/${company.id}/sign-in`);
  yield 'company-sign-in';
  await signIn(page, owner.username, 'wrong');
  yield 'company-sign-in-wrong';
  await follow(page, () => page.click('main a[href*=forgotten]'));
  yield 'company-forgotten';
  await open(page, '/no-such-company/sign-in');
  yield 'company-unknown';
  const locked = await owners.system.createOwner(owners.gateway);
  await open(page, '/account');
  for (let status = 0, attempts = 0; status !== 429; attempts++) {
    expect(attempts).toBeLessThan(30);
    status = await signIn(page, locked.username, 'wrong');
  }
  yield 'account-sign-in-too-many';
}

async function* visitEmpty(page: Page): AsyncGenerator<VisitedPage> {
  owners.system.cvs.length = 0;
  await open(page, '/account/forgotten', empty);
  yield 'account-forgotten-without-mail';
  await open(page, '/account', empty);
  await signIn(page, owner.username, owner.password);
  for (const part of ['', '/profile', '/statistics', '/comments', '/applications']) {
    await open(page, `/account${part}`, empty);
    yield `account-empty${part.replace('/', '-')}`;
  }
  await open(page, '/account/profile', empty);
  await fill(page, '#username-password', owner.password);
  expect(await submit(page, '/profile/username')).toBe(503);
  yield 'account-password-not-kept';
  await open(page, '/account/cvs/1/edit/photo', empty);
  // Without events, the script of the page does not check the file.
  const upload = () =>
    page.$eval('main form[action$="/photo"]', (form) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File(['not a picture'], 'photo.png'));
      (form.querySelector('input[type=file]') as HTMLInputElement).files = chosen.files;
      (form as HTMLFormElement).submit();
    });
  expect(await follow(page, upload)).toBe(503);
  yield 'account-file-not-kept';
  await open(page, '/account/cvs/1/edit', empty);
  yield { name: 'editor-preview-unavailable', frame: await previewWith('unavailable', page) };
  await open(page, '/account', empty);
  await signOut(page);
  yield 'account-signed-out';
}

async function* visitCvForms(page: Page): AsyncGenerator<VisitedPage> {
  const { cvs } = owners.system;
  const shown = { indexed: false, protected: false, anonymized: true, publicUrl: '' };
  cvs.push({
    id: 1,
    title: 'Baker',
    main: true,
    privateUrl: 'https://vitae.example/c/AbCdEfGh',
    ...listedCv,
    ...shown,
  });
  await open(page, '/account');
  await signIn(page, owner.username, owner.password);
  await openDetails(page);
  await fill(page, 'input[name=title]', ' ');
  expect(await submit(page, '/rename')).toBe(422);
  yield 'account-title-problem';
  await openDetails(page);
  await fill(page, 'input[name=password]', 'short');
  expect(await submit(page, '/protect')).toBe(422);
  yield 'account-visitor-password-problem';
  await openDetails(page);
  await submit(page, '/publish');
  yield 'account-published';
  await open(page, '/account/cvs/1/export?format=pdf');
  yield 'account-file-waiting';
  expect((await open(page, '/account/cvs/404/versions'))?.status()).toBe(404);
  yield 'account-cv-unknown';
  await open(page, '/account/cvs/1/versions?done=restored');
  yield 'account-version-restored';
  await open(page, '/account/cvs/new');
  await ((await page.$('input[type=file]')) as ElementHandle<HTMLInputElement>).uploadFile(NO_CV);
  expect(await submit(page, '/import')).toBe(422);
  yield 'account-new-cv-file-problem';
}

async function* visitProfileForms(page: Page): AsyncGenerator<VisitedPage> {
  await open(page, '/account/profile');
  await fill(page, 'input[name=firstname]', 'x'.repeat(300));
  expect(await submit(page, '/details')).toBe(422);
  yield 'profile-name-problem';
  await fill(page, '#field-email', 'nothing');
  await fill(page, '#email-password', owner.password);
  expect(await submit(page, '/profile/email')).toBe(422);
  yield 'profile-email-problem';
  await fill(page, '#field-email', `new-${owner.userId}@example.com`);
  await fill(page, '#email-password', owner.password);
  await submit(page, '/profile/email');
  const mails = await owners.gateway.outbox.due(100);
  const emailLink = String(mails.flatMap((mail) => (mail.template === 'ownerEmail' ? [mail.values.url] : [])).at(-1));
  await open(page, '/account/profile?done=password');
  yield 'profile-password-changed';
  await open(page, '/account/delete');
  await fill(page, 'input[name=password]', 'wrong');
  expect(await submit(page, '/delete')).toBe(403);
  yield 'account-delete-wrong-password';
  await open(page, '/account/data');
  // A download leaves the page as it is.
  const download = () =>
    page.$eval('form[action="/account/data"]', async (form) => {
      const body = new URLSearchParams(new FormData(form as HTMLFormElement) as never);
      return (await fetch('/account/data', { method: 'POST', body })).status;
    });
  for (let downloads = 0; (await download()) !== 429; downloads++) expect(downloads).toBeLessThan(10);
  expect(await submit(page, '/data')).toBe(429);
  yield 'account-data-too-many';
  const { id } = await owners.gateway.applications.create({
    companyId: owner.companyId,
    name: 'Jobs',
    callbacks: ['oob'],
  });
  const of = { applicationId: id, companyId: owner.companyId, userId: owner.userId, lastUsedAt: null };
  const token = { digest: `digest ${id}`, sealedSecret: '', createdAt: new Date() };
  await owners.gateway.grants.addToken({ ...of, createdAt: new Date() }, token);
  await open(page, '/account/applications');
  await openDetails(page);
  await page.click('input[name=cvs][value=selected]');
  await page.$$eval('input[name=data]', (boxes) => {
    for (const box of boxes) (box as HTMLInputElement).checked = false;
  });
  expect(await submit(page, '/access')).toBe(422);
  yield 'account-applications-problem';
  await owners.gateway.sessions.endAll(owner.userId);
  expect(await submit(page, '/access')).toBe(403);
  await signIn(page, owner.username, owner.password);
  expect(await page.$$eval('input[name=data]:checked', (boxes) => boxes.length)).toBe(0);
  yield 'account-applications-kept';
  await openDetails(page);
  await submit(page, '/revoke');
  yield 'account-application-removed';
  await signOut(page);
  await page.goto(emailLink);
  yield 'email-link-signed-out';
  await fill(page, 'input[name=password]', 'wrong');
  expect(await follow(page, () => page.click('main form button'))).toBe(403);
  yield 'email-link-wrong-password';
  await open(page, '/account');
  await signIn(page, other.username, other.password);
  await page.goto(emailLink);
  yield 'email-link-other-account';
}

async function* visitLinks(page: Page): AsyncGenerator<VisitedPage> {
  const { gateway } = owners;
  await open(page, '/account');
  await signOut(page);
  const { companyId } = owner;
  const username = `ben-${owner.userId}`;
  const invited = { userId: 2 ** 46 + owner.userId, companyId, username, email: `${username}@example.com` };
  await gateway.credentials.invite(invited);
  const link = { userId: invited.userId, companyId, email: invited.email };
  const follows = async (created: Parameters<typeof gateway.links.create>[0]) => {
    const token = await gateway.transact((session) => gateway.links.create(created, session));
    await page.goto(linkAddress(gateway.url, created.purpose, token));
  };
  for (const purpose of ['ownerReset', 'ownerInvitation'] as const) {
    await follows({ purpose, ...link });
    await fill(page, 'input[name=next]', 'long enough once');
    await fill(page, 'input[name=again]', 'long enough twice');
    await follow(page, () => page.click('main form button'));
    yield `account-${purpose}-problem`;
  }
  await open(page, '/account');
  await signIn(page, other.username, other.password);
  for (const purpose of ['ownerReset', 'ownerInvitation'] as const) {
    await follows({ purpose, ...link });
    yield `account-${purpose}-other-account`;
  }
  await follows({ purpose: 'ownerSignIn', path: '/account', ...link });
  yield 'account-ownerSignIn-other-account';
  await follow(page, () => page.click('main form button'));
  await open(page, '/account/profile');
  yield 'profile-without-password';
  await fill(page, 'input[name=lastname]', 'Typed before the other owner signed in');
  const tab = await page.browserContext().newPage();
  await open(tab, '/account');
  await signOut(tab);
  await signIn(tab, other.username, other.password);
  await tab.close();
  await page.bringToFront();
  expect(await submit(page, '/details')).toBe(403);
  yield 'account-form-of-other-owner';
  // The page has no links to other languages below the sheet.
  const below = await page.$eval(
    '.sheet',
    (sheet) => document.body.scrollHeight - scrollY - sheet.getBoundingClientRect().bottom,
  );
  expect(below).toBeGreaterThan(10);
}

test.each<Device>([{ ...PHONE, scheme: 'dark' }, DESKTOP])(
  'empty pages and errors of the account are accessible at $width px, $scheme',
  async (device) => {
    const { browser, system } = owners;
    async function* visit(page: Page): AsyncGenerator<VisitedPage> {
      yield* visitSignIn(page);
      yield* visitEmpty(page);
      yield* visitCvForms(page);
      yield* visitProfileForms(page);
      yield* visitLinks(page);
    }
    expect(await findPageProblems({ browser, device, address: system.newAddress(), visit })).toEqual({});
  },
  400_000,
);
