import { DESKTOP, follow, signIn, type TestBrowser, TOUCH_PHONE } from '../../support/browser.ts';
import type { Json } from '../../support/company-api.ts';
import { createExampleRecorder } from '../../support/example-recorder.ts';
import { documentedRoutes } from '../../support/gateway/response-validator.ts';
import { createWebVisitor, newAddress } from '../../support/gateway/web-visitor.ts';
import { finger, keyboard, mouse } from '../../support/hands.ts';
import type { TwoCompanies } from '../../support/test-companies.ts';
import { problemOf, type UserApi } from '../../support/user-api.ts';
import { type Owner, startUserApiSystem, type UserApiSystem } from '../../support/user-api-system.ts';
import { applicationLinkTests } from './application-links.ts';
import { followNewOwner, type NewOwner } from './new-owner.ts';
import { untypedFields } from './owner-entries.ts';
import { rejectedRequestTests } from './rejected-requests.ts';
import { unchangedCvTests } from './unchanged-cvs.ts';

const recorder = createExampleRecorder(process.env.RECORD_EXAMPLES === '1');
let system: UserApiSystem;
let companies: TwoCompanies;
let browser: TestBrowser;
let owner: Owner;
/** Has authorized no application. */
let otherOwner: Owner;

beforeAll(async () => {
  system = await startUserApiSystem(recorder);
  ({ companies, browser } = system);
  [owner, otherOwner] = [await system.createOwner('grace'), await system.createOwner('other-owner')];
}, 400_000);

afterAll(async () => {
  recorder.close();
  await system?.stop();
});

describe.each(['HMAC-SHA1', 'RSA-SHA1'])('application that signs with %s', (method) => {
  let api: UserApi;

  beforeAll(async () => {
    api = await system.authorize(method === 'RSA-SHA1' ? system.rsaApplication : system.application, owner);
  }, 120_000);

  test('reads the profile and the CVs of its owner', async () => {
    const { status, json } = await api.get('/user', { example: true });
    expect(status).toBe(200);
    expect(json.user).toMatchObject({
      id: owner.id,
      firstname: 'Grace',
      resumes: { resume: [{ id: owner.cv, main: true }] },
    });
    expect((await api.get(`/cv/${owner.cv}`, { example: true })).json).toMatchObject({
      id: owner.cv,
      userId: owner.id,
    });
    expect((await api.get(`/cv/${owner.cv}/pdf`, { example: true })).json.pdf).toContain('/export?format=pdf');
    for (const variant of ['web', 'mobile', 'print']) {
      const display = await api.get(`/cv/${owner.cv}/display/${variant}`, { example: true });
      expect(display.json.color).toMatch(/^#/);
    }
    const list = await api.post(
      '/cv/list',
      { filters: [{ type: 'cvType', value: 'main' }], sort: [] },
      { example: true },
    );
    expect(list.json.resumes.map(({ id }: Json) => id)).toEqual([String(owner.cv)]);
    const query = { since: '2020-01-01 00:00:00' };
    const drafts = await api.get('/cv/status/draft', { query, example: true });
    expect(drafts.json).toMatchObject({ total: 1, resumes: [{ id: String(owner.cv) }] });
    expect((await api.get('/cv/list/status/draft', { query })).json).toEqual(drafts.json);
  });

  test('reads preferences, comments, statistics and code tables', async () => {
    await companies.ours.api.put(`/api/v1/users/${owner.id}/employmentpreferences`, { seniority: 2 });
    const own = await api.get('/employmentpreferences', { query: { userId: owner.id }, example: true });
    expect(own.json.employmentPreferences.seniority).toBe(2);
    expect((await api.get('/employmentpreferences')).text).toBe(own.text);
    const several = await api.get('/employmentpreferences', { query: { ids: `${otherOwner.id},${owner.id}` } });
    expect(several.json.employmentPreferences.employmentPreference.map(({ userId }: Json) => userId)).toEqual([
      owner.id,
    ]);
    const comments = await api.post(
      '/comments',
      { filters: [], sort: [{ field: 'created', order: 'ASC' }] },
      { example: true },
    );
    expect(comments.json.comments.map(({ text }: Json) => text)).toEqual(['About grace']);
    const stats = await api.get('/user/stats', { query: { userId: owner.id }, example: true });
    expect(stats.json.visits.visit).toHaveLength(30);
    expect((await api.get('/baseslist', { query: { locale: 'fr' }, example: true })).json.tables).toHaveProperty(
      'seniority',
    );
  });

  test('assigns metadata to its owner and searches by it', async () => {
    const xml = `<metadatas><users><user>${owner.id}</user></users><reset/><assign><metadatas><metadata><key>com.acme.kind:star</key></metadata></metadatas></assign></metadatas>`;
    const updated = await api.post('/metadata/update', xml, { contentType: 'text/xml', example: true });
    expect(updated.json).toEqual({ users: [{ id: owner.id, metadata: ['com.acme.kind:star'] }] });
    const tree = (key: string) =>
      `<metadatas><metadata><key>${key}</key><users><user>${owner.id}</user></users></metadata></metadatas>`;
    const assigned = await api.post('/metadata/assign', tree('com.acme.old'), {
      contentType: 'text/xml',
      example: true,
    });
    expect(assigned.json.users[0].metadata).toEqual(['com.acme.kind:star', 'com.acme.old']);
    expect(assigned.headers.get('deprecation')).toMatch(/^@\d+$/);
    await api.post('/metadata/unassign', tree('com.acme.o*'), { contentType: 'text/xml', example: true });
    const keys = await api.get('/metadata', { query: { userId: owner.id }, example: true });
    expect(keys.json.users[0].metadata).toEqual(['com.acme.kind:star']);
    const result = await api.get('/metadata/search', { query: { key: 'com.acme.*' }, example: true });
    expect(result.json).toEqual({ users: [owner.id], next: null });
    expect((await api.get('/metadata/search', { query: { key: '!com.acme.*' } })).json.users).toEqual([]);
  });

  test('reads everything as XML on request', async () => {
    const reads: [string, Record<string, string | number>?, object?][] = [
      ['/user'],
      ['/user/stats'],
      [`/cv/${owner.cv}`],
      [`/cv/${owner.cv}/pdf`],
      [`/cv/${owner.cv}/display/web`],
      [`/cv/${owner.cv}/display/mobile`],
      [`/cv/${owner.cv}/display/print`],
      ['/cv/status/draft', { since: '@0' }],
      ['/cv/list', {}, {}],
      ['/comments', {}, {}],
      ['/employmentpreferences'],
      ['/employmentpreferences', { ids: owner.id }],
      ['/metadata'],
      ['/metadata/search', { key: 'com.acme.*' }],
      ['/baseslist'],
    ];
    for (const [path, query, body] of reads) {
      const options = { query: { ...query, format: 'xml' } };
      const { status, headers, text } = body ? await api.post(path, body, options) : await api.get(path, options);
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'application/xml; charset=utf-8']);
      expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<response(?:\/>|>.*<\/response>)\n$/s);
    }
    const lists = await api.post('/cv/list', {}, { query: { format: 'xml' } });
    expect(lists.text).toContain(`<id>${owner.cv}</id>`);
  });

  test('receives 404 for data of other owners', async () => {
    const responses = await Promise.all([
      api.get(`/cv/${otherOwner.cv}`),
      api.get(`/cv/${otherOwner.cv}/pdf`),
      api.get(`/cv/${otherOwner.cv}/display/web`),
      api.get('/user/stats', { query: { userId: otherOwner.id } }),
      api.get('/employmentpreferences', { query: { userId: otherOwner.id } }),
      api.get('/metadata', { query: { userId: otherOwner.id } }),
      api.post('/metadata/update', { metadatas: { users: { user: otherOwner.id }, reset: {} } }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    for (const { text } of responses) expect(text).not.toContain('other-owner');
  });

  test('receives rate limit headers with a limit of 250', async () => {
    const { headers } = await api.get('/baseslist');
    expect(headers.get('x-ratelimit-limit')).toBe('250');
    expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(250);
    expect(Number(headers.get('x-ratelimit-reset')) % 60).toBe(0);
  });
});

describe('server with an apiKey', () => {
  let api: UserApi;
  let server: { apiKey: string };

  beforeAll(async () => {
    const own = await system.createApplication('Server');
    server = { apiKey: own.apiKey };
    api = await system.authorize(own, owner);
  }, 120_000);

  test('reads only owners who authorized its application', async () => {
    expect((await api.get('/employmentpreferences', { ...server, query: { userId: owner.id } })).status).toBe(200);
    expect((await api.get('/employmentpreferences', { ...server, query: { userId: otherOwner.id } })).status).toBe(404);
    const several = await api.get('/employmentpreferences', {
      ...server,
      query: { ids: `${owner.id},${otherOwner.id}` },
    });
    expect(several.json.employmentPreferences.employmentPreference).toHaveLength(1);
    const assign = { metadatas: { metadata: { key: 'srv.key' } } };
    const update = (user: number[]) => api.post('/metadata/update', { metadatas: { users: { user }, assign } }, server);
    expect((await update([owner.id, otherOwner.id])).status).toBe(404);
    expect((await update([owner.id])).json.users[0].metadata).toContain('srv.key');
    await companies.ours.api.post('/api/v1/svc/metadata/update', {
      metadatas: { users: { user: otherOwner.id }, assign },
    });
    expect((await api.get('/metadata/search', { ...server, query: { key: 'srv.*' } })).json).toEqual({
      users: [owner.id],
      next: null,
    });
    expect((await api.get('/metadata/search', { ...server, query: { key: '!srv.key' } })).json.users).toEqual([]);
    const comments = await api.post('/comments', {}, server);
    expect(comments.json.comments.map(({ text }: Json) => text)).toEqual(['About grace']);
    const foreign = await api.post('/comments', { filters: [{ type: 'user', value: otherOwner.id }] }, server);
    expect(foreign.json.comments).toEqual([]);
  });

  test('needs a valid key, and a token for other endpoints', async () => {
    const without = await api.get('/user', server);
    expect([without.status, problemOf(without)]).toEqual([401, 'parameter_absent']);
    const wrong = await api.get('/employmentpreferences', { apiKey: 'f'.repeat(64), query: { userId: owner.id } });
    expect([wrong.status, wrong.json.error.code]).toEqual([401, 401]);
    expect(wrong.headers.get('www-authenticate')).toBe(`OAuth realm="${system.publicUrl}"`);
    const consumerKey = await api.get('/employmentpreferences', {
      apiKey: system.application.consumerKey,
      query: { userId: owner.id },
    });
    expect(consumerKey.status).toBe(401);
    const disagreeing = await api.get('/employmentpreferences', { query: { apiKey: system.application.apiKey } });
    expect([disagreeing.status, problemOf(disagreeing)]).toEqual([401, 'permission_denied']);
  });
});

describe('rejected requests', () => rejectedRequestTests(() => ({ system, owner, otherOwner })));

describe('the links of an application', () => applicationLinkTests(() => system));

describe('the forms of the editor', () => unchangedCvTests(() => system));

test('an owner revokes the access of an application on every gateway', async () => {
  const app = await system.createApplication('Revoked');
  const { token } = await system.authorize(app, owner);
  const elsewhere = system.apiOf(token, app, system.gateways[1]);
  expect((await elsewhere.get('/user')).status).toBe(200);
  const { page, context } = await browser.open();
  await page.goto(`${system.publicUrl}/account/applications`);
  await signIn(page, owner.username, owner.password);
  const form = `form[action="/account/applications/${app.id}/revoke"]`;
  await page.$eval(form, (element) => element.closest('details')?.setAttribute('open', ''));
  await follow(page, () => page.locator(`${form} button`).click());
  await context.close();
  const rejected = await elsewhere.get('/user');
  expect([rejected.status, problemOf(rejected)]).toEqual([401, 'token_rejected']);
  const server = await elsewhere.get('/employmentpreferences', { apiKey: app.apiKey, query: { userId: owner.id } });
  expect(server.status).toBe(404);
});

test('an owner grants one CV, selects another one, and revokes access, on every gateway immediately', async () => {
  const app = await system.createApplication('Selective');
  const selecting = await system.createOwner('selecting');
  const created = await companies.ours.api.post(`/api/v1/users/${selecting.id}/cv`, { title: 'Second CV' });
  const [first, second] = [selecting.cv, created.json.id as number];
  const { token } = await system.authorize(app, selecting, async (page) => {
    await page.locator('input[name=cvs][value=selected]').click();
    await page.locator(`input[name=cv][value="${first}"]`).click();
    for (const type of ['profile', 'preferences', 'statistics', 'labels'])
      await page.locator(`input[name=data][value=${type}]`).click();
  });
  const elsewhere = system.apiOf(token, app, system.gateways[1]);
  const statuses = async () =>
    (await Promise.all([first, second].map((id) => elsewhere.get(`/cv/${id}`)))).map(({ status }) => status);
  expect(await statuses()).toEqual([200, 403]);
  expect((await elsewhere.get(`/cv/${second}/display/print`)).json.error.message).toContain('has not granted');
  expect((await elsewhere.get('/user')).json.user.resumes.resume.map(({ id }: Json) => id)).toEqual([first]);
  const list = await elsewhere.post('/cv/list', {});
  expect([list.json.resumes.length, list.headers.get('x-total-count')]).toEqual([1, '1']);
  expect((await elsewhere.post('/comments', {})).status).toBe(403);
  const server = { apiKey: app.apiKey };
  expect((await elsewhere.post('/comments', {}, server)).json.comments).toEqual([]);
  const preferences = { ...server, query: { userId: selecting.id } };
  expect((await elsewhere.get('/employmentpreferences', preferences)).status).toBe(200);

  const { page, context } = await browser.open();
  await page.goto(`${system.publicUrl}/account/applications`);
  await signIn(page, selecting.username, selecting.password);
  const open = async (action: string) => {
    const form = `form[action="/account/applications/${app.id}/${action}"]`;
    await page.$eval(form, (element) => element.closest('details')?.setAttribute('open', ''));
    return form;
  };
  const access = await open('access');
  await page.locator(`${access} input[name=cv][value="${first}"]`).click();
  await page.locator(`${access} input[name=cv][value="${second}"]`).click();
  await page.locator(`${access} input[name=data][value=preferences]`).click();
  expect(await follow(page, () => page.locator(`${access} button`).click())).toBe(200);
  expect(await statuses()).toEqual([403, 200]);
  const denied = await elsewhere.get('/employmentpreferences', preferences);
  expect([denied.status, denied.json.error.message]).toEqual([403, expect.stringContaining('employment preferences')]);
  const revoke = await open('revoke');
  await follow(page, () => page.locator(`${revoke} button`).click());
  await context.close();
  expect(await statuses()).toEqual([401, 401]);
});

test('the journey of a new owner fills in every field of the editor', () => {
  expect(untypedFields()).toEqual([]);
});

test.each<[string, NewOwner]>([
  ['with a mouse at 1280 px', { device: DESKTOP, hands: mouse, name: 'mouse', downloads: true }],
  ['with a finger on a phone of 390 px', { device: TOUCH_PHONE, hands: finger, name: 'finger' }],
  ['with only the keyboard', { device: DESKTOP, hands: keyboard, name: 'keyboard' }],
])(
  'an invited owner writes and publishes a CV, and grants and revokes access to it, %s',
  async (_name, newOwner) => {
    await followNewOwner(system, newOwner);
  },
  300_000,
);

test('tokens of a deleted owner are rejected', async () => {
  const leaving = await system.createOwner('leaving');
  const api = await system.authorize(system.application, leaving);
  expect((await api.get('/user')).status).toBe(200);
  expect((await companies.ours.api.delete(`/api/v1/users/${leaving.id}`)).status).toBe(204);
  expect(problemOf(await api.get('/user'))).toBe('token_rejected');
});

test('an owner who deletes the account on its page is gone for applications, the company and visitors', async () => {
  const { id, cv, username: login, password } = await system.createOwner('departing');
  const api = await system.authorize(system.application, { username: login, password });
  const company = companies.ours.api;
  const { pathname } = new URL((await company.get(`/api/v1/cv/${cv}`)).json.url);
  const visitor = createWebVisitor(system.publicUrl, newAddress());
  const enter = async () => visitor.submit(await visitor.get('/account'), '/account/sign-in', { login, password });
  const statuses = async () => {
    const applications = await api.get('/user');
    const ofCompany = [await company.get(`/api/v1/users/${id}`), await company.get(`/api/v1/cv/${cv}`)];
    return [applications, ...ofCompany, await visitor.get(pathname)].map(({ status }) => status);
  };
  expect((await enter()).status).toBe(303);
  const page = await visitor.get('/account/delete');
  expect((await visitor.submit(page, '/account/delete', { password: 'wrong' })).status).toBe(403);
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  const { text } = await visitor.submitAndFollow(page, '/account/delete', { password });
  expect(text).toContain('Your account has been deleted');
  expect(await statuses()).toEqual([401, 404, 404, 404]);
  expect((await enter()).status).toBe(403);
});

test('a disabled application is rejected by every gateway and listed as disabled', async () => {
  const app = await system.createApplication('Disabled');
  const { token } = await system.authorize(app, owner);
  const { vitae } = companies.system;
  const disabled = await vitae('app', 'disable', '--app', String(app.id));
  expect(disabled).toEqual({
    id: app.id,
    name: 'Disabled',
    consumerKey: app.consumerKey,
    callbacks: ['oob'],
    origins: [],
    signatureMethods: ['HMAC-SHA1'],
    compatibility: null,
    state: 'disabled',
  });
  expect(await vitae('app', 'list', '--company', String(companies.ours.id))).toContainEqual(disabled);
  for (const gateway of system.gateways) {
    expect(problemOf(await system.apiOf(token, app, gateway).get('/user'))).toBe('consumer_key_unknown');
  }
});

test('an owner signs in with a changed email address', async () => {
  const moved = await system.createOwner('moved');
  await companies.ours.api.put(`/api/v1/users/${moved.id}`, { email: 'elsewhere@example.com' });
  const api = await system.authorize(system.application, { ...moved, username: 'Elsewhere@example.com' });
  expect((await api.get('/user')).json.user).toMatchObject({ id: moved.id, email: 'elsewhere@example.com' });
});

test('every operation of the user API is covered by a successful request', () => {
  const names = documentedRoutes(companies.document)
    .filter(({ path }) => !path.startsWith('/api/v1/') && !path.startsWith('/{locale}/'))
    .map(({ name }) => name);
  expect(names.filter((name) => !companies.reachedOperations.has(name))).toEqual([]);
});

test('every operation has a recorded example with the current shape', () => {
  expect(recorder.differences).toEqual([]);
});
