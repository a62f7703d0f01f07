import type { UserRecord } from '@vitae/proto/user-record';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import {
  acme,
  globex,
  jsonBytes,
  openResumeFixture,
  parsed,
  type ResumeFixture,
} from '@vitae/test/support/resume/resume-fixture';

let service: ResumeFixture;
beforeAll(async () => {
  service = await openResumeFixture();
});
afterAll(() => service.close());

const get = async (...items: { caller: typeof acme; user: { id: string; byIdOrigin?: boolean } }[]) => {
  const response = await service.call.BatchGetUsers({ items });
  return response.items.map((item) =>
    item.document ? parsed<UserRecord>(item.document).username : item.status?.reason,
  );
};

describe('a user', () => {
  test('is returned as created, with the fields in the documented order', async () => {
    const input = {
      username: 'Jane.D',
      email: 'Jane@Mail.example',
      firstname: 'Jane',
      lastname: "O'Neil",
      phone: '+33',
      kind: 'candidate',
      id_origin: 'E-1',
    };
    const created = await service.call.CreateUser({ user: jsonBytes(input) }, { caller: acme });
    expect(String(created.json)).toBe(
      `{"id":${created.id},"username":"Jane.D","email":"Jane@Mail.example","firstname":"Jane","lastname":"O'Neil","phone":"+33","kind":"candidate","id_origin":"E-1"}`,
    );
    expect(created.revision).toBe(1);
    await expect(
      get({ caller: acme, user: { id: String(created.id) } }, { caller: acme, user: { id: 'E-1', byIdOrigin: true } }),
    ).resolves.toEqual(['Jane.D', 'Jane.D']);
  });

  test('cannot be read by another company or another owner, with either id', async () => {
    const user = await service.user(acme, { username: 'ours', id_origin: '42' });
    const theirs = await service.user(globex, { username: 'theirs', id_origin: '42' });
    await expect(
      get(
        { caller: globex, user: { id: String(user.id) } },
        { caller: globex, user: { id: '42', byIdOrigin: true } },
        { caller: acme, user: { id: '42', byIdOrigin: true } },
        { caller: acme, user: { id: String(theirs.id) } },
        { caller: { ...acme, userId: user.id }, user: { id: String(user.id) } },
        { caller: { ...acme, userId: user.id + 1 }, user: { id: String(user.id) } },
        { caller: acme, user: { id: 'x' } },
        { caller: acme, user: { id: '42x', byIdOrigin: true } },
      ),
    ).resolves.toEqual([
      'user_not_found',
      'theirs',
      'ours',
      'user_not_found',
      'ours',
      'user_not_found',
      'invalid_argument',
      'user_not_found',
    ]);
  });

  test.each([
    ['username', { username: 'TAKEN' }, 'username_taken'],
    ['email', { email: 'TAKEN@mail.example' }, 'email_taken'],
    ['id_origin', { id_origin: 'taken' }, 'id_origin_taken'],
  ])('is rejected if the %s is already taken', async (field, fields, reason) => {
    await service
      .user(acme, { username: 'taken', email: 'taken@mail.example', id_origin: 'taken' })
      .catch(() => undefined);
    await expect(service.user(acme, fields)).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
      reason,
      details: [{ field, message: 'is already taken' }],
    });
  });

  test('can have the username, email address and id_origin of a user of another company', async () => {
    const fields = { username: 'both', email: 'both@mail.example', id_origin: 'both' };
    await service.user(acme, fields);
    await expect(service.user(globex, fields)).resolves.toMatchObject(fields);
  });

  test('is created once by concurrent requests', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => service.user(acme, { username: 'racer' })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'username_taken' });
  });

  test.each([
    [{ kind: 'boss' }, 'kind'],
    [{ email: 'invalid' }, 'email'],
    [{ username: 'a b' }, 'username'],
    [{ firstname: { $gt: '' } }, 'firstname'],
    [{ lastname: 'x'.repeat(101) }, 'lastname'],
    [{ admin: true }, 'admin'],
    [{ id_origin: 7 }, 'id_origin'],
  ])('is rejected with the invalid field of %j', async (fields, field) => {
    await expect(service.user(acme, fields)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: [expect.objectContaining({ field })],
    });
  });

  test('changes only the fields that the patch contains', async () => {
    const user = await service.user(acme, { phone: '1', id_origin: 'p' });
    const change = (patch: unknown) =>
      service.call.UpdateUser({ user: { id: String(user.id) }, patch: jsonBytes(patch) }, { caller: acme });
    const changed = await change({ phone: '2', kind: 'manager' });
    expect(parsed(changed)).toEqual({ ...user, phone: '2', kind: 'manager' });
    expect(changed.revision).toBe(2);
    expect(parsed(await change({ id_origin: null }))).toMatchObject({ id_origin: null, phone: '2' });
    const message = 'is read-only. Omit it or send its stored value';
    await expect(change({ username: 'other', id: user.id + 1, firstname: 'Changed' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: [
        { field: 'id', message },
        { field: 'username', message },
      ],
    });
    const read = parsed<UserRecord>(await change({}));
    expect(read.firstname).toBe(user.firstname);
    expect(parsed(await change({ ...read, lastname: 'Sent back' }))).toEqual({ ...read, lastname: 'Sent back' });
    const other = await service.user(acme);
    await expect(change({ email: other.email })).rejects.toMatchObject({ reason: 'email_taken' });
    await expect(change({ email: user.email.toUpperCase() })).resolves.toBeDefined();
    await expect(
      service.call.UpdateUser({ user: { id: String(user.id) }, patch: jsonBytes({}) }, { caller: globex }),
    ).rejects.toMatchObject({
      reason: 'user_not_found',
    });
  });

  test('changes the username on their own request, which frees the former name and keeps the slug', async () => {
    const user = await service.user(acme, { username: 'former.name' });
    const owner = { ...acme, userId: user.id };
    const rename = (username: string, caller = owner) =>
      service.call.ChangeUsername({ user: { id: String(user.id) }, username }, { caller });
    const renamed = await rename('Later.Name');
    expect(parsed(renamed)).toEqual({ ...user, username: 'Later.Name' });
    expect(renamed.revision).toBe(2);
    await expect(rename('later.name')).resolves.toMatchObject({ revision: 3 });
    const other = await service.user(acme, { username: 'Former.Name' });
    await expect(rename('former.NAME')).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
      reason: 'username_taken',
      details: [{ field: 'username', message: 'is already taken' }],
    });
    await expect(rename('a b')).rejects.toMatchObject({ details: [expect.objectContaining({ field: 'username' })] });
    for (const caller of [globex, { ...acme, userId: other.id }])
      await expect(rename('stolen', caller)).rejects.toMatchObject({ reason: 'user_not_found' });
    const slugs = await service.connection.collection('users').distinct('slug', { companyId: 1 });
    expect(slugs).toEqual(expect.arrayContaining(['former-name', 'former-name-2']));
  });

  test('keeps all changes of concurrent requests', async () => {
    const user = await service.user(acme);
    const update = (patch: object) =>
      service.call.UpdateUser({ user: { id: String(user.id) }, patch: jsonBytes(patch) }, { caller: acme });
    const names = ['a', 'b'];
    const updates = Promise.all(names.map((firstname) => update({ firstname })));
    const cvs = Promise.all(names.map((title) => service.cv(acme, user.id, { title })));
    const revisions = (await updates).map(({ revision }) => revision);
    await cvs;
    expect(revisions.sort()).toEqual([2, 3]);
    const stored = await service.connection.collection('users').findOne({ _id: user.id as never });
    expect(stored).toMatchObject({ revision: 3, cvCount: 2 });
  });

  test('can be only one of concurrent users who choose the same username', async () => {
    const users = await Promise.all([service.user(acme), service.user(acme), service.user(acme)]);
    const results = await Promise.allSettled(
      users.map(({ id }) =>
        service.call.ChangeUsername({ user: { id: String(id) }, username: 'wanted' }, { caller: acme }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'username_taken' });
  });

  test('is read with an index for either id', async () => {
    await service.user(acme, { id_origin: 'indexed' });
    const [byId, byOrigin] = [
      await profileQueries(service.connection, () =>
        get({ caller: acme, user: { id: '1' } }, { caller: acme, user: { id: '2' } }),
      ),
      await profileQueries(service.connection, () => get({ caller: acme, user: { id: 'indexed', byIdOrigin: true } })),
    ];
    expect(byId).toMatchObject([{ plan: expect.stringContaining('IXSCAN { _id: 1 }') }]);
    expect(byOrigin).toMatchObject([{ plan: 'IXSCAN { companyId: 1, idOrigin: 1 }', docsExamined: 1, returned: 1 }]);
  });
});
