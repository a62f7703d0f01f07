import { follow, signIn, type TestBrowser } from '../../support/browser.ts';
import type { Json } from '../../support/company-api.ts';
import { createExampleRecorder } from '../../support/example-recorder.ts';
import { checkedFetch } from '../../support/gateway/checked-fetch.ts';
import { statusOfLargeXml } from '../../support/large-body.ts';
import type { TwoCompanies } from '../../support/test-companies.ts';
import { until } from '../../support/until.ts';
import { oauthSigner, problemOf, type UserApi } from '../../support/user-api.ts';
import { type Owner, startUserApiSystem, type UserApiSystem } from '../../support/user-api-system.ts';

const recorder = createExampleRecorder(process.env.RECORD_CALLS === '1');
let system: UserApiSystem;
let companies: TwoCompanies;
let browser: TestBrowser;
let owner: Owner;
let stranger: Owner;

beforeAll(async () => {
  system = await startUserApiSystem(recorder);
  ({ companies, browser } = system);
  [owner, stranger] = [await system.createOwner('grace'), await system.createOwner('stranger')];
}, 400_000);

afterAll(async () => {
  recorder.close();
  await system?.stop();
});

describe.each(['HMAC-SHA1', 'RSA-SHA1'])('an application that signs with %s', (method) => {
  let api: UserApi;

  beforeAll(async () => {
    api = await system.authorize(method === 'RSA-SHA1' ? system.rsaApplication : system.application, owner);
  }, 120_000);

  test('reads who allowed it, and the CVs', async () => {
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
    const drafts = await api.get('/cv/status/draft', { query: { since: '2020-01-01 00:00:00' }, example: true });
    expect(drafts.json).toMatchObject({ total: 1, resumes: [{ id: String(owner.cv) }] });
  });

  test('reads preferences, comments, statistics and code tables', async () => {
    await companies.ours.api.put(`/api/v1/users/${owner.id}/employmentpreferences`, { seniority: 2 });
    const own = await api.get('/employmentpreferences', { query: { userId: owner.id }, example: true });
    expect(own.json.employmentPreferences.seniority).toBe(2);
    expect((await api.get('/employmentpreferences')).text).toBe(own.text);
    const several = await api.get('/employmentpreferences', { query: { ids: `${stranger.id},${owner.id}` } });
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

  test('attaches keys to its owner and finds the owner by them', async () => {
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
    const found = await api.get('/metadata/search', { query: { key: 'com.acme.*' }, example: true });
    expect(found.json).toEqual({ users: [owner.id], next: null });
    expect((await api.get('/metadata/search', { query: { key: '!com.acme.*' } })).json.users).toEqual([]);
  });

  test('gets every read as XML too', async () => {
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

  test('reaches nobody else', async () => {
    const answers = await Promise.all([
      api.get(`/cv/${stranger.cv}`),
      api.get(`/cv/${stranger.cv}/pdf`),
      api.get(`/cv/${stranger.cv}/display/web`),
      api.get('/user/stats', { query: { userId: stranger.id } }),
      api.get('/employmentpreferences', { query: { userId: stranger.id } }),
      api.get('/metadata', { query: { userId: stranger.id } }),
      api.post('/metadata/update', { metadatas: { users: { user: stranger.id }, reset: {} } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    for (const { text } of answers) expect(text).not.toContain('stranger');
  });

  test('is told how much is left of 250 calls a minute', async () => {
    const { headers } = await api.get('/baseslist');
    expect(headers.get('x-ratelimit-limit')).toBe('250');
    expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(250);
    expect(Number(headers.get('x-ratelimit-reset')) % 60).toBe(0);
  });
});

describe('a server with an apiKey', () => {
  let api: UserApi;
  let server: { apiKey: string };

  beforeAll(async () => {
    const own = await system.createApplication('Server');
    server = { apiKey: own.apiKey };
    api = await system.authorize(own, owner);
  }, 120_000);

  test('reaches the owners who allowed its application, and others as if they did not exist', async () => {
    expect((await api.get('/employmentpreferences', { ...server, query: { userId: owner.id } })).status).toBe(200);
    expect((await api.get('/employmentpreferences', { ...server, query: { userId: stranger.id } })).status).toBe(404);
    const several = await api.get('/employmentpreferences', {
      ...server,
      query: { ids: `${owner.id},${stranger.id}` },
    });
    expect(several.json.employmentPreferences.employmentPreference).toHaveLength(1);
    const assign = { metadatas: { metadata: { key: 'srv.key' } } };
    const update = (user: number[]) => api.post('/metadata/update', { metadatas: { users: { user }, assign } }, server);
    expect((await update([owner.id, stranger.id])).status).toBe(404);
    expect((await update([owner.id])).json.users[0].metadata).toContain('srv.key');
    await companies.ours.api.post('/api/v1/svc/metadata/update', {
      metadatas: { users: { user: stranger.id }, assign },
    });
    expect((await api.get('/metadata/search', { ...server, query: { key: 'srv.*' } })).json).toEqual({
      users: [owner.id],
      next: null,
    });
    expect((await api.get('/metadata/search', { ...server, query: { key: '!srv.key' } })).json.users).toEqual([]);
    const comments = await api.post('/comments', {}, server);
    expect(comments.json.comments.map(({ text }: Json) => text)).toEqual(['About grace']);
    const foreign = await api.post('/comments', { filters: [{ type: 'user', value: stranger.id }] }, server);
    expect(foreign.json.comments).toEqual([]);
  });

  test('needs an owner’s token for the rest, and a right key for all', async () => {
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

describe('what is refused', () => {
  test('a parameter that is sent twice, by its name', async () => {
    const query = `apiKey=${system.application.apiKey}&userId=${owner.id}&userId=${stranger.id}`;
    const answer = await checkedFetch(`${system.publicUrl}/employmentpreferences?${query}`);
    expect([answer.status, ((await answer.json()) as Json).error.details]).toEqual([
      400,
      [{ field: 'userId', message: 'was sent more than once' }],
    ]);
  });

  test('XML of 5 MB', async () => {
    const url = `${system.publicUrl}/metadata/update?apiKey=${system.application.apiKey}`;
    expect(await statusOfLargeXml(url, 5 * 1024 * 1024)).toBe(413);
  });

  test('a call without a signature, with its challenge', async () => {
    const answer = await checkedFetch(`${system.publicUrl}/user`);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, `OAuth realm="${system.publicUrl}"`]);
  });

  test('a captured call, at another gateway too', async () => {
    const { token } = await system.authorize(system.application, owner);
    const signer = oauthSigner(system.application);
    const headers = { ...signer.toHeader(signer.authorize({ url: `${system.publicUrl}/user`, method: 'GET' }, token)) };
    const answers = [];
    for (const gateway of [...system.gateways, ...system.gateways])
      answers.push(await checkedFetch(`${gateway}/user`, { headers }));
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 401]);
    expect(new URLSearchParams(await answers[1]?.text()).get('oauth_problem')).toBe('nonce_used');
  });

  test('a token of another application', async () => {
    const { token } = await system.authorize(system.application, owner);
    const answer = await system.apiOf(token, system.rsaApplication).get('/user');
    expect([answer.status, problemOf(answer)]).toEqual([401, 'token_rejected']);
  });

  test('a method that an address does not have', async () => {
    const answer = await checkedFetch(`${system.publicUrl}/user`, { method: 'DELETE' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('the 251st call of a minute, in the words of decisions §3', async () => {
    const api = await system.authorize(system.rsaApplication, stranger);
    await until('enough of the minute left', () => new Date().getSeconds() < 30);
    const answers = await Promise.all(
      Array.from({ length: 260 }, () => api.get('/baseslist', { query: { locale: 'en' } })),
    );
    const limited = answers.filter(({ status }) => status === 429);
    const counts: Record<number, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    expect(counts).toEqual({ 200: 250, 429: 10 });
    expect(limited[0]?.json.error.message).toMatch(
      /^API rate limit exceeded: maximum 250 standard request\(s\) per minute reached for your application\. Retry after \d\d:\d\d:\d\d Europe\/Paris\.$/,
    );
  }, 120_000);
});

test('an owner who takes the access back ends it at every gateway within a second', async () => {
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
  const refused = await elsewhere.get('/user');
  expect([refused.status, problemOf(refused)]).toEqual([401, 'token_rejected']);
  const server = await elsewhere.get('/employmentpreferences', { apiKey: app.apiKey, query: { userId: owner.id } });
  expect(server.status).toBe(404);
});

test('a deleted owner’s tokens and sign-in are gone', async () => {
  const leaving = await system.createOwner('leaving');
  const api = await system.authorize(system.application, leaving);
  expect((await api.get('/user')).status).toBe(200);
  expect((await companies.ours.api.delete(`/api/v1/users/${leaving.id}`)).status).toBe(204);
  expect(problemOf(await api.get('/user'))).toBe('token_rejected');
});

test('an application that is disabled is refused at every gateway, and listed as such', async () => {
  const app = await system.createApplication('Disabled');
  const { token } = await system.authorize(app, owner);
  const { vitae } = companies.system;
  const disabled = await vitae('app', 'disable', '--app', String(app.id));
  expect(disabled).toEqual({
    id: app.id,
    name: 'Disabled',
    consumerKey: app.consumerKey,
    callbacks: ['oob'],
    signatureMethods: ['HMAC-SHA1'],
    state: 'disabled',
  });
  expect(await vitae('app', 'list', '--company', String(companies.ours.id))).toContainEqual(disabled);
  for (const gateway of system.gateways) {
    expect(problemOf(await system.apiOf(token, app, gateway).get('/user'))).toBe('consumer_key_unknown');
  }
});

test('an owner whose address was changed signs in with the new one', async () => {
  const moved = await system.createOwner('moved');
  await companies.ours.api.put(`/api/v1/users/${moved.id}`, { email: 'elsewhere@example.com' });
  const api = await system.authorize(system.application, { ...moved, username: 'Elsewhere@example.com' });
  expect((await api.get('/user')).json.user).toMatchObject({ id: moved.id, email: 'elsewhere@example.com' });
});

test('every call of the user API was reached', () => {
  const operations = Object.entries(companies.document.paths)
    .filter(([path]) => !path.startsWith('/api/v1/') && !path.startsWith('/{locale}/'))
    .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId));
  expect(operations.filter((name) => !companies.reachedOperations.has(name))).toEqual([]);
});

test('every call has a recorded example of today’s shape', () => {
  expect(recorder.differences).toEqual([]);
});
