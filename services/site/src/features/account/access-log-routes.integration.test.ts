import type { Access } from '@vitae/accounts/grants/access-log';
import { FULL_ACCESS } from '@vitae/accounts/grants/grant-access';
import { locales } from '@vitae/proto/locale';
import { listedCv } from '@vitae/test/support/gateway/memory-own-cvs';
import {
  type OwnerFixture,
  type OwnersFixture,
  type OwnersGateway,
  startOwnersFixture,
} from '@vitae/test/support/gateway/owner-fixtures';
import { createWebVisitor, formIn, type PageResponse, type WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import { messagesFor } from '../../locales/messages.ts';

const DAY = 86_400_000;
/** In the future, because MongoDB deletes expired documents at any time. */
const TODAY = Date.UTC(2036, 2, 31, 12);
const DELETED_CV = 99;
let system: OwnersFixture;
let site: OwnersGateway;
let owner: OwnerFixture;
let visitor: WebVisitor;
let application: { id: number };

beforeAll(async () => {
  system = await startOwnersFixture(process.env);
  site = await system.start();
  const shown = { indexed: false, protected: false, anonymized: false, publicUrl: '', privateUrl: 'http://x/c/1' };
  system.cvs.push({ id: 7, title: 'Engineer <b>', main: true, ...shown, ...listedCv });
});
afterAll(() => system.close());
beforeEach(async () => {
  owner = await system.createOwner(site);
  visitor = await signedIn(owner);
  application = await newApplication();
});

const newApplication = (companyId = system.company.id, name = 'Jobs & Co') =>
  site.applications.create({ companyId, name, callbacks: ['oob'] });

async function signedIn({ username, password }: OwnerFixture): Promise<WebVisitor> {
  const browser = createWebVisitor(site.url, system.newAddress());
  await browser.submit(await browser.get('/account'), '/account/sign-in', { login: username, password });
  return browser;
}

async function connect(applicationId = application.id): Promise<void> {
  const { userId, companyId } = owner;
  const grant = { applicationId, companyId, userId, createdAt: new Date(TODAY), lastUsedAt: null, access: FULL_ACCESS };
  const token = { digest: `digest ${applicationId} ${userId}`, sealedSecret: '', createdAt: new Date(TODAY) };
  await site.grants.addToken(grant, token);
}

/** Adds an access of the application that many days ago. */
function add(daysAgo: number, more: Partial<Access> & { count?: number } = {}): Promise<void> {
  const { userId, companyId } = owner;
  const at = new Date(TODAY - daysAgo * DAY);
  const of = { companyId, userId, applicationId: application.id };
  return site.accessLog.add([{ ...of, data: 'profile', cvId: 0, count: 1, firstAt: at, lastAt: at, ...more }]);
}

const pathOf = (id = application.id) => `/account/applications/${id}/access`;
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('the access log of an application', () => {
  test('shows what it accessed and when, the newest first', async () => {
    await connect();
    await add(2, { data: 'cv list' });
    await add(1, { data: 'cv', cvId: DELETED_CV });
    await add(0, { data: 'cv', cvId: 7, count: 1_234 });
    const page = await visitor.get(pathOf());
    expect(page.status).toBe(200);
    const text = textOf(page.text);
    const rows = ['Engineer &lt;b>', '1,234 accesses', 'Deleted CV', '1 access', 'List of your CVs'];
    const positions = rows.map((row) => text.indexOf(row));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(page.text.split(`<time datetime="${new Date(TODAY).toISOString()}">`)).toHaveLength(3);
    expect(text).not.toContain('no longer has access');
  });

  test('is paged', async () => {
    await Promise.all(Array.from({ length: 60 }, (_none, daysAgo) => add(daysAgo)));
    const first = await visitor.get(pathOf());
    const next = first.text.match(/href="([^"]+)" rel="next"/)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = await visitor.get(next);
    const days = [first, second].flatMap(({ text }) =>
      [...text.matchAll(/<time datetime="([^T]+)T/g)].map(([, day]) => day),
    );
    expect([new Set(days).size, days.length]).toEqual([60, 60]);
    expect(second.text).not.toContain('rel="next"');
    const invalid = await visitor.get(`${pathOf()}?before=nonsense`);
    expect([invalid.status, invalid.location]).toEqual([303, pathOf()]);
  });

  test('remains after the application was disconnected, and is linked with the last access', async () => {
    await connect();
    await add(1);
    await add(0, { data: 'labels' });
    const linked = async () => {
      const { text } = await visitor.get('/account/applications');
      expect(text).toContain(`href="${pathOf()}"`);
      return textOf(text);
    };
    expect(await linked()).toContain('Last access on March 31, 2036');
    await site.grants.revoke(owner.userId, application.id);
    const text = await linked();
    expect(text).toContain('No applications have access');
    expect(text).toContain('Disconnected applications');
    expect(text).toContain('Last access on March 31, 2036');
    const log = textOf((await visitor.get(pathOf())).text);
    expect(log).toContain('no longer has access');
    expect(log).toContain('Labels, read or changed');
  });

  test('belongs to the account, like the list of applications', async () => {
    await connect();
    for (const path of ['/account/applications', pathOf()])
      expect((await visitor.get(path)).text).toMatch(/<a href="\/account" aria-current="true">/);
  });

  test('is empty for a connected application without accesses', async () => {
    await connect();
    const page = await visitor.get(pathOf());
    expect([page.status, page.text.includes('has not accessed your data')]).toEqual([200, true]);
  });

  test('claims no absence of accesses that happened before they were recorded', async () => {
    await connect();
    const use = (daysAgo: number) =>
      site.grants.recordUse(application.id, [owner.userId], new Date(system.clock.now() - daysAgo * DAY), 0);
    await use(91);
    expect((await visitor.get(pathOf())).text).toContain('has not accessed your data');
    await use(89);
    expect((await visitor.get(pathOf())).text).toContain('No access has been recorded yet.');
  });

  test('is not found for other owners, applications of other companies and unknown applications', async () => {
    await connect();
    await add(0);
    const other = await signedIn(await system.createOwner(site));
    expect((await other.get(pathOf())).status).toBe(404);
    const foreign = await newApplication(system.otherCompany.id);
    for (const id of [foreign.id, 1e14, 0, 'x']) expect((await visitor.get(pathOf(id as number))).status).toBe(404);
    expect(textOf((await other.get('/account/applications')).text)).not.toContain('Jobs');
    const signInPage = await createWebVisitor(site.url, system.newAddress()).get(pathOf());
    expect(signInPage.text).toContain('action="/account/sign-in"');
  });

  test.each(locales)('is shown in the language %s', async (locale) => {
    await add(0, { data: 'comments', count: 2 });
    const { accessLog, text } = messagesFor(locale);
    const page = await visitor.get(`${pathOf()}?locale=${locale}`);
    for (const shown of [accessLog.data.comments, accessLog.disconnected, text(accessLog.count, { count: 2 })])
      expect(page.text).toContain(shown);
  });
});

describe('a form with the access of an application that is submitted after the session ended', () => {
  const selected = { cvs: 'selected', cv: '7', data: ['comments', 'labels'] };
  const submitLate = async () => {
    await connect();
    const page = await visitor.get('/account/applications');
    await site.sessions.endAll(owner.userId);
    return visitor.submit(page, pathOf(), selected);
  };
  const signInAs = ({ username, password }: OwnerFixture, page: PageResponse) =>
    visitor.submit(page, '/account/sign-in', { login: username, password });
  const storedAccess = async () => (await site.grants.find(owner.userId, application.id))?.access;

  test('is shown again after the sign-in with its check boxes, then saved', async () => {
    const signInPage = await submitLate();
    expect([signInPage.status, signInPage.text]).toEqual([403, expect.stringContaining('your changes are not saved')]);
    const shown = await signInAs(owner, signInPage);
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('Your changes are still here')]);
    const checked = Array.from(formIn(shown.text, pathOf()).matchAll(/value="(\w+)" checked/g), ([, value]) => value);
    expect(checked).toEqual(['selected', '7', 'comments', 'labels']);
    expect(await storedAccess()).toEqual(FULL_ACCESS);
    expect((await visitor.submit(shown, pathOf(), selected)).status).toBe(303);
    expect(await storedAccess()).toEqual({ cvs: [7], data: ['comments', 'labels'] });
  });

  test('is not shown to another owner, or if the application was disconnected', async () => {
    const other = await signInAs(await system.createOwner(site), await submitLate());
    expect([other.status, other.location]).toEqual([303, '/account']);
    visitor = await signedIn(owner);
    const signInPage = await submitLate();
    await site.grants.revoke(owner.userId, application.id);
    expect((await signInAs(owner, signInPage)).status).toBe(404);
  });
});
