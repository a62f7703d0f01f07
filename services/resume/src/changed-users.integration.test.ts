import { type Caller, companyCaller } from '@vitae/kit/caller';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import { plainPicture } from '@vitae/test/support/resume/picture-fixtures';
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

const minute = (number: number) => Date.UTC(2026, 2, 20, 10, number);
const at = (number: number) => service.at(minute(number));
const changed = (
  change: string,
  since: number,
  caller: Caller = acme,
  page: { limit?: number; cursor?: string } = {},
) => service.call.ListChangedUsers({ change, since: minute(since), ...page }, { caller });
const idsOf = async (...request: Parameters<typeof changed>) => (await changed(...request)).ids;

test('lists the users that were created, updated or deleted since a time', async () => {
  at(1);
  const [ann, bob, cleo] = [await service.user(acme), await service.user(acme), await service.user(acme)];
  const stranger = await service.user(globex);
  const cv = await service.cv(acme, bob.id);
  at(2);
  const dan = await service.user(acme);
  await service.call.UpdateUser({ user: { id: String(ann.id) }, patch: jsonBytes({ phone: '1' }) }, { caller: acme });
  at(3);
  await service.call.ReplaceCv({ id: cv.id, content: jsonBytes({ title: 'New' }) }, { caller: acme });
  at(4);
  await service.call.DeleteUser({ id: String(cleo.id) }, { caller: acme });

  expect(await idsOf('created', 1)).toEqual([ann.id, bob.id, dan.id]);
  expect(await idsOf('created', 2)).toEqual([dan.id]);
  expect(await idsOf('updated', 2)).toEqual([ann.id, dan.id, bob.id]);
  expect(await idsOf('updated', 3)).toEqual([bob.id]);
  expect(await idsOf('updated', 4)).toEqual([]);
  expect([await idsOf('deleted', 4), await idsOf('deleted', 5)]).toEqual([[cleo.id], []]);
  expect(await idsOf('created', 0, globex)).toEqual([stranger.id]);

  at(5);
  await service.call.DeleteCv({ id: cv.id }, { caller: acme });
  expect(await idsOf('updated', 5)).toEqual([bob.id]);
  await service.call.EraseUser({ companyId: acme.companyId, id: cleo.id });
  expect(await idsOf('deleted', 0)).toEqual([]);
});

test('continues after equal times without omitting a change, and reads no documents', async () => {
  const company = companyCaller(77, 'test');
  at(10);
  const users = await Promise.all(Array.from({ length: 5 }, () => service.user(company)));
  for (const user of users) await service.cv(company, user.id);
  at(11);
  for (const user of users.slice(0, 2)) await service.cv(company, user.id);
  const pages: number[][] = [];
  const queries = await profileQueries(service.connection, async () => {
    let cursor: string | undefined;
    do {
      const page = await changed('updated', 10, company, { limit: 3, cursor: cursor ?? '' });
      pages.push(page.ids);
      cursor = page.next;
    } while (cursor);
  });
  const last = [...pages.flat()].reverse();
  expect(new Set(last)).toEqual(new Set(users.map(({ id }) => id)));
  // 5 users, 5 CVs of the first minute and 2 of the second
  expect(pages).toHaveLength(4);
  const finds = queries.filter(({ command }) => command === 'find');
  expect(new Set(finds.map(({ plan }) => plan))).toEqual(
    new Set([
      'IXSCAN { companyId: 1, updatedAt: 1, _id: 1 }',
      'IXSCAN { companyId: 1, updatedAt: 1, _id: 1, userId: 1 }',
    ]),
  );
  for (const { docsExamined, sorted, maxTimeMs } of finds)
    expect({ docsExamined, sorted, isLimited: maxTimeMs > 0 }).toEqual({
      docsExamined: 0,
      sorted: false,
      isLimited: true,
    });
});

test('rejects foreign cursors, owners and unknown changes', async () => {
  const company = companyCaller(78, 'test');
  at(20);
  for (let index = 0; index < 2; index++) await service.user(company);
  const { next } = await changed('created', 0, company, { limit: 1 });
  expect((await changed('created', 0, company, { limit: 1, cursor: next })).ids).toHaveLength(1);
  for (const [change, since, caller] of [
    ['created', 0, acme],
    ['updated', 0, company],
    ['created', 1, company],
  ] as const)
    await expect(changed(change, since, caller, { cursor: next })).rejects.toMatchObject({ reason: 'invalid_cursor' });
  await expect(changed('created', 0, { ...company, userId: 1 })).rejects.toMatchObject({ reason: 'user_not_found' });
  await expect(changed('renamed', 0, company)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await expect(changed('created', 0, company, { limit: 10_001 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

test('names a photo in the profile only if every visitor can see it', async () => {
  const { call } = service;
  const caller = { caller: acme };
  const user = await service.user(acme, { username: 'pictured' });
  const cv = await service.cv(acme, user.id, { title: 'Main' }, { publish: true });
  type Avatars = { small: string | null; normal: string | null; big: string | null };
  const avatars = async (cvIds?: number[]) => {
    const profile = await call.GetUserProfile({ id: String(user.id) }, { caller: cvIds ? { ...acme, cvIds } : acme });
    return parsed<{ user: { avatars: Avatars } }>(profile).user.avatars;
  };
  const none = { small: null, normal: null, big: null };
  expect(await avatars()).toEqual(none);
  await call.SetCvPicture(
    { picture: { id: cv.id, experienceId: 0 }, content: await plainPicture('jpeg', 8, 8) },
    caller,
  );
  const url = 'https://cv.example/p/pictured/photo.jpg';
  expect(await avatars()).toEqual({ small: url, normal: url, big: url });
  expect(await avatars([cv.id + 1])).toEqual(none);
  for (const change of [{ protected: true }, { anonymized: true }, { published: false }]) {
    const content = { title: 'Main', published: true, ...change };
    await call.ReplaceCv({ id: cv.id, content: jsonBytes(content) }, caller);
    expect(await avatars()).toEqual(none);
  }
});
