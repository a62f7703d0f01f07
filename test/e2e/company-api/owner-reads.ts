import { statusOfLargeXml } from '../../support/large-body.ts';
import { signedPath } from '../../support/signer.ts';
import type { TwoCompanies } from '../../support/test-companies.ts';
import { ada, userBody } from './users.ts';

const preferences = {
  seniority: 3,
  disabled: false,
  grossSalaryMin: '1',
  positions: { position: [{ id: 201 }] },
  mobilities: {
    mobility: [
      { perimeter: 20, country: { isoCode: 'FRA' }, city: { name: 'Paris', zip: '75001', lat: 48.85, lng: 2.35 } },
    ],
  },
};

const print = {
  id: 'classic',
  color: '#123456',
  displayConfig: {
    id: 1,
    experiences: true,
    educations: true,
    interests: false,
    presentation: true,
    skills: true,
    url: false,
    picture: true,
    location: true,
    drivingLicence: false,
    maritalStatus: false,
    address: true,
    age: false,
  },
};

/** Endpoints shared with the user API: profile, statistics, display, preferences and metadata. */
export function ownerReadTests(companies: () => TwoCompanies): void {
  const api = () => companies().ours.api;
  const historical = ['/api/v1/svc', '/api/v1/dyb'];
  let userId = 0;
  let cvId = 0;

  beforeAll(async () => {
    userId = (await api().post('/api/v1/users', userBody('read-by-all', { id_origin: 'read-origin' }))).json.id;
    cvId = (
      await api().post(`/api/v1/users/${userId}/cv`, { title: 'Read by all', published: true }, { query: { main: 1 } })
    ).json.id;
  });

  /** Expects the same response at both historical paths and records the first as an example. */
  const atBoth = async (path: string, query: Record<string, string | number> = {}, method = 'GET', body?: unknown) => {
    const [first, second] = [
      await api().request(method, historical[0] + path, { query, body, example: true }),
      await api().request(method, historical[1] + path, { query, body }),
    ];
    expect([second.status, second.text]).toEqual([first.status, first.text.replaceAll('/svc/', '/dyb/')]);
    expect(first.status).toBe(200);
    return first;
  };

  test('returns a user in the format of the user API', async () => {
    const { json } = await atBoth(`/user/${userId}`);
    expect(json.user).toMatchObject({
      id: userId,
      firstname: ada.firstname,
      email: 'read-by-all@example.com',
      premium: false,
      avatars: { small: null, normal: null, big: null },
      resumes: { resume: [{ id: cvId, title: 'Read by all', main: true, completion: 0.1, protected: false }] },
    });
    const byOrigin = await api().get('/api/v1/svc/user/read-origin', { query: { isIdOrigin: 1 } });
    expect(byOrigin.json.user.id).toBe(userId);
  });

  test('lists changed users', async () => {
    for (const change of ['created', 'updated', 'lastupdate'])
      expect((await atBoth(`/users/${change}`, { since: '@0' })).json.users.user).toContainEqual({ id: userId });
    expect((await atBoth('/users/lastdelete', { since: '@0' })).json.since).toBe('1970-01-01 00:00:00');
  });

  test('returns statistics for each of 30 days', async () => {
    const { json } = await atBoth('/user/stats', { userId });
    expect(json.offer).toBe(30);
    expect(json.visits.visit).toHaveLength(30);
    expect(json.last_update).toBeGreaterThan(1_700_000_000);
    expect((await api().get('/api/v1/svc/user/stats')).status).toBe(400);
  });

  test('serves CVs, lists, comments and code tables at the historical paths', async () => {
    await atBoth(`/cv/${cvId}/pdf`);
    expect((await atBoth('/cv/list', {}, 'POST', {})).json.resumes.length).toBeGreaterThan(0);
    await atBoth('/cv/status/draft', { since: '@0' });
    await atBoth('/comments', {}, 'POST', { filters: [{ type: 'user', value: String(userId) }] });
    await atBoth('/baseslist', { locale: 'fr' });
  });

  test('replaces a display unless it was modified since it was read', async () => {
    for (const variant of ['web', 'mobile', 'print']) {
      const path = `/api/v1/cv/${cvId}/display/${variant}`;
      const read = { headers: { 'If-Match': (await api().get(path)).headers.get('etag') ?? '' } };
      const body = variant === 'print' ? print : { id: 'modern', color: '#00aaFF' };
      const changed = await api().put(path, body, read);
      expect([variant, changed.status]).toEqual([variant, 200]);
      expect((await api().put(path, body, read)).status).toBe(412);
      const current = { headers: { 'If-Match': changed.headers.get('etag') ?? '' } };
      expect((await api().put(path, body, current)).status).toBe(200);
    }
  });

  test('sets and returns the display of a CV', async () => {
    const { displays } = (await api().get('/api/v1/displays', { example: true })).json;
    for (const variant of ['web', 'mobile', 'print']) {
      const path = `/api/v1/cv/${cvId}/display/${variant}`;
      const wanted = variant === 'print' ? print : { id: 'modern', color: '#AA00ff' };
      const changed = await api().put(path, wanted, { example: true });
      expect([changed.status, changed.json]).toEqual([200, wanted]);
      expect((await api().get(path, { example: true })).text).toBe(changed.text);
      await atBoth(`/cv/${cvId}/display/${variant}`);
      expect(displays.map(({ id }: { id: string }) => id)).toContain(wanted.id);
      expect((await api().put(path, { ...wanted, color: 'red' })).status).toBe(400);
      expect((await api().put(path, { ...wanted, id: 'unheard-of' })).json.error.details[0].field).toBe('id');
    }
  });

  test('sets employment preferences and returns those of one or several users', async () => {
    const path = `/api/v1/users/${userId}/employmentpreferences`;
    const empty = await api().get(path);
    expect(empty.json.employmentPreferences).toMatchObject({ seniority: null, grossSalaryMin: null, updatedAt: '' });
    const changed = await api().put(path, preferences, {
      headers: { 'If-Match': empty.headers.get('etag') ?? '' },
      example: true,
    });
    expect(changed.status).toBe(200);
    expect(changed.json.employmentPreferences).toMatchObject(preferences);
    const read = await api().get(path, { example: true });
    expect(read.text).toBe(changed.text);
    expect((await api().put(path, read.json)).status).toBe(200);
    expect((await api().put(path, {}, { headers: { 'If-Match': empty.headers.get('etag') ?? '' } })).status).toBe(412);
    expect((await api().put(path, { seniority: 9_999 })).json.error.details[0].field).toBe('seniority');
    for (const prefix of historical) {
      const one = await api().get(`${prefix}/employmentpreferences/${userId}`);
      expect(one.json.employmentPreferences.seniority).toBe(3);
    }
    const one = await atBoth('/employmentpreferences', { userId });
    expect(one.json.employmentPreferences.seniority).toBe(3);
    const several = await api().get('/api/v1/svc/employmentpreferences', {
      query: { ids: `999999999,${userId}, ${userId}` },
    });
    expect(several.json.employmentPreferences.employmentPreference).toMatchObject([{ userId, seniority: 3 }]);
  });

  test.each([
    ['letters', { ids: '1,x' }],
    ['101 ids', { ids: Array.from({ length: 101 }, (_none, index) => index + 1).join(',') }],
    ['an empty id', { ids: '1,,2' }],
    ['both parameters', { ids: '1', userId: 1 }],
    ['no parameter', {}],
  ])('rejects a request for preferences with %s', async (_description, query: Record<string, string | number>) => {
    expect((await api().get('/api/v1/svc/employmentpreferences', { query })).status).toBe(400);
  });

  test('updates metadata from XML or JSON, returns it and searches it', async () => {
    const xml = `<metadatas><users><user>${userId}</user></users><reset/>
      <assign><metadatas><metadata><key>com.acme.kind:star</key></metadata><metadata><key>com.acme.é</key></metadata></metadatas></assign></metadatas>`;
    const updated = await api().post('/api/v1/svc/metadata/update', xml, { contentType: 'text/xml', example: true });
    expect(updated.json).toEqual({ users: [{ id: userId, metadata: ['com.acme.kind:star', 'com.acme.é'] }] });
    const json = {
      metadatas: {
        users: { user: userId },
        unassign: { metadatas: { metadata: { key: 'com.acme.kind:*' } } },
        assign: { metadatas: { metadata: [{ key: 'org.other' }] } },
      },
    };
    const changed = await api().post('/api/v1/dyb/metadata/update', json);
    expect(changed.json.users[0].metadata).toEqual(['com.acme.é', 'org.other']);
    expect((await atBoth('/metadata', { userId })).json).toEqual(changed.json);
    expect((await atBoth('/metadata/search', { key: 'org.*' })).json).toEqual({ users: [userId], next: null });
    expect((await api().get('/api/v1/svc/metadata/search', { query: { key: 'com.acme.é' } })).json.users).toEqual([
      userId,
    ]);
    const without = (await api().get('/api/v1/svc/metadata/search', { query: { key: '!org.other', limit: 1_000 } }))
      .json;
    expect(without.users).not.toContain(userId);
    expect(without.users.length).toBeGreaterThan(0);
  });

  test('names the successor in responses of deprecated endpoints', async () => {
    const tree = `<metadatas><metadata><key>old.key</key><users><user>${userId}</user></users></metadata></metadatas>`;
    for (const [prefix, action] of historical.flatMap((one) => [
      [one, 'assign'],
      [one, 'unassign'],
    ])) {
      const options = { contentType: 'application/xml', example: prefix === historical[0] };
      const response = await api().post(`${prefix}/metadata/${action}`, tree, options);
      expect(response.json.users[0].metadata.includes('old.key')).toBe(action === 'assign');
      expect(response.headers.get('deprecation')).toMatch(/^@\d+$/);
      expect(response.headers.get('sunset')).toMatch(/ GMT$/);
      expect(response.headers.get('link')).toBe(`<${prefix}/metadata/update>; rel="successor-version"`);
    }
  });

  test.each([
    ['an entity expansion', '<!DOCTYPE a [<!ENTITY b "ha">]><metadatas>&b;</metadatas>', 'DTD'],
    ['an external entity', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><metadatas/>', 'DTD'],
    ['a wrong root element', '<meta><users/></meta>', 'meta'],
    ['an unknown element', '<metadatas><users><user>1</user></users><asign/></metadatas>', 'asign'],
    [
      'a wildcard in the middle',
      '<metadatas><users><user>1</user></users><unassign><metadatas><metadata><key>a*b</key></metadata></metadatas></unassign></metadatas>',
      '*',
    ],
    [
      '1,001 users',
      `<metadatas><users>${Array.from({ length: 1_001 }, (_none, index) => `<user>${index + 1}</user>`).join('')}</users><reset/></metadatas>`,
      '1000',
    ],
    ['an unclosed element', '<metadatas><users>', 'well-formed'],
  ])('rejects metadata with %s and changes nothing', async (_description, xml, message) => {
    const before = (await api().get('/api/v1/svc/metadata', { query: { userId } })).text;
    const response = await api().post('/api/v1/svc/metadata/update', xml, { contentType: 'text/xml' });
    expect([response.status, JSON.stringify(response.json)]).toEqual([400, expect.stringContaining(message)]);
    expect((await api().get('/api/v1/svc/metadata', { query: { userId } })).text).toBe(before);
  });

  test('rejects a metadata update completely if one user is unknown', async () => {
    const xml = (user: number) =>
      `<metadatas><users><user>${userId}</user><user>${user}</user></users><assign><metadatas><metadata><key>half</key></metadata></metadatas></assign></metadatas>`;
    const response = await api().post('/api/v1/svc/metadata/update', xml(999_999_999), { contentType: 'text/xml' });
    expect([response.status, response.json.error.message]).toEqual([404, 'There is no user 999999999.']);
    expect((await api().get('/api/v1/svc/metadata', { query: { userId } })).text).not.toContain('half');
  });

  const xmlReads: [string, string, Record<string, string>?][] = [
    ['GET', '/user/:user'],
    ['GET', '/user/stats', { userId: ':user' }],
    ['GET', '/cv/:cv'],
    ['GET', '/cv/:cv/pdf'],
    ['GET', '/cv/:cv/display/web'],
    ['GET', '/cv/:cv/display/mobile'],
    ['GET', '/cv/:cv/display/print'],
    ['GET', '/cv/status/draft', { since: '@0' }],
    ['POST', '/cv/list'],
    ['POST', '/comments'],
    ['GET', '/employmentpreferences/:user'],
    ['GET', '/employmentpreferences', { userId: ':user' }],
    ['GET', '/employmentpreferences', { ids: ':user' }],
    ['GET', '/metadata', { userId: ':user' }],
    ['GET', '/metadata/search', { key: 'com.acme.*' }],
    ['GET', '/baseslist'],
  ];
  describe.each(historical)('under %s', (prefix) => {
    test.each(xmlReads)('%s %s returns XML on request (%j)', async (method, path, parameters = {}) => {
      const filled = (text: string) => text.replace(':user', String(userId)).replace(':cv', String(cvId));
      const query = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, filled(value)]));
      const body = method === 'POST' ? {} : undefined;
      const response = await api().request(method, prefix + filled(path), { query: { ...query, format: 'xml' }, body });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
      expect(response.text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<response(?:\/>|>.*<\/response>)\n$/s);
    });
  });

  test('uses different entity tags for XML and JSON', async () => {
    const path = `/api/v1/svc/cv/${cvId}`;
    const json = (await api().get(path)).headers.get('etag') ?? '';
    const xml = (await api().get(path, { query: { format: 'xml' } })).headers.get('etag') ?? '';
    expect(xml).toBe(json.replace(/"$/, '-xml"'));
    const status = async (format: string, known: string) =>
      (await api().get(path, { query: { format }, headers: { 'If-None-Match': known } })).status;
    expect([await status('xml', xml), await status('xml', json)]).toEqual([304, 200]);
    expect([await status('json', json), await status('json', xml)]).toEqual([304, 200]);
  });

  test('rejects XML of 5 MB', async () => {
    const { system, ours } = companies();
    for (const prefix of historical) {
      const url = system.url + signedPath('POST', `${prefix}/metadata/update`, ours.key);
      expect(await statusOfLargeXml(url, 5 * 1024 * 1024)).toBe(413);
    }
  });

  test('rejects an unknown format', async () => {
    expect((await api().get(`/api/v1/cv/${cvId}`, { query: { format: 'yaml' } })).status).toBe(400);
  });
}
