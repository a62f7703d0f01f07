import type { TwoCompanies } from '../../support/test-companies.ts';
import { userBody } from './users.ts';

/** Comments on users and POST /comments. */
export function commentTests(companies: () => TwoCompanies): void {
  const api = () => companies().ours.api;
  let user = 0;
  let boss = 0;
  let path = '';

  beforeAll(async () => {
    const newUser = async (name: string, kind: string) =>
      (await api().post('/api/v1/users', userBody(name, { kind }))).json.id as number;
    user = await newUser('commented', 'candidate');
    boss = await newUser('commenter', 'manager');
    path = `/api/v1/users/${user}/comment`;
  });

  test('creates comments of the given manager, or of the company’s administrator', async () => {
    expect((await api().get(path)).status).toBe(404);
    const first = await api().post(path, { comment: 'Called her.\nShe is interested.' }, { example: true });
    expect(first.status).toBe(201);
    expect(first.json).toMatchObject({
      text: 'Called her.\nShe is interested.',
      user,
      author: { email: companies().ours.admin.email, id: 0 },
    });
    const second = await api().post(path, new URLSearchParams({ comment: 'Met her.', managerId: String(boss) }));
    expect(second.json).toMatchObject({
      text: 'Met her.',
      author: { id: boss, username: 'commenter', firstname: 'Ada' },
    });
    expect((await api().get(path, { example: true })).json).toEqual(second.json);
    expect((await api().post(path, { comment: 'x', managerId: user })).status).toBe(400);
  });

  test('changes the latest comment of the author unless it was modified since it was read', async () => {
    const { headers } = await api().post(path, { comment: 'Draft', managerId: boss });
    const ifMatch = { 'If-Match': headers.get('etag') ?? '' };
    const changed = await api().put(path, { comment: 'Final', managerId: boss }, { headers: ifMatch, example: true });
    expect([changed.status, changed.json.text]).toEqual([200, 'Final']);
    expect((await api().put(path, { comment: 'Late', managerId: boss }, { headers: ifMatch })).status).toBe(412);
    expect((await api().get(path)).json.text).toBe('Final');
  });

  test('compares If-Match with the comment that was read, not with another comment of the same revision', async () => {
    const about = `/api/v1/users/${boss}/comment`;
    const write = (comment: string, managerId?: number) => api().post(about, { comment, managerId });
    const theirs = { 'If-Match': (await write('Theirs', boss)).headers.get('etag') ?? '' };
    const ours = { 'If-Match': (await write('Ours')).headers.get('etag') ?? '' };
    const change = (comment: string, headers: Record<string, string>, managerId?: number) =>
      api().put(about, { comment, managerId }, { headers });
    expect((await change('Over ours', theirs)).status).toBe(412);
    expect((await change('Over theirs', ours, boss)).status).toBe(412);
    expect((await api().get(about)).json.text).toBe('Ours');
    const changed = await change('Theirs, edited', theirs, boss);
    expect([changed.status, changed.json.text]).toEqual([200, 'Theirs, edited']);
    await write('Theirs, new', boss);
    const stale = { 'If-Match': changed.headers.get('etag') ?? '' };
    expect((await change('Over the newer one', stale, boss)).status).toBe(412);
  });

  test('creates one comment for repeated requests with the same Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'comment-1' };
    const first = await api().post(path, { comment: 'Once' }, { headers });
    expect((await api().post(path, { comment: 'Once' }, { headers })).text).toBe(first.text);
    expect((await api().post(path, { comment: 'Twice' }, { headers })).status).toBe(422);
  });

  test('filters comments by user and date, sorts them in both directions and pages them', async () => {
    const filters = [
      { type: 'user', value: String(user) },
      { type: 'created', value: '2999-01-01', comparator: '<' },
    ];
    const ascending = await api().post(
      '/api/v1/comments',
      { filters, sort: [{ field: 'created', order: 'ASC' }] },
      { example: true },
    );
    expect(ascending.json.comments.map(({ text }: { text: string }) => text)).toEqual([
      'Called her.\nShe is interested.',
      'Met her.',
      'Final',
      'Once',
    ]);
    const reversed = await api().post('/api/v1/comments', { filters, sort: [{ field: 'created', order: 'DESC' }] });
    expect(reversed.json.comments).toEqual(ascending.json.comments.toReversed());
    const page = await api().post('/api/v1/comments', { filters }, { query: { limit: 3, page: 2 } });
    expect(page.json.comments).toEqual(ascending.json.comments.slice(3));
    expect(page.headers.get('x-total-count')).toBe('4');
    expect(
      (await api().post('/api/v1/comments', { filters: [{ type: 'created', value: '2000-01-01', comparator: '<' }] }))
        .json,
    ).toEqual({ comments: [] });
    expect(
      (await api().post('/api/v1/comments', { filters: [{ type: 'user', value: user, comparator: '<' }] })).status,
    ).toBe(400);
  });

  test('hides comments about a deleted user and the name of a deleted author', async () => {
    const { json: leaving } = await api().post('/api/v1/users', userBody('leaving', { kind: 'manager' }));
    await api().post(path, { comment: 'By a deleted user', managerId: leaving.id });
    await api().post(`/api/v1/users/${leaving.id}/comment`, { comment: 'About a deleted user' });
    expect((await api().delete(`/api/v1/users/${leaving.id}`)).status).toBe(204);
    const { text, json } = await api().post('/api/v1/comments');
    expect(text).not.toMatch(/leaving|About a deleted/);
    expect(json.comments.find((one: { text: string }) => one.text === 'By a deleted user').author).toEqual({
      username: '',
      email: '',
      firstname: '',
      lastname: '',
      id: 0,
    });
  });
}
