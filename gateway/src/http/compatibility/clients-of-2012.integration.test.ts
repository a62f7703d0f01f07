import type { CreatedApplication } from '@vitae/accounts/applications/applications';
import { tokenDigest } from '@vitae/accounts/applications/token';
import type { GrantAccess } from '@vitae/accounts/grants/grant-access';
import { accessTokenRecord } from '@vitae/accounts/grants/grant-store';
import { createOwnerAccess, type OwnerAccess } from '@vitae/accounts/grants/owner-access';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import { systemClock } from '@vitae/kit/clock';
import { keyRing } from '@vitae/kit/key-ring';
import type { Json } from '@vitae/test/support/company-api';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import {
  oauthClientOf2012,
  phpCompanyClient,
  rubyCompanyClient,
  simpleXml,
} from '@vitae/test/support/gateway/clients-of-2012';
import { startResumeService } from '@vitae/test/support/gateway/resume-service';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';
import { until } from '@vitae/test/support/until';

const PUBLIC_URL = 'http://localhost:8080';
const SITE = 'https://cv.example';
const LEGACY = { key: 'acme-2012', secret: 'secret of 2012' };

let system: SystemFixture;
let resume: Awaited<ReturnType<typeof startResumeService>>;
let owners: OwnerAccess;
let application: CreatedApplication;
let url: string;
/** An HMAC key with the profile. */
let hmac: { key: string; secret: string };
let owner: { id: number };
let cv: { id: number };
let tag: { id: number };

beforeAll(async () => {
  system = await startSystemFixture(process.env);
  resume = await startResumeService(system.serviceKey, SITE);
  const { connection, redis, company, keys } = system;
  await system.companies.setLimits(company.id, { standard: 10_000, intensive: 10_000 });
  ({ url } = await system.start({ resumeAddress: resume.address }));
  await keys.importLegacy(company.id, 'imported', LEGACY.key, LEGACY.secret, undefined, '2012');
  hmac = await keys.create(company.id, 'new', 'unlimited', undefined, '2012');
  const box = createSecretBox(keyRing('keys').parse(system.masterKeys));
  owners = createOwnerAccess({ connection, redis, box, clock: systemClock });
  const registration = { companyId: company.id, name: 'Jobs', callbacks: ['oob'] };
  application = await owners.applications.create({ ...registration, compatibility: '2012' });
  owner = await create('/api/v1/users', { ...person('grace'), id_origin: 'HR 7' });
  cv = await create(`/api/v1/users/${owner.id}/cv`, RESUME);
  tag = await create('/api/v1/tags', { title: 'Sales', translations: { fr: 'Vente', de_DE: 'Vertrieb' } });
});
afterAll(async () => {
  await system.close();
  await resume.close();
});

const person = (username: string) => ({
  username,
  email: `${username}@example.com`,
  firstname: 'Grace',
  lastname: 'Hopper & Söhne',
  phone: '',
});
const RESUME = {
  title: 'Développeuse <web>',
  published: true,
  experiences: {
    experience: ['Globex', 'Initech'].map((company) => ({
      title: 'Engineer',
      company,
      start: '2008-05-19',
      end: '',
      missions: { mission: [{ description: 'PHP & MySQL' }] },
    })),
  },
  skills: { skill: [{ title: 'Languages', children: { skill: [{ title: 'English', level: 80 }] } }] },
};

/** Sends a request with the key of the company that has no profile. */
async function create(path: string, body: unknown): Promise<Json> {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const response = await checkedFetch(url + signPath(system.key, path, { method: 'POST' }), init);
  if (response.status !== 201) throw new Error(await response.text());
  return response.json();
}

async function get(path: string, key: { key: string; secret: string } = hmac, headers: Record<string, string> = {}) {
  const response = await fetch(url + signPath(key, path), { headers: { Accept: '*/*', ...headers } });
  const { status } = response;
  return {
    status,
    type: response.headers.get('content-type'),
    etag: response.headers.get('etag'),
    text: await response.text(),
  };
}

/** Signs with an access token of the owner. */
async function authorized(access?: GrantAccess, by = application) {
  const token = `token ${Math.random()}`.replaceAll(/\W/g, '');
  const digest = tokenDigest(token);
  const box = createSecretBox(keyRing('keys').parse(system.masterKeys));
  const stored = { digest, sealedSecret: box.seal('tokensecret', accessTokenRecord(digest)), createdAt: new Date() };
  const grant = { applicationId: by.id, companyId: system.company.id, userId: owner.id, createdAt: new Date() };
  await owners.grants.addToken({ ...grant, lastUsedAt: null, access }, stored);
  const { consumerKey, consumerSecret } = by;
  return oauthClientOf2012({
    url,
    publicUrl: PUBLIC_URL,
    consumerKey,
    consumerSecret,
    token,
    tokenSecret: 'tokensecret',
  });
}

describe('a PHP plug-in with OAuth that reads XML', () => {
  test('finds the CV of an owner and shows it', async () => {
    const request = await authorized();
    const { user } = simpleXml((await request('/user')).text);
    expect(user).toMatchObject({ id: String(owner.id), lastname: 'Hopper & Söhne', slug: 'grace', premium: '' });
    expect(user.registeredAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    // The only CV of an owner who is not premium
    const { id, main, published, protected: isProtected, title } = user.resumes.resume;
    expect([id, main, published, isProtected, title]).toEqual([String(cv.id), '1', '1', '', 'Développeuse <web>']);

    const { type, text } = await request(`/cv/${id}`);
    expect(type).toBe('application/xml; charset=utf-8');
    expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<response><resume><id>/);
    const { resume: shown } = simpleXml(text);
    expect(shown).toMatchObject({
      id,
      published: '1',
      protected: '',
      completion: '0.3',
      educations: '',
      userInformation: { city: '', birthdate: '' },
    });
    for (const [index, { company, start, end, missions }] of shown.experiences.experience.entries())
      expect([company, start, end, missions.mission.description]).toEqual([
        ['Globex', 'Initech'][index],
        '2008-05-19',
        '',
        'PHP & MySQL',
      ]);
    expect(shown.skills.skill.children.skill).toMatchObject({ title: 'English', level: '80' });
  });

  test('reads several CVs of a premium owner as a list', async () => {
    const second = await create(`/api/v1/users/${owner.id}/cv`, { title: 'Second' });
    const request = await authorized();
    const { user } = simpleXml((await request('/user')).text);
    expect(user.premium).toBe('1');
    expect(user.resumes.resume.map(({ id }: Json) => id)).toEqual([String(cv.id), String(second.id)]);
    expect(user.resumes.resume[1]).toMatchObject({ main: '', published: '' });
  });

  test('receives errors as XML, and failures of the signature as OAuth defines them', async () => {
    const request = await authorized();
    for (const [path, status] of [
      ['/cv/999999', 404],
      ['/cv/x', 400],
      ['/cv/status/unknown', 400],
    ] as const) {
      const response = await request(path);
      expect([path, response.status, response.type]).toEqual([path, status, 'application/xml; charset=utf-8']);
      const { error } = simpleXml(response.text);
      expect(error).toMatchObject({ code: String(status), message: expect.any(String) });
    }
    const partial = await authorized({ data: ['profile'], cvs: [cv.id] });
    const withheld = await partial('/user/stats');
    expect([withheld.status, simpleXml(withheld.text).error.code]).toEqual([403, '403']);
    const forged = oauthClientOf2012({
      ...{ url, publicUrl: PUBLIC_URL, consumerKey: application.consumerKey, consumerSecret: 'wrong' },
      ...{ token: 'unknown', tokenSecret: '' },
    });
    const rejected = await forged('/user');
    expect([rejected.status, rejected.type]).toEqual([
      401,
      expect.stringContaining('application/x-www-form-urlencoded'),
    ]);
  });
});

describe('a Python application with OAuth that reads JSON', () => {
  test('imports a CV', async () => {
    const request = await authorized();
    const { user } = JSON.parse((await request('/user', { format: 'json' })).text);
    expect(user.avatars).toEqual({ small: null, normal: null, big: null });
    const [first] = user.resumes.resume;
    expect(first).toMatchObject({ id: cv.id, main: true, published: true, url: `${SITE}/p/grace`, completion: 0.3 });
    const { type, text } = await request(`/cv/${first.id}`, { format: 'json' });
    expect(type).toBe('application/json; charset=utf-8');
    const { resume: read } = JSON.parse(text);
    expect([read.title, read.experiences.experience[0].logo, read.published]).toEqual([RESUME.title, null, true]);
  });

  test('sees only the CVs that the owner granted, without private links', async () => {
    const second = await create(`/api/v1/users/${owner.id}/cv`, { title: 'Private' });
    const request = await authorized({ data: ['profile'], cvs: [second.id] });
    const { text } = await request('/user', { format: 'json' });
    const { user } = JSON.parse(text);
    expect(user.resumes.resume).toMatchObject([{ id: second.id, published: false, protected: false }]);
    expect(user.premium).toBe(false);
    expect(text).not.toContain('/c/');
    expect((await request(`/cv/${cv.id}`, { format: 'json' })).status).toBe(403);
  });
});

describe('a PHP client of the company API', () => {
  test('reads users, tags, CVs and changed users as JSON', async () => {
    const request = phpCompanyClient(url, LEGACY);
    const { users, total } = await request('users');
    expect(users.items.map(({ id }: Json) => id)).toContain(owner.id);
    expect(total).toBe(users.items.length);
    expect((await request('users/search', { term: 'grace hopper' })).users.items).toMatchObject([{ id: owner.id }]);
    expect(await request('users/HR+7', { isIdOrigin: 1 }).catch((error: Error) => error.message)).toContain('(404)');
    expect(await request('users/HR%207', { isIdOrigin: 1 })).toMatchObject({ id: owner.id, kind: 'user' });

    await request('users/HR%207/associateTags', { isIdOrigin: 1 }, { tags: [tag.id] }, 'PUT');
    const translations = [
      { locale: 'fr', field: 'title', content: 'Vente' },
      { locale: 'de_DE', field: 'title', content: 'Vertrieb' },
    ];
    expect(await request(`tags/${tag.id}`)).toMatchObject({ id: tag.id, translations });
    expect(await request(`users/${owner.id}/tags`)).toMatchObject([{ id: tag.id, translations }]);
    expect((await request('tags')).at(-1)).toMatchObject({ translations });
    expect((await request(`tags/${tag.id}/users`)).users.items).toMatchObject([{ id: owner.id }]);

    expect((await request(`dyb/cv/${cv.id}`)).resume).toMatchObject({ id: cv.id, userId: owner.id });
    expect((await request('dyb/user/HR%207', { isIdOrigin: 1 })).user.id).toBe(owner.id);
    expect(await request(`dyb/cv/${cv.id}/display/web`)).toMatchObject({ color: expect.any(String) });
    for (const change of ['dyb/users/created', 'dyb/users/lastupdate', 'svc/users/updated', 'users/updated']) {
      const { since, users: changed } = await request(change, { since: '@1' });
      expect(since).toBe('1970-01-01 00:00:01');
      expect(changed.user).toContainEqual({ id: owner.id });
    }
    expect((await request('users/lastdelete', { since: '2012-05-05 18:03:36' })).users.user).toEqual([]);
    await expect(request('cv/999999')).rejects.toThrow('"code":404');
  });

  test('reads changed users as XML', async () => {
    const { text } = await get('/api/v1/dyb/users/lastupdate?since=@1');
    const { since, users } = simpleXml(text);
    expect(since).toBe('1970-01-01 00:00:01');
    expect([users.user].flat().map(({ id }: Json) => id)).toContain(String(owner.id));
    expect((await get('/api/v1/users/lastdelete?since=@1')).text).toContain('<users/>');
  });
});

describe('a Ruby client of the company API', () => {
  test('reads lists of users as JSON without requesting a format', async () => {
    const request = rubyCompanyClient(url, LEGACY);
    expect((await request('/users')).users.items[0]).toMatchObject({ username: expect.any(String) });
    expect((await request('/users', { filter: 'm' })).users.items).toEqual([]);
    expect((await request(`/users/${owner.id}/cv`))[0]).toMatchObject({ title: RESUME.title, indexed: false });
    await expect(request('/users/999999')).rejects.toMatchObject({
      status: 404,
      type: expect.stringContaining('json'),
    });
  });

  test('reads a CV as XML, by its content type', async () => {
    const request = rubyCompanyClient(url, LEGACY);
    expect((await request(`/cv/${cv.id}`)).response.resume.title).toBe(RESUME.title);
    expect((await request(`/cv/${cv.id}`, { format: 'json' })).resume.title).toBe(RESUME.title);
    await expect(request('/cv/999999')).rejects.toMatchObject({ status: 404, type: expect.stringContaining('xml') });
  });
});

test('arrays in signed parameters reach the operation as each language sends and signs them', async () => {
  const other = await create('/api/v1/tags', { title: 'Support' });
  const tags = async () => JSON.parse((await get(`/api/v1/users/${owner.id}/tags`)).text).map(({ id }: Json) => id);
  const path = `users/${owner.id}`;
  await phpCompanyClient(url, LEGACY)(
    `${path}/associateTags`,
    { tags: [tag.id, other.id], reset: 1 },
    undefined,
    'PUT',
  );
  expect(await tags()).toEqual([tag.id, other.id]);
  await rubyCompanyClient(url, LEGACY)(`/${path}/dissociateTags`, { tags: [tag.id, other.id] }, 'PUT');
  expect(await tags()).toEqual([]);
});

describe('a key with the profile', () => {
  test('accepts a format for every operation', async () => {
    const users = await get('/api/v1/users?format=xml&limit=1');
    expect([users.status, users.type]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(users.text).toMatch(/<response><users><items><id>\d+<\/id>.*<\/items><\/users><total>/);
    const cvs = await get(`/api/v1/users/${owner.id}/cv?format=xml`);
    expect(cvs.text).toMatch(/<response><item><id>\d+<\/id>.*<anonymized\/><main>1<\/main>/);
    const none = await get('/api/v1/users/search?term=unknown&format=xml');
    expect(none.text).toContain('<response><users/></response>');
    const error = await get('/api/v1/users/999999?format=xml');
    expect([error.status, simpleXml(error.text).error.code]).toEqual([404, '404']);
    expect((await get(`/api/v1/cv/${cv.id}?format=yaml`)).status).toBe(400);
    expect((await get('/api/v1/users?fromat=xml')).status).toBe(400);
  });

  test.each([
    ['*/*', 'xml'],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'xml'],
    ['text/xml', 'xml'],
    ['application/json', 'json'],
    ['application/json, text/plain, */*', 'json'],
    ['application/problem+json', 'json'],
  ])('selects the format of a CV for Accept: %s', async (accept, format) => {
    const { type } = await get(`/api/v1/cv/${cv.id}`, hmac, { Accept: accept });
    expect(type).toBe(`application/${format}; charset=utf-8`);
  });

  test('receives the plain text of the specification if authentication fails', async () => {
    const { status, type, text } = await get(`/api/v1/cv/${cv.id}`, { ...hmac, secret: 'wrong' });
    expect([status, type, text]).toEqual([403, 'text/plain; charset=utf-8', 'Invalid signature']);
  });

  test('has its own entity tags, which conditional changes accept', async () => {
    const path = `/api/v1/cv/${cv.id}?format=json`;
    const [plain, converted, xml] = [await get(path, system.key), await get(path), await get(`/api/v1/cv/${cv.id}`)];
    expect(new Set([plain.etag, converted.etag, xml.etag]).size).toBe(3);
    const statusWith = async (tag: string | null, address = path) =>
      (await get(address, hmac, { 'If-None-Match': tag ?? '' })).status;
    expect([await statusWith(plain.etag), await statusWith(converted.etag)]).toEqual([200, 304]);
    expect([
      await statusWith(converted.etag, `/api/v1/cv/${cv.id}`),
      await statusWith(xml.etag, `/api/v1/cv/${cv.id}`),
    ]).toEqual([200, 304]);
    const change = async (tag: string | null) => {
      const target = signPath(hmac, `/api/v1/cv/${cv.id}/status`, { method: 'PUT' });
      const headers = { 'If-Match': tag ?? '', 'Content-Type': 'application/json' };
      return (await checkedFetch(url + target, { method: 'PUT', body: '{"status":"draft"}', headers })).status;
    };
    expect([await change(xml.etag), await change(converted.etag), await change('"99-2012"')]).toEqual([200, 200, 412]);
  });

  test('loses it immediately when the profile is turned off', async () => {
    const { company, keys } = system;
    const key = await keys.create(company.id, 'leaving', 'unlimited', undefined, '2012');
    const read = async () => (await get(`/api/v1/cv/${cv.id}`, key)).text;
    expect(await read()).toContain('<resume>');
    await keys.setCompatibility(key.key, null);
    await until('the usual response', async () => (await read()).startsWith('{'));
    expect(await read()).toBe((await get(`/api/v1/cv/${cv.id}`, system.key)).text);
    expect(JSON.parse((await get('/api/v1/users', key)).text).users).toEqual(expect.any(Array));
  });
});
