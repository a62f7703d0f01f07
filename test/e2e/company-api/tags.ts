import type { TwoCompanies } from '../../support/test-companies.ts';
import { userBody } from './users.ts';

/** Tags, and tags, kind and manager of a user. */
export function tagTests(companies: () => TwoCompanies): void {
  const api = () => companies().ours.api;
  const newUser = async (name: string) => (await api().post('/api/v1/users', userBody(name))).json as { id: number };
  const newTag = async (title: string) => (await api().post('/api/v1/tags', { title })).json as { id: number };
  const tagsOf = async (id: number) =>
    (await api().get(`/api/v1/users/${id}/tags`)).json.map((tag: { id: number }) => tag.id);

  test('creates, returns, changes, lists and deletes a tag', async () => {
    const body = {
      title: 'Java',
      type: 2,
      specialization: 'backend',
      id_origin: 'T-1',
      translations: { fr: 'Java (fr)', en_US: 'Java' },
    };
    const created = await api().post('/api/v1/tags', body, { example: true });
    expect([created.status, created.json]).toEqual([201, { id: expect.any(Number), ...body }]);
    const path = `/api/v1/tags/${created.json.id}`;
    expect(created.headers.get('location')).toBe(path);
    expect((await api().get(path, { example: true })).json).toEqual(created.json);
    const changed = await api().put(path, { title: 'Kotlin', id_origin: null }, { example: true });
    expect(changed.json).toEqual({ ...created.json, title: 'Kotlin', id_origin: null });
    expect((await api().put(path, changed.json)).json).toEqual(changed.json);
    expect((await api().put(path, { ...changed.json, id: created.json.id + 1 })).json.error.details[0].field).toBe(
      'id',
    );
    const stale = { headers: { 'If-Match': created.headers.get('etag') ?? '' } };
    expect((await api().put(path, { title: 'Late' }, stale)).status).toBe(412);
    expect((await api().delete(path, stale)).status).toBe(412);
    expect((await api().get('/api/v1/tags', { example: true })).json).toContainEqual(changed.json);
    expect((await api().delete(path, { example: true })).status).toBe(204);
    for (const response of [
      await api().get(path),
      await api().put(path, { title: 'x' }),
      await api().delete(path),
      await api().get(`${path}/users`),
    ])
      expect(response.status).toBe(404);
  });

  test('associates and dissociates tags in every parameter format, all or none', async () => {
    const { id: user } = await newUser('tagged');
    const [a, b, c] = (await Promise.all(['a', 'b', 'c'].map(newTag))).map(({ id }) => id) as [number, number, number];
    const associate = `/api/v1/users/${user}/associateTags`;
    expect((await api().put(associate, { tags: a }, { example: true })).status).toBe(204);
    expect((await api().put(associate, new URLSearchParams(`tags[]=${a}&tags[]=${b}`))).status).toBe(204);
    expect((await tagsOf(user)).toSorted()).toEqual([a, b].toSorted());
    expect((await api().put(associate, undefined, { query: { tags: JSON.stringify([c]), reset: 1 } })).status).toBe(
      204,
    );
    expect(await tagsOf(user)).toEqual([c]);
    expect((await api().put(associate, { tags: [a, 999_999_999] })).status).toBe(404);
    expect((await api().put(associate, { tags: [999_999_999], reset: 1 })).status).toBe(404);
    expect(await tagsOf(user)).toEqual([c]);
    expect((await api().put(associate, { tags: [a, b, a] })).status).toBe(204);
    expect((await api().put(`/api/v1/users/${user}/dissociateTags`, { tags: [a, c] }, { example: true })).status).toBe(
      204,
    );
    expect((await api().get(`/api/v1/users/${user}/tags`, { example: true })).json).toMatchObject([
      { id: b, title: 'b' },
    ]);
    expect((await api().put(associate, { reset: true })).status).toBe(204);
    expect(await tagsOf(user)).toEqual([]);
    expect((await api().put(associate, {})).status).toBe(400);
  });

  test('lists the users of a tag in pages and updates the list when users or the tag are deleted', async () => {
    const { id: tag } = await newTag('paged');
    const users = [];
    for (const name of ['tag-one', 'tag-two', 'tag-three']) {
      const user = await newUser(name);
      users.push(user);
      await api().put(`/api/v1/users/${user.id}/associateTags`, { tags: tag });
    }
    const path = `/api/v1/tags/${tag}/users`;
    const first = await api().get(path, { query: { limit: 2 }, example: true });
    expect(first.headers.get('x-total-count')).toBe('3');
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const { searchParams } = new URL(next, 'http://x');
    const second = await api().get(path, { query: Object.fromEntries(searchParams) });
    expect([...first.json, ...second.json].map(({ id }: { id: number }) => id).toSorted()).toEqual(
      users.map(({ id }) => id).toSorted(),
    );
    await api().delete(`/api/v1/users/${users[0]?.id}`);
    expect((await api().get(path)).headers.get('x-total-count')).toBe('2');
    await api().delete(`/api/v1/tags/${tag}`);
    expect(await tagsOf(users[1]?.id ?? 0)).toEqual([]);
  });

  test('sets kind and manager from the body or the query', async () => {
    const [user, boss] = [await newUser('managed'), await newUser('boss')];
    expect((await api().put(`/api/v1/users/${boss.id}/kind`, { kind: 'manager' }, { example: true })).status).toBe(204);
    expect((await api().get(`/api/v1/users/${boss.id}`)).json.kind).toBe('manager');
    await api().post(`/api/v1/users/${user.id}/cv`, { title: 'Managed' });
    const managerOf = async () => (await api().get(`/api/v1/users/${user.id}/cv`)).json[0].manager;
    expect(
      (await api().put(`/api/v1/users/${user.id}/manager`, undefined, { query: { managerId: boss.id } })).status,
    ).toBe(204);
    expect(await managerOf()).toBe('Ada Lovelace');
    expect((await api().put(`/api/v1/users/${user.id}/manager`, { managerId: 0 }, { example: true })).status).toBe(204);
    expect(await managerOf()).toBe('');
    expect((await api().put(`/api/v1/users/${user.id}/kind`, undefined, { query: { kind: 'other' } })).status).toBe(
      204,
    );
    expect((await api().put(`/api/v1/users/${user.id}/manager`, {})).status).toBe(400);
  });

  test('sets tags, kind and manager unless the user was modified since it was read', async () => {
    const [user, boss, tag] = [await newUser('revised'), await newUser('reviser'), await newTag('revised')];
    await api().put(`/api/v1/users/${boss.id}/kind`, { kind: 'manager' });
    for (const [part, body] of [
      ['kind', { kind: 'candidate' }],
      ['manager', { managerId: boss.id }],
      ['associateTags', { tags: tag.id }],
      ['dissociateTags', { tags: tag.id }],
    ] as const) {
      const read = await api().get(`/api/v1/users/${user.id}`);
      const ifMatch = { headers: { 'If-Match': read.headers.get('etag') ?? '' } };
      const path = `/api/v1/users/${user.id}/${part}`;
      expect((await api().put(path, body, ifMatch)).status).toBe(204);
      const stale = await api().put(path, body, ifMatch);
      expect([stale.status, stale.json.error.code]).toEqual([412, 412]);
      expect((await api().put(path, body, { headers: { 'If-Match': '*' } })).status).toBe(204);
    }
    expect((await api().get(`/api/v1/users/${user.id}`)).json.kind).toBe('candidate');
  });
}
