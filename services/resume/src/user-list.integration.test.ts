import type { Caller } from '@vitae/kit/caller';
import type { UserRecord } from '@vitae/proto/user-record';
import { readAllPages } from '@vitae/test/support/resume/page-fixtures';
import {
  acme,
  globex,
  jsonBytes,
  openResumeFixture,
  parsed,
  type ResumeFixture,
} from '@vitae/test/support/resume/resume-fixture';

let service: ResumeFixture;
let manager: UserRecord;
const owners: UserRecord[] = [];

beforeAll(async () => {
  service = await openResumeFixture();
  manager = await service.user(acme, {
    firstname: 'Max',
    lastname: 'Manager',
    kind: 'manager',
    email: 'boss@corp.example',
  });
  for (let index = 0; index < 20; index++) {
    owners.push(await service.user(acme, { firstname: `Zoé${3 * index}`, kind: index % 2 ? 'user' : 'candidate' }));
  }
  await service.user(globex, { firstname: 'Zoé', kind: 'candidate' });
});
afterAll(() => service.close());

describe('users', () => {
  const users = async (kinds: string[], caller: Caller = acme, limit = 100) => {
    const read = async (cursor: string) => {
      const page = await service.call.ListUsers({ kinds, page: { limit, cursor } }, { caller });
      return { ...page, rows: parsed<UserRecord[]>(page) };
    };
    return { rows: await readAllPages(read), total: (await read('')).total };
  };
  const search = async (term: string, caller: Caller = acme) => {
    const page = await service.call.SearchUsers({ term }, { caller });
    return { total: page.total, ids: parsed<UserRecord[]>(page).map((user) => user.id) };
  };

  test('are filtered by kind and have the same order by page number and by cursor', async () => {
    const all = await users([]);
    expect(all.rows.map((user) => user.id)).toEqual([...all.rows.map((user) => user.id)].sort((a, b) => a - b));
    expect(all.total).toBe(all.rows.length);
    const filtered = await users(['manager', 'candidate'], acme, 3);
    expect(filtered.rows).toEqual(all.rows.filter((user) => ['manager', 'candidate'].includes(user.kind)));
    expect(filtered.total).toBe(filtered.rows.length);
    expect((await users(['admin'])).rows).toEqual([]);
    expect((await users([], globex)).rows.map((user) => user.firstname)).toEqual(['Zoé']);
  });

  test('are found by prefixes of their words with or without accents', async () => {
    expect((await search('zoe')).total).toBe(20);
    expect(await search('ARCHER Zoé12')).toEqual({ total: 1, ids: [owners[4]?.id] });
    expect(await search('max corp.ex')).toEqual({ total: 1, ids: [manager.id] });
    expect(await search('zoe unknown')).toEqual({ total: 0, ids: [] });
    expect(await search('')).toEqual({ total: 0, ids: [] });
    expect((await search('zoe', globex)).total).toBe(1);
  });

  test('are found by their current names', async () => {
    const user = await service.user(acme, { firstname: 'Before' });
    expect((await search('before')).ids).toEqual([user.id]);
    await service.call.UpdateUser(
      { user: { id: String(user.id) }, patch: jsonBytes({ firstname: 'After' }) },
      { caller: acme },
    );
    expect((await search('before')).ids).toEqual([]);
    expect((await search('after')).ids).toEqual([user.id]);
  });

  test('can have only managers and administrators of the company as managers', async () => {
    const owner = owners[9]?.id ?? 0;
    await service.cv(acme, owner);
    const set = (managerId: number) =>
      service.call.SetUserManager({ user: { id: String(owner) }, managerId }, { caller: acme });
    const managed = async () =>
      (await service.call.ListCvs({ filters: [{ type: 'manager', value: String(manager.id) }] }, { caller: acme }))
        .total;
    await expect(set(owners[0]?.id ?? 0)).rejects.toMatchObject({
      details: [{ field: 'managerId', message: expect.stringContaining('is not a manager') }],
    });
    await set(manager.id);
    expect(await managed()).toBe(1);
    await set(0);
    expect(await managed()).toBe(0);
  });
});
