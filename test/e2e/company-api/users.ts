import { choosePassword } from '../../support/choose-password.ts';
import type { TwoCompanies } from '../../support/test-companies.ts';

export const ada = {
  username: 'ada',
  email: 'ada@example.com',
  firstname: 'Ada',
  lastname: 'Lovelace',
  phone: '+44 20 1234',
  kind: 'candidate',
  id_origin: 'HR-1',
};

/** Returns the body of a user with a unique name and email address. */
export const userBody = (username: string, fields: object = {}) => ({
  ...ada,
  username,
  email: `${username}@example.com`,
  id_origin: null,
  ...fields,
});

/** Users, search and `isIdOrigin`. */
export function userTests(companies: () => TwoCompanies): void {
  const api = () => companies().ours.api;

  test('creates, returns, changes and deletes a user', async () => {
    const created = await api().post('/api/v1/users', ada, { example: true });
    expect(created.status).toBe(201);
    expect(created.json).toEqual({ id: expect.any(Number), ...ada });
    expect(created.headers.get('location')).toBe(`/api/v1/users/${created.json.id}`);
    const path = `/api/v1/users/${created.json.id}`;

    const read = await api().get(path, { example: true });
    expect([read.status, read.json]).toEqual([200, created.json]);
    const unchanged = await api().get(path, { headers: { 'If-None-Match': read.headers.get('etag') ?? '' } });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);

    const changed = await api().put(path, { phone: '', lastname: 'King' }, { example: true });
    expect([changed.status, changed.json]).toEqual([200, { ...created.json, phone: '', lastname: 'King' }]);
    expect((await api().get(path)).json).toEqual(changed.json);
    expect(changed.headers.get('etag')).not.toBe(read.headers.get('etag'));

    expect((await api().put(path, changed.json)).json).toEqual(changed.json);
    const readOnly = await api().put(path, { ...changed.json, id: 1_000_000, username: 'other' });
    const rejectedFields = readOnly.json.error.details.map(({ field }: { field: string }) => field);
    expect([readOnly.status, rejectedFields]).toEqual([400, ['id', 'username']]);

    const stale = { headers: { 'If-Match': read.headers.get('etag') ?? '' } };
    expect((await api().put(path, { lastname: 'Late' }, stale)).status).toBe(412);
    const current = { headers: { 'If-Match': (await api().get(path)).headers.get('etag') ?? '' } };
    expect((await api().put(path, { phone: '1' }, current)).json).toEqual({ ...changed.json, phone: '1' });
    const rejected = await api().delete(path, current);
    expect([rejected.status, rejected.json.error.code]).toEqual([412, 412]);

    const deleted = await api().delete(path, { example: true });
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    for (const response of [await api().get(path), await api().put(path, { phone: '1' }), await api().delete(path)])
      expect(response.status).toBe(404);
  });

  test('invites a user, withdraws the invitation and creates links to sign in and to reset the password', async () => {
    const created = await api().post('/api/v1/users', userBody('invited', { invite: true, locale: 'de' }));
    const link = (page: string) => expect.stringMatching(`^http://[^/]+/account/${page}/[A-Za-z0-9_-]{43}$`);
    const invitation = { mailed: false, url: link('invitation'), expiresAt: expect.any(String) };
    expect([created.status, created.json.invitation]).toEqual([201, invitation]);
    const path = `/api/v1/users/${created.json.id}`;
    const invited = await api().post(`${path}/invitation`, { locale: 'fr' }, { example: true });
    expect([invited.status, invited.json]).toEqual([201, invitation]);
    expect(invited.json.url).not.toBe(created.json.invitation.url);
    expect((await api().delete(`${path}/invitation`, { example: true })).status).toBe(204);
    expect((await api().delete(`${path}/invitation`)).status).toBe(404);
    const signIn = await api().post(`${path}/sign-in-link`, { path: '/account' }, { example: true });
    expect([signIn.status, signIn.json]).toEqual([201, { url: link('sign-in-link'), expiresAt: expect.any(String) }]);
    expect((await api().post(`${path}/sign-in-link`)).status).toBe(201);
    expect((await api().post(`${path}/sign-in-link`, { path: '//evil.example' })).status).toBe(400);

    const tooEarly = await api().post(`${path}/password-reset`);
    expect([tooEarly.status, tooEarly.json.error.message]).toEqual([409, expect.stringContaining('Invite the user')]);
    await choosePassword((await api().post(`${path}/invitation`)).json.url);
    const reset = await api().post(`${path}/password-reset`, { locale: 'fr' }, { example: true });
    expect([reset.status, reset.json]).toEqual([201, { ...invitation, url: link('reset') }]);
    await choosePassword(reset.json.url);
    expect((await api().post(`${path}/invitation`)).status).toBe(409);
  });

  test('interprets {id} as id_origin on every users path if isIdOrigin=1', async () => {
    const origin = 'HR/7 & é';
    const { json: user } = await api().post('/api/v1/users', userBody('origin', { id_origin: origin }));
    const path = `/api/v1/users/${encodeURIComponent(origin)}`;
    const query = { isIdOrigin: 1 };
    expect((await api().get(path, { query })).json).toEqual(user);
    expect((await api().put(path, { firstname: 'Augusta' }, { query })).json).toEqual({
      ...user,
      firstname: 'Augusta',
    });
    expect((await api().put(`${path}/kind`, { kind: 'manager' }, { query })).status).toBe(204);
    expect((await api().put(`${path}/manager`, { managerId: user.id }, { query })).status).toBeLessThan(500);
    for (const part of ['cv', 'tags']) expect((await api().get(`${path}/${part}`, { query })).json).toEqual([]);
    expect((await api().post(`${path}/comment`, { comment: 'By origin' }, { query })).json).toMatchObject({
      text: 'By origin',
      user: user.id,
    });
    expect((await api().get(`${path}/comment`, { query })).json).toMatchObject({ text: 'By origin' });
    expect((await api().get(path)).status).toBe(400);
    expect((await api().get(`/api/v1/users/${user.id}`, { query })).status).toBe(404);
    expect((await api().delete(path, { query })).status).toBe(204);
    expect((await api().get(path, { query })).status).toBe(404);
  });

  test('filters users by kind and pages them by number and by cursor', async () => {
    const people = Array.from({ length: 7 }, (_none, index) =>
      userBody(`page${index}`, { kind: index % 2 ? 'other' : 'admin' }),
    );
    for (const one of people) expect((await api().post('/api/v1/users', one)).status).toBe(201);
    const unfiltered = await api().get('/api/v1/users', { query: { limit: 3 }, example: true });
    expect(unfiltered.json.total).toBeGreaterThan(people.length);
    const first = await api().get('/api/v1/users', { query: { filter: 'a,o', limit: 3 } });
    expect(first.json.total).toBe(7);
    expect(first.headers.get('x-total-count')).toBe('7');
    expect(first.json.users.map(({ username }: { username: string }) => username)).toEqual(['page0', 'page1', 'page2']);
    expect(first.headers.get('link')).toContain(`<${first.json.next}>; rel="next"`);

    const listed = [...first.json.users];
    for (let next = first.json.next; next !== null; ) {
      const { pathname, searchParams } = new URL(next, 'http://x');
      const page = await api().get(pathname, { query: Object.fromEntries(searchParams) });
      listed.push(...page.json.users);
      next = page.json.next;
    }
    expect(listed.map(({ username }) => username)).toEqual(people.map(({ username }) => username));

    const byNumber = await api().get('/api/v1/users', { query: { filter: 'admin,other', limit: 3, page: 2 } });
    expect(byNumber.json.users).toEqual(listed.slice(3, 6));
    expect((await api().get('/api/v1/users', { query: { filter: 'a', page: 9 } })).json).toMatchObject({
      users: [],
      total: 4,
      next: null,
    });
    const another = { ...Object.fromEntries(new URL(first.json.next, 'http://x').searchParams), filter: 'm' };
    expect((await api().get('/api/v1/users', { query: another })).status).toBe(400);
  });

  test('searches users by word prefixes, ignoring case and accents', async () => {
    await api().post('/api/v1/users', {
      ...ada,
      username: 'zoe',
      email: 'z.lefevre@example.com',
      firstname: 'Zoé-Anne',
      lastname: 'Lefèvre d’Ormesson',
      id_origin: null,
    });
    const search = async (term: string) =>
      (await api().get('/api/v1/users/search', { query: { term } })).json.map(
        ({ username }: { username: string }) => username,
      );
    for (const term of ['zoe', 'ZOÉ', 'lefevre', 'LEFÈV', 'zoe lef', 'ormess zo', 'z.lefevre@example.com', 'anne'])
      expect([term, await search(term)]).toEqual([term, ['zoe']]);
    for (const term of ['oe', 'zoe smith', 'efevre', '.*', '$where'])
      expect([term, await search(term)]).toEqual([term, []]);
    const page = await api().get('/api/v1/users/search', { query: { term: 'page', limit: 2 }, example: true });
    expect(page.headers.get('x-total-count')).toBe('7');
    expect(page.json).toHaveLength(2);
    expect(page.headers.get('link')).toContain('rel="next"');
  });

  test('lists the ids of users that were created, updated or deleted since a time', async () => {
    const { json: user } = await api().post('/api/v1/users', userBody('changed'));
    const listed = async (change: string, options = {}) => {
      const query = { since: '2026-01-01 00:00:00', ...options };
      const { json } = await api().get(`/api/v1/users/${change}`, { query });
      expect(json.since).toBe('2026-01-01 00:00:00');
      return json.users.user.map(({ id }: { id: number }) => id);
    };
    expect(await listed('created')).toContain(user.id);
    expect(await listed('lastdelete')).not.toContain(user.id);
    await api().delete(`/api/v1/users/${user.id}`);
    expect(await listed('updated')).not.toContain(user.id);
    expect(await listed('lastupdate')).not.toContain(user.id);
    expect(await listed('lastdelete')).toContain(user.id);
    expect(await listed('created', { since: '2026-01-01 00:00:00', limit: 1 })).toHaveLength(1);
    for (const [change, limit] of [
      ['created', 2],
      ['updated', 2],
      ['lastdelete', 1_000],
    ] as const)
      await api().get(`/api/v1/users/${change}`, { query: { since: '2026-01-01', limit }, example: true });
    for (const query of [{}, { since: 'yesterday' }, { since: '@0', limit: 10_001 }, { since: '@0', page: 1 }])
      expect((await api().get('/api/v1/users/created', { query })).status).toBe(400);
    const theirs = await companies().theirs.api.get('/api/v1/users/created', { query: { since: '@0' } });
    expect(JSON.stringify(theirs.json)).not.toContain(`"id":${user.id}}`);
  });

  test('creates one user for repeated requests with an Idempotency-Key and rejects another body', async () => {
    const body = userBody('once');
    const headers = { 'Idempotency-Key': 'b3c2a1' };
    const [one, two] = await Promise.all([
      api().post('/api/v1/users', body, { headers }),
      api().post('/api/v1/users', body, { headers }),
    ]);
    expect([one.status, two.status]).toEqual([201, 201]);
    await api().put(`/api/v1/users/${one.json.id}`, { phone: '2' });
    const repeated = await api().post('/api/v1/users', body, { headers });
    expect([two.text, repeated.text]).toEqual([one.text, one.text]);
    expect((await api().post('/api/v1/users', { ...body, phone: '3' }, { headers })).status).toBe(422);
    expect(
      (await companies().theirs.api.post('/api/v1/users', { ...body, username: 'once2' }, { headers })).status,
    ).toBe(201);
  });
}
