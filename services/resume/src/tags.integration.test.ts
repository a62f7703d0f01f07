import { createLogger } from '@vitae/kit/log';
import type { Tag } from '@vitae/proto/tag';
import type { UserRecord } from '@vitae/proto/user-record';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import {
  acme,
  globex,
  jsonBytes,
  openResumeFixture,
  parsed,
  type ResumeFixture,
  SITE,
} from '@vitae/test/support/resume/resume-fixture';
import { createResumeApp } from './app.ts';

const log = createLogger({ name: 'test', level: 'silent' });

let service: ResumeFixture;
beforeAll(async () => {
  service = await openResumeFixture();
});
afterAll(() => service.close());

const create = async (tag: unknown, caller = acme, idempotencyKey = '') =>
  parsed<Tag>(await service.call.CreateTag({ tag: jsonBytes(tag), idempotencyKey }, { caller }));
const titles = (page: { json: Buffer }) => parsed<Tag[]>(page).map((tag) => tag.title);

describe('a tag', () => {
  test('is returned with its fields in the documented order', async () => {
    const input = {
      title: 'Cook',
      type: 3,
      specialization: 'pastry',
      id_origin: 'T1',
      translations: { fr: 'Cuisinier' },
    };
    const created = await service.call.CreateTag({ tag: jsonBytes(input) }, { caller: acme });
    const expected = `{"id":${created.id},"title":"Cook","type":3,"specialization":"pastry","id_origin":"T1","translations":{"fr":"Cuisinier"}}`;
    expect(String(created.json)).toBe(expected);
    expect(String((await service.call.GetTag({ id: created.id }, { caller: acme })).json)).toBe(expected);
    await expect(service.call.GetTag({ id: created.id }, { caller: globex })).rejects.toMatchObject({
      reason: 'tag_not_found',
    });
    await expect(create({ title: 'Other', id_origin: 'T1' })).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
      reason: 'id_origin_taken',
    });
    await expect(create({ title: 'Other', id_origin: 'T1' }, globex)).resolves.toMatchObject({ id_origin: 'T1' });
  });

  test.each([
    [{}, 'title'],
    [{ title: 'x', type: 8 }, 'type'],
    [{ title: 'x', colour: 'red' }, 'colour'],
    [{ title: 'x', translations: { $where: 'x' } }, 'translations.$where'],
  ])('is rejected with the invalid field of %j', async (tag, field) => {
    await expect(create(tag)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: [expect.objectContaining({ field })],
    });
  });

  test('changes only the fields that the patch contains', async () => {
    const tag = await create({ title: 'Old', specialization: 's' });
    const update = (patch: unknown, caller = acme) =>
      service.call.UpdateTag({ id: tag.id, patch: jsonBytes(patch) }, { caller });
    expect(parsed(await update({ title: 'New', id_origin: 'N' }))).toEqual({ ...tag, title: 'New', id_origin: 'N' });
    expect(parsed(await update({ id_origin: 'N' }))).toMatchObject({ id_origin: 'N' });
    const read = parsed<Tag>(await update({}));
    expect(parsed(await update({ ...read, title: 'Newest' }))).toEqual({ ...read, title: 'Newest' });
    await expect(update({ id: tag.id + 1 })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: [expect.objectContaining({ field: 'id' })],
    });
    await expect(update({}, globex)).rejects.toMatchObject({ reason: 'tag_not_found' });
  });

  test('is not changed if it was modified after the caller read it', async () => {
    const created = await service.call.CreateTag({ tag: jsonBytes({ title: 'Read' }) }, { caller: acme });
    const update = (title: string) =>
      service.call.UpdateTag(
        { id: created.id, patch: jsonBytes({ title }), ifRevision: created.revision },
        { caller: acme },
      );
    expect(parsed(await update('First'))).toMatchObject({ title: 'First' });
    await expect(update('Second')).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'revision_mismatch' });
    expect(parsed(await service.call.GetTag({ id: created.id }, { caller: acme }))).toMatchObject({ title: 'First' });
  });

  test('is created once with the same idempotency key', async () => {
    service.at('2036-03-20T10:00:00Z'); // in the future: MongoDB deletes idempotency keys after a day
    const [first, second] = [await create({ title: 'Once' }, acme, 'k'), await create({ title: 'Once' }, acme, 'k')];
    expect(second).toEqual(first);
    await expect(create({ title: 'Twice' }, acme, 'k')).rejects.toMatchObject({ reason: 'idempotency_key_reused' });
  });
});

describe('tags of a user', () => {
  let user: UserRecord;
  let ids: number[];
  beforeAll(async () => {
    user = await service.user(acme);
    ids = [];
    for (const title of ['a', 'b', 'c']) ids.push((await create({ title })).id);
  });
  const ref = () => ({ id: String(user.id) });
  const associate = (tags: number[], reset = false, caller = acme) =>
    service.call.AssociateTags({ user: ref(), tags, reset }, { caller });
  const dissociate = (tags: number[], reset = false) =>
    service.call.DissociateTags({ user: ref(), tags, reset }, { caller: acme });

  test('are listed in pages', async () => {
    await associate(ids, true);
    const page = (request: { page?: number; limit: number; cursor?: string }) =>
      service.call.ListUserTags({ ...ref(), page: request }, { caller: acme });
    const first = await page({ limit: 2 });
    expect([titles(first), first.total]).toEqual([['a', 'b'], 3]);
    const second = await page({ limit: 2, cursor: first.next });
    expect([titles(second), second.next]).toEqual([['c'], '']);
    expect(titles(await page({ page: 2, limit: 2 }))).toEqual(['c']);
    expect(titles(await page({ page: 3, limit: 2 }))).toEqual([]);
  });

  test('are added, replaced and removed together or not at all', async () => {
    await dissociate([], true);
    const [a = 0, b = 0, c = 0] = ids;
    expect(titles(await associate([a, b, a]))).toEqual(['a', 'b']);
    expect(titles(await associate([c]))).toEqual(['a', 'b', 'c']);
    await expect(associate([a, 999_999], true)).rejects.toMatchObject({ reason: 'tag_not_found' });
    expect(titles(await service.call.ListUserTags(ref(), { caller: acme }))).toEqual(['a', 'b', 'c']);
    expect(titles(await associate([b], true))).toEqual(['b']);
    expect(titles(await dissociate([a, b]))).toEqual([]);
    await associate(ids);
    expect(titles(await dissociate([], true))).toEqual([]);
  });

  test('cannot belong to another company', async () => {
    const theirs = await create({ title: 'theirs' }, globex);
    await expect(associate([theirs.id])).rejects.toMatchObject({ reason: 'tag_not_found' });
    await expect(associate(ids, false, globex)).rejects.toMatchObject({ reason: 'user_not_found' });
  });

  test('are all added by concurrent requests', async () => {
    await Promise.all(ids.map((id) => associate([id])));
    expect(titles(await service.call.ListUserTags(ref(), { caller: acme }))).toEqual(['a', 'b', 'c']);
  });

  test('list their users and are removed from them when deleted', async () => {
    const [a = 0] = ids;
    await associate([a], true);
    const cv = await service.cv(acme, user.id);
    const users = async () =>
      parsed<UserRecord[]>(await service.call.ListTagUsers({ id: a }, { caller: acme })).map(({ id }) => id);
    const cvs = async () =>
      (await service.call.ListCvs({ filters: [{ type: 'tagId', value: String(a) }] }, { caller: acme })).total;
    expect([await users(), await cvs()]).toEqual([[user.id], 1]);
    await service.call.DeleteTag({ id: a }, { caller: acme });
    await expect(users()).rejects.toMatchObject({ reason: 'tag_not_found' });
    expect(await cvs()).toBe(0);
    expect(titles(await service.call.ListUserTags(ref(), { caller: acme }))).toEqual([]);
    expect(await service.read(acme, cv.id)).toMatchObject({ id: cv.id });
  });

  test('are listed in pages', async () => {
    const first = await service.call.ListTags({ page: { limit: 2 } }, { caller: acme });
    const second = await service.call.ListTags({ page: { limit: 2, cursor: first.next } }, { caller: acme });
    const all = await service.call.ListTags({}, { caller: acme });
    expect([...titles(first), ...titles(second)]).toEqual(titles(all).slice(0, 4));
    expect(all.total).toBe(titles(all).length);
  });

  test('and managers leave no list terms behind when they are deleted', async () => {
    const manager = await service.user(acme, { kind: 'manager' });
    const owner = await service.user(acme);
    const cv = await service.cv(acme, owner.id, { title: 'One' });
    const tag = await create({ title: 'T' });
    const terms = async () => {
      const stored = await service.connection.collection('cvs').findOne({ _id: cv.id as never });
      return [stored?.terms, stored?.nameTerms].flat().toSorted() as string[];
    };
    const before = await terms();
    const ownerRef = { id: String(owner.id) };
    await service.call.SetUserManager({ user: ownerRef, managerId: manager.id }, { caller: acme });
    await service.call.AssociateTags({ user: ownerRef, tags: [tag.id] }, { caller: acme });
    expect(await terms()).toEqual(expect.arrayContaining([`m${manager.id}`, `m${manager.id} t${tag.id}`]));
    await service.call.DeleteTag({ id: tag.id }, { caller: acme });
    await service.call.DeleteUser({ id: String(manager.id) }, { caller: acme });
    expect(await terms()).toEqual(before);
  });
});

describe('a tag and a manager of many users and CVs', () => {
  const USERS = 450;
  const CVS = 1_300;
  const caller = { caller: acme };
  let stale: UserRecord;
  let tagId: number;
  let managerId: number;
  let kept: number;

  beforeAll(async () => {
    const { connection } = service;
    const manager = await service.user(acme, { kind: 'manager', firstname: 'Mia', lastname: 'Manager' });
    const owner = await service.user(acme);
    const cv = await service.cv(acme, owner.id, { title: 'Copied' });
    stale = await service.user(acme);
    [tagId, kept, managerId] = [(await create({ title: 'Gone' })).id, (await create({ title: 'Kept' })).id, manager.id];
    for (const { id } of [owner, stale]) {
      await service.call.SetUserManager({ user: { id: String(id) }, managerId }, caller);
      await service.call.AssociateTags({ user: { id: String(id) }, tags: [tagId, kept] }, caller);
    }
    const copy = async (name: string, id: number, count: number) => {
      const document = await connection.collection(name).findOne({ _id: id as never });
      const copies = Array.from({ length: count }, (_, index) => ({ ...document, _id: 1_000_000 + index }));
      await connection.collection(name).insertMany(copies as never[]);
    };
    await copy('users', owner.id, USERS);
    await copy('cvs', cv.id, CVS);
  });

  const containing = async () => {
    const [users, cvs] = ['users', 'cvs'].map((name) => service.connection.collection(name));
    const inUsers = { companyId: 1, $or: [{ tagIds: tagId }, { managerId }] };
    const inCvs = { companyId: 1, $or: [{ terms: { $in: [`t${tagId}`, `m${managerId}`] } }, { tagIds: tagId }] };
    return ((await users?.countDocuments(inUsers)) ?? 0) + ((await cvs?.countDocuments(inCvs)) ?? 0);
  };
  const listed = async (type: string, id: number) =>
    (await service.call.ListCvs({ filters: [{ type, value: String(id) }] }, caller)).total;
  const total = async () => (await service.call.ListCvs({}, caller)).total;
  const revisions = () =>
    service.connection.collection('cvs').find({ companyId: 1 }).project({ revision: 1 }).sort({ _id: 1 }).toArray();

  test('are gone from all lists immediately, and their deletion updates few documents', async () => {
    expect([await listed('tagId', tagId), await listed('manager', managerId)]).toEqual([CVS + 1, CVS + 1]);
    const queries = await profileQueries(service.connection, async () => {
      await service.call.DeleteTag({ id: tagId }, caller);
      await service.call.DeleteUser({ id: String(managerId) }, caller);
    });
    for (const query of queries) {
      expect(query.plan).toMatch(/^(IXSCAN|IDHACK)/);
      expect(query.keysExamined).toBeLessThanOrEqual(202);
    }
    expect(await containing()).toBeGreaterThan(CVS);
    expect([await listed('tagId', tagId), await listed('manager', managerId)]).toEqual([0, 0]);
    expect(await listed('tagId', kept)).toBe(CVS + 1);
    const filters = [{ type: 'tagId', value: String(kept) }];
    const rows = parsed<{ manager: string }[]>(await service.call.ListCvs({ filters }, caller));
    expect(new Set(rows.map((row) => row.manager))).toEqual(new Set(['']));
    await expect(service.call.ListTagUsers({ id: tagId }, caller)).rejects.toMatchObject({ reason: 'tag_not_found' });
    const tagsOfUser = await service.call.ListUserTags({ id: String(stale.id), page: { limit: 1 } }, caller);
    expect([titles(tagsOfUser), tagsOfUser.total, tagsOfUser.next]).toEqual([['Kept'], 1, '']);
  });

  test('are removed by any process, batch by batch, also from CVs that are created in the meantime', async () => {
    const created = await service.cv(acme, stale.id, { title: 'Created' });
    const before = await revisions();
    const all = await total();
    service.at(service.now() + 60_001);
    // A process that is killed after a batch.
    const { connection } = service;
    const checkGrant = async () => undefined;
    const killed = createResumeApp({ connection, siteUrl: SITE, checkGrant, clock: { now: service.now } });
    const step = killed.sweeps?.find(({ name }) => name === 'references')?.newStep(log);
    const remaining = await containing();
    expect(await step?.()).toMatchObject({ isLast: false });
    expect(await containing()).toBeLessThan(remaining);
    expect(await containing()).toBeGreaterThan(0);
    await service.sweep();
    expect(await containing()).toBe(0);
    expect(await connection.collection('deleted_references').countDocuments()).toBe(0);
    expect([await total(), await listed('tagId', kept)]).toEqual([all, CVS + 2]);
    expect(await revisions()).toEqual(before);
    const stored = await connection.collection('cvs').findOne({ _id: created.id as never });
    expect([stored?.managerId, stored?.tagIds, stored?.nameTerms]).toEqual([
      null,
      [kept],
      expect.not.arrayContaining([`t${tagId}`]),
    ]);
  });
});
