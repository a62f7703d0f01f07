import { companyCaller } from '@vitae/kit/caller';
import { unavailable } from '@vitae/kit/errors';
import { unchangedFields } from '@vitae/test/support/gateway/form-fields';
import { listedCv } from '@vitae/test/support/gateway/memory-own-cvs';
import {
  type OwnerFixture,
  type OwnersFixture,
  type OwnersGateway,
  startOwnersFixture,
} from '@vitae/test/support/gateway/owner-fixtures';
import { openRecordServices, type RecordServices } from '@vitae/test/support/gateway/record-services';
import { createWebVisitor, type PageResponse, type WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import { createOwnRecords } from './own-records.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';
const NOW = Date.UTC(2036, 2, 31, 12);
const DAY_MS = 86_400_000;
let now = NOW;
let services: RecordServices;
let system: OwnersFixture;
let site: OwnersGateway;
let owner: OwnerFixture;
let visitor: WebVisitor;

beforeAll(async () => {
  services = await openRecordServices({ now: () => now });
  system = await startOwnersFixture(process.env);
  site = await system.start({ records: createOwnRecords(services) });
});
afterAll(async () => {
  await system.close();
  await services.close();
});
beforeEach(async () => {
  now = NOW;
  owner = await system.createOwner(site);
  visitor = await signedIn(owner);
});

async function signedIn(by: OwnerFixture, at = site): Promise<WebVisitor> {
  const browser = createWebVisitor(at.url, system.newAddress());
  const page = await browser.get('/account');
  const response = await browser.submit(page, '/account/sign-in', { login: by.username, password: by.password });
  expect(response.status).toBe(303);
  return browser;
}

const callerOf = ({ companyId }: OwnerFixture) => companyCaller(companyId, 'test');
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('statistics', () => {
  const PATH = '/account/statistics';
  const cv = {
    main: true,
    anonymized: false,
    indexed: false,
    protected: false,
    publicUrl: '',
    privateUrl: 'x',
    ...listedCv,
  };
  const visit = (by: OwnerFixture, cvId: number, ip: string) =>
    services.stats.call.RecordVisit({ userId: by.userId, cvId, ip, userAgent: FIREFOX }, { caller: callerOf(by) });

  beforeAll(() => {
    system.cvs.splice(0, Infinity, { id: 7, title: 'Engineer', ...cv }, { id: 8, title: 'מהנדסת', ...cv });
  });
  afterAll(() => {
    system.cvs.length = 0;
  });

  test('show the visits of each day as a chart and as a table', async () => {
    now = NOW - 40 * DAY_MS;
    await visit(owner, 7, '192.0.2.1');
    now = NOW;
    await visit(owner, 7, '192.0.2.1');
    await visit(owner, 8, '192.0.2.2');
    const month = await visitor.get(PATH);
    expect(textOf(month.text)).toMatch(/Visits 2 Today 2 Average per day 0\.067/);
    expect(month.text).toContain('aria-label="Visits per day, last 30 days. Highest: 2 visits in one day"');
    expect(month.text.match(/class="bar-space"/g)).toHaveLength(30);
    expect(month.text.match(/class="bar-accepted"/g)).toHaveLength(1);
    expect(month.text.match(/<time /g)).toHaveLength(30);
    expect(month.text).toMatch(/<time datetime="2036-03-31">Mar 31, 2036<\/time>.{0,120}<div>2<\/div>/);
    const quarter = await visitor.get(`${PATH}?days=90`);
    expect(textOf(quarter.text)).toMatch(/Visits 3 Today 2/);
    expect((await visitor.get(`${PATH}?days=365`)).text.match(/class="bar-space"/g)).toHaveLength(365);
    expect((await visitor.get(`${PATH}?days=1000000`)).text.match(/class="bar-space"/g)).toHaveLength(30);
  });

  test('show the visits of one CV', async () => {
    await visit(owner, 7, '192.0.2.1');
    await visit(owner, 8, '192.0.2.1');
    await visit(owner, 8, '192.0.2.2');
    expect(textOf((await visitor.get(PATH)).text)).toContain('Visits 2 Today 2');
    expect(textOf((await visitor.get(`${PATH}?days=30&cv=7`)).text)).toContain('Visits 1 Today 1');
    const page = await visitor.get(`${PATH}?days=30&cv=8`);
    expect(textOf(page.text)).toContain('Visits 2 Today 2');
    expect(page.text).toMatch(/<option value="8" selected>\u2068מהנדסת\u2069/);
    expect(page.text).toContain(`href="${PATH}?days=90&amp;cv=8"`);
    expect(page.text).toContain(`href="${PATH}?days=30&amp;cv=8&amp;locale=fr"`);
  });

  test('are those of the signed-in owner only', async () => {
    const colleague = await system.createOwner(site);
    await visit(colleague, 7, '192.0.2.1');
    // Another company’s user with the same id.
    await visit({ ...owner, companyId: system.otherCompany.id }, 7, '192.0.2.1');
    expect(textOf((await visitor.get(PATH)).text)).toContain('No visits in this period.');
    expect(textOf((await visitor.get(`${PATH}?cv=7`)).text)).toContain('No visits in this period.');
    expect((await visitor.get(`${PATH}?cv=9`)).status).toBe(404);
    expect((await visitor.get(`${PATH}?cv=x`)).status).toBe(404);
    expect(textOf((await (await signedIn(colleague)).get(PATH)).text)).toContain('Visits 1 Today 1');
  });

  test('need a signed-in owner', async () => {
    const stranger = createWebVisitor(site.url, system.newAddress());
    expect((await stranger.get(PATH)).text).toContain('action="/account/sign-in"');
  });
});

describe('comments', () => {
  const PATH = '/account/comments';
  const manager = { kind: 'user', id: 5, username: 'zoe', email: 'zoe@example.com', firstname: 'Zoë', lastname: 'כהן' };
  const company = { kind: 'company', id: 0, username: 'admin@example.com', email: 'admin@example.com' };
  const write = (text: string, author: Record<string, string | number> = manager, about = owner) =>
    services.comments.call.CreateComment({ userId: about.userId, author, text }, { caller: callerOf(about) });

  test('are shown with author and time, the newest first', async () => {
    await write('Met at the <b>fair</b>.\nSpeaks שלום.');
    now += 60_000;
    await write('Invited.', company);
    const { text } = await visitor.get(PATH);
    const shown = textOf(text);
    expect(text).toContain('Met at the &lt;b>fair&lt;/b>.\nSpeaks שלום.');
    expect(text).toContain('<bdi>Zoë כהן</bdi>');
    expect(shown.indexOf('Invited.')).toBeLessThan(shown.indexOf('Met at the'));
    // The time zone of the company is Europe/Paris.
    expect(shown).toContain('Mar 31, 2036, 2:00 PM');
    // The company is the author, not its administrator.
    expect(shown).toContain(system.company.name);
    expect(text).not.toContain('admin@example.com');
    expect(shown).not.toContain('Changed');
  });

  test('show when they were changed, and hide the names of deleted authors', async () => {
    await write('First');
    now += 3_600_000;
    const update = { userId: owner.userId, author: manager, text: 'Second' };
    await services.comments.call.UpdateComment(update, { caller: callerOf(owner) });
    expect(textOf((await visitor.get(PATH)).text)).toMatch(/Changed Mar 31, 2036, 3:00 PM Second/);
    await services.comments.call.HideUser({ userId: manager.id }, { caller: callerOf(owner) });
    const { text } = await visitor.get(PATH);
    expect(text).toContain('Former user');
    expect(text).not.toContain('Zoë');
  });

  test('are shown in pages of 20', async () => {
    for (let index = 1; index <= 21; index += 1) {
      now += 1_000;
      await write(`Comment ${index}.`);
    }
    const first = await visitor.get(PATH);
    expect(first.text).toContain('Comment 21.');
    expect(first.text).not.toContain('>Comment 1.<');
    const next = /href="(\/account\/comments\?before=[^"]+)" rel="next"/.exec(first.text)?.[1] ?? '';
    const second = await visitor.get(next.replaceAll('&amp;', '&'));
    expect(second.text).toContain('>Comment 1.<');
    expect(second.text).not.toContain('>Comment 2.<');
    expect(second.text).toContain(`href="${PATH}">Newest`);
    expect((await visitor.get(`${PATH}?before=invented`)).location).toBe(PATH);
  });

  test('are those about the signed-in owner only', async () => {
    const colleague = await system.createOwner(site);
    await write('About a colleague.', manager, colleague);
    await write('In another company.', manager, { ...owner, companyId: system.otherCompany.id });
    expect(textOf((await visitor.get(PATH)).text)).toContain('There are no comments about you.');
    expect((await (await signedIn(colleague)).get(PATH)).text).toContain('About a colleague.');
  });
});

describe('preferences', () => {
  const PATH = '/account/preferences';
  const complete = {
    seniority: 2,
    educationLevel: 3,
    businessTrip: 1,
    disabled: true,
    personalVehicle: false,
    grossSalaryMin: '2',
    grossSalaryMax: '3',
    nationality: 5,
    positions: { position: [{ id: 201 }, { id: 202 }] },
    business: { business: [{ id: 202 }] },
    mobilities: {
      mobility: [
        { perimeter: 20, country: { isoCode: 'FRA' }, city: { name: '‏חיפה', zip: '75001', lat: 48.853, lng: -2.3499 } },
        { perimeter: null, country: { isoCode: 'ITA' } },
      ],
    },
    contractTypes: { contractType: [{ id: 1 }, { id: 3 }] },
    hoursNumber: { hoursNumber: [{ id: 2 }] },
  };
  const set = (preferences: unknown, of = owner) =>
    services.preferences.call.SetPreferences(
      { userId: of.userId, preferences: Buffer.from(JSON.stringify(preferences)) },
      { caller: callerOf(of) },
    );
  const read = async (of = owner) => {
    const { items } = await services.preferences.call.BatchGetPreferences({
      items: [{ caller: callerOf(of), userId: of.userId }],
    });
    return { ...JSON.parse(String(items[0]?.preferences?.json)), updatedAt: undefined };
  };
  /** The fields that a browser submits, with changes. */
  const submit = async (page: PageResponse, changes: Record<string, string | string[]> = {}, browser = visitor) => {
    const fields = new URLSearchParams(unchangedFields(page.text, PATH));
    const boxes = page.text.matchAll(/<input type="checkbox" name="([^"]+)" value="([^"]+)"( checked)?/g);
    for (const [name, found] of Map.groupBy(boxes, ([, one = '']) => one)) {
      fields.delete(name);
      for (const [, , value = '', checked] of found) if (checked) fields.append(name, value);
    }
    for (const [name, value] of Object.entries(changes)) {
      fields.delete(name);
      for (const one of [value].flat()) fields.append(name, one);
    }
    return browser.post(PATH, fields, { Origin: site.url });
  };
  const labelled = (html: string, name: string) =>
    ['error', 'hint']
      .map((kind) => new RegExp(`<p class="field-${kind}" id="(?:field-)?${name}-${kind}">(.*?)</p>`).exec(html)?.[1])
      .find((text) => text !== undefined);

  test('that are saved unchanged remain the same', async () => {
    await set(complete);
    const before = await read();
    const saved = await submit(await visitor.get(PATH));
    expect(saved.location).toBe(`${PATH}?done=saved`);
    expect(await read()).toEqual(before);
    expect((await visitor.get(saved.location ?? '')).text).toContain('Your preferences have been saved.');
  });

  test('can be changed in every field', async () => {
    await set({ seniority: 1, positions: { position: [{ id: 203 }] }, personalVehicle: true });
    const [first, second] = complete.mobilities.mobility;
    const city = first?.city;
    const response = await submit(await visitor.get(PATH), {
      ...{
        seniority: '2',
        educationLevel: '3',
        businessTrip: '1',
        nationality: '5',
        disabled: '1',
        personalVehicle: [],
      },
      ...{ grossSalaryMin: '2', grossSalaryMax: '3', positions: ['201', '202'], business: '202' },
      ...{ contractTypes: ['1', '3'], hoursNumber: '2' },
      ...{
        'place-0-country': 'FRA',
        'place-0-city': city?.name ?? '',
        'place-0-zip': '75001',
        'place-0-perimeter': '20',
      },
      ...{ 'place-0-lat': ' 48,853', 'place-0-lng': '-2.3499', 'place-1-country': second?.country.isoCode ?? '' },
    });
    expect(response.location).toBe(`${PATH}?done=saved`);
    expect(await read()).toEqual({ ...complete, updatedAt: undefined });
    const emptied = await submit(await visitor.get(PATH), {
      ...Object.fromEntries(
        ['country', 'city', 'zip', 'lat', 'lng', 'perimeter'].map((name) => [`place-0-${name}`, '']),
      ),
      ...{ seniority: '', grossSalaryMin: '', positions: [], disabled: [] },
    });
    expect(emptied.status).toBe(303);
    expect(await read()).toMatchObject({
      ...{ seniority: 0, grossSalaryMin: '0', positions: { position: [] }, disabled: false },
      mobilities: { mobility: [second] },
    });
  });

  test('get the coordinates of cities that the owner names', async () => {
    await set({});
    const saved = await submit(await visitor.get(PATH), {
      ...{ 'place-0-country': 'DEU', 'place-0-city': 'münchen', 'place-1-country': 'FRA', 'place-1-city': 'Lyon' },
      ...{ 'place-1-lat': '45,7', 'place-1-lng': '4,8' },
    });
    expect(saved.location).toBe(`${PATH}?done=saved`);
    const cities = async () => (await read()).mobilities.mobility.map(({ city }: { city: unknown }) => city);
    const lyon = { name: 'Lyon', zip: '', lat: 45.7, lng: 4.8 };
    expect(await cities()).toEqual([{ name: 'münchen', zip: '', lat: 48.13743, lng: 11.57549 }, lyon]);
    await submit(await visitor.get(PATH), { 'place-0-city': 'Köln' });
    expect(await cities()).toEqual([{ name: 'Köln', zip: '', lat: 50.93333, lng: 6.95 }, lyon]);
    // The first place is removed, although its coordinates are folded away, and the other one is moved.
    const blank = { 'place-0-country': '', 'place-0-city': '' };
    await submit(await visitor.get(PATH), { ...blank, 'place-1-city': 'Nice' });
    expect(await cities()).toEqual([{ name: 'Nice', zip: '', lat: 43.70313, lng: 7.26608 }]);
  });

  test('ask for the coordinates of a city that is not listed', async () => {
    await set({});
    const unknown = await submit(await visitor.get(PATH), {
      ...{ 'place-0-country': 'FRA', 'place-0-city': 'Atlantide' },
      ...{ 'place-1-country': 'ITA', 'place-1-city': 'Roma' },
    });
    expect([unknown.status, labelled(unknown.text, 'place-0-city')]).toEqual([
      422,
      'This city was not found in the chosen country. Check both, or enter its coordinates.',
    ]);
    expect(unknown.text.match(/<details open/g)).toHaveLength(1);
    expect(unknown.text).not.toContain('href="#field-place-1-');
    expect((await submit(unknown, { 'place-0-lat': '1', 'place-0-lng': '2' })).status).toBe(303);
    // A corrected name needs its coordinates once more.
    const renamed = await submit(await visitor.get(PATH), { 'place-0-city': 'Atlantis' });
    expect(renamed.status).toBe(422);
    expect((await submit(renamed, { 'place-0-lat': '1', 'place-0-lng': '2' })).status).toBe(303);
    const [atlantis, rome] = (await read()).mobilities.mobility;
    expect(atlantis.city).toEqual({ name: 'Atlantis', zip: '', lat: 1, lng: 2 });
    expect(rome.city).toMatchObject({ lat: 41.89193, lng: 12.51133 });
  });

  test('keep what was typed, with a message at each invalid field', async () => {
    const many = Array.from({ length: 101 }, (_, index) => String(index + 1));
    const { status, text } = await submit(await visitor.get(PATH), {
      ...{ seniority: '99', grossSalaryMin: '9', positions: many, business: 'x' },
      ...{ 'place-0-city': 'x'.repeat(256), 'place-0-lat': '91', 'place-0-perimeter': '1.5' },
      ...{ 'place-1-zip': 'typed', 'place-1-country': 'Atlantis' },
    });
    expect(status).toBe(422);
    expect(text).toContain('Your preferences have not been saved.');
    const named = ['positions', 'business', 'place-0-city', 'place-0-perimeter', 'place-0-lat', 'place-0-lng'];
    expect(Array.from(text.matchAll(/<li><a href="#field-([\w-]+)"/g), ([, name]) => name)).toEqual([
      ...named,
      ...['place-1-country', 'place-1-lat', 'place-1-lng', 'seniority'],
    ]);
    expect(text).toContain('>Place 1, Latitude: Enter a number from -90 to 90');
    expect(labelled(text, 'seniority')).toBe('Choose entries from the list.');
    expect(labelled(text, 'positions')).toBe('Choose at most 100 entries.');
    expect(labelled(text, 'business')).toBe('Choose entries from the list.');
    expect(labelled(text, 'place-0-city')).toContain('Use at most 255 characters');
    expect(labelled(text, 'place-0-lat')).toContain('Enter a number from -90 to 90');
    expect(labelled(text, 'place-0-lng')).toContain('Enter a number from -180 to 180');
    expect(labelled(text, 'place-0-perimeter')).toContain('Enter a whole number');
    expect(labelled(text, 'place-1-country')).toBe('Choose entries from the list.');
    expect(text).toContain('value="typed"');
    expect(text).toContain('value="91"');
    expect(text).toMatch(/<option value="9" selected>/);
    const salary = await submit(await visitor.get(PATH), { grossSalaryMin: '9', grossSalaryMax: '3' });
    expect(labelled(salary.text, 'grossSalaryMax')).toBe('The maximum must not be lower than the minimum.');
  });

  test('of a second tab do not overwrite those of the first, which are shown beside what was typed', async () => {
    await set(complete);
    const [first, second] = [await visitor.get(PATH), await visitor.get(PATH)];
    await submit(first, { seniority: '1', positions: ['203'], disabled: [], 'place-1-country': 'DEU' });
    const conflict = await submit(second, {
      seniority: '3',
      'place-1-city': 'Rome',
      'place-1-lat': '1',
      'place-1-lng': '2',
    });
    expect(conflict.status).toBe(409);
    expect(conflict.text).toContain('Your preferences were changed elsewhere');
    expect(conflict.text).toContain('<option value="3" selected>');
    const storedIn = ({ text }: PageResponse) =>
      Array.from(text.matchAll(/<div class="stored-text.*?value="(\w+)"/gs), ([block, name]) => [name, textOf(block)]);
    expect(storedIn(conflict)).toEqual([
      ['positions', expect.stringContaining('Currently saved: Positions Pricing analyst')],
      ['places', expect.stringMatching(/Currently saved: .*חיפה.*, within 20 km, France Germany/)],
      ['seniority', expect.stringContaining('0 to 2 years')],
      ['disabled', expect.stringContaining('No')],
    ]);
    const linksIn = ({ text }: PageResponse) =>
      Array.from(text.matchAll(/<a href="#field-([\w-]+)">([^<]+)</g), ([, ...link]) => link);
    expect(linksIn(conflict)).toEqual([
      ['positions', 'Positions'],
      ['places', 'Places of work'],
      ['seniority', 'Years of experience'],
      ['disabled', 'I am recognized as a disabled worker'],
    ]);
    expect(conflict.text).toContain('value="Rome"');
    expect(await read()).toMatchObject({ seniority: 1 });
    const used = await submit(conflict, { use: 'places', 'place-0-city': 'Replaced' });
    expect([used.status, used.text]).toEqual([409, expect.not.stringMatching(/Rome|Replaced/)]);
    for (const found of [storedIn(used), linksIn(used)])
      expect(found.map(([name]) => name)).toEqual(['positions', 'seniority', 'disabled']);
    expect(await read()).toMatchObject({ seniority: 1 });
    expect((await submit(used)).status).toBe(303);
    expect(await read()).toMatchObject({ seniority: 3, positions: complete.positions, disabled: true });
  });

  test('that are submitted after the session has ended are shown again after the sign-in', async () => {
    const typed = { seniority: '3', positions: ['201', '202'], 'place-0-country': 'DEU' };
    const page = await visitor.get(PATH);
    await site.sessions.endAll(owner.userId);
    const signInPage = await submit(page, typed);
    expect([signInPage.status, signInPage.text]).toEqual([
      403,
      expect.stringContaining('your changes are not saved yet'),
    ]);
    const { username: login, password } = owner;
    const shown = await visitor.submit(signInPage, '/account/sign-in', { login, password });
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('Your changes are still here')]);
    expect((await submit(shown)).status).toBe(303);
    const stored = {
      seniority: 3,
      positions: complete.positions,
      mobilities: { mobility: [{ country: { isoCode: 'DEU' } }] },
    };
    expect(await read()).toMatchObject(stored);
    // The form of the earlier session, for example after a sign-in in another window.
    const expired = await submit(page, { seniority: '4' });
    expect([expired.status, expired.text]).toEqual([403, expect.stringContaining('<option value="4" selected>')]);
    expect(await read()).toMatchObject(stored);
  });

  test('that are submitted after the session has ended are not saved for another owner who signs in', async () => {
    const colleague = await system.createOwner(site);
    const page = await visitor.get(PATH);
    await site.sessions.endAll(owner.userId);
    const signInPage = await submit(page, { 'place-0-city': 'Only mine' });
    const { username: login, password } = colleague;
    const shown = await visitor.submit(signInPage, '/account/sign-in', { login, password });
    expect([shown.status, shown.location]).toEqual([303, '/account']);
    expect(shown.text).not.toContain('Only mine');
    // Another tab still has the form. The response repeats what it submitted.
    const expired = await submit(page, { 'place-0-city': 'Only mine' });
    expect([expired.status, expired.text]).toEqual([
      403,
      expect.stringContaining('This form belongs to another account'),
    ]);
    expect((await visitor.get(PATH)).text).not.toContain('Only mine');
  });

  test('are those of the signed-in owner only', async () => {
    const colleague = await system.createOwner(site);
    await set(complete, colleague);
    await set(complete, { ...owner, companyId: system.otherCompany.id });
    const page = await visitor.get(PATH);
    expect(page.text).not.toContain(' checked');
    expect((await submit(page, { seniority: '4' })).status).toBe(303);
    expect(await read(colleague)).toMatchObject({ seniority: 2 });
    expect(await read({ ...owner, companyId: system.otherCompany.id })).toMatchObject({ seniority: 2 });
    const foreign = await (await signedIn(colleague)).get(PATH);
    expect((await submit(foreign, { seniority: '1' })).status).toBe(403);
    expect(await read()).toMatchObject({ seniority: 4 });
  });

  test('have names of codes and of their groups in the language of the page', async () => {
    expect((await visitor.get(`${PATH}?locale=fr`)).text).toContain('<span>CDI</span>');
    const { text } = await visitor.get(`${PATH}?locale=de`);
    expect(text).toContain('<span>Unbefristeter Vertrag</span>');
    expect(text).toMatch(/<summary>Einkauf \/ Vertrieb<\/summary>.*<span>Vertriebsmitarbeiter<\/span>/s);
    await visitor.get(`${PATH}?locale=en`);
  });
});

test.each(['statistics', 'comments', 'preferences'])(
  'the page of %s is a 503 page while its service is unavailable',
  async (page) => {
    const down = () => Promise.reject(unavailable('service_unavailable', 'Down'));
    const broken = await system.start({
      records: { dailyVisits: down, comments: down, preferences: down, setPreferences: down },
    });
    const browser = await signedIn(await system.createOwner(broken), broken);
    const response = await browser.get(`/account/${page}`);
    expect(response.status).toBe(503);
    expect(response.text).toContain('Service temporarily unavailable');
  },
);
