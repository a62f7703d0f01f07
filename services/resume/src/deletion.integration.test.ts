import type { CvData } from '@vitae/proto/cv-data';
import type { UserRecord } from '@vitae/proto/user-record';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import { transparentPicture } from '@vitae/test/support/resume/picture-fixtures';
import {
  acme,
  globex,
  jsonBytes,
  openResumeFixture,
  parsed,
  type ResumeFixture,
} from '@vitae/test/support/resume/resume-fixture';
import { defaultDisplay } from './model.ts';

let service: ResumeFixture;
beforeAll(async () => {
  service = await openResumeFixture();
});
afterAll(() => service.close());

const ref = (user: UserRecord) => ({ id: String(user.id) });
const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => 'succeeded',
    (error: { reason: string }) => error.reason,
  );

/** The collections that contain a word. */
async function collectionsWith(word: RegExp): Promise<string[]> {
  const collections = (await service.connection.db?.collections()) ?? [];
  const names = await Promise.all(
    collections
      .filter((collection) => !collection.collectionName.startsWith('system.'))
      .map(async (collection) =>
        (await collection.find({}, { promoteBuffers: true }).toArray()).some((row) => word.test(textOf(row)))
          ? collection.collectionName
          : '',
      ),
  );
  return names.filter((name) => name !== '').sort();
}

function textOf(value: unknown): string {
  if (Buffer.isBuffer(value)) return value.toString();
  if (value !== null && typeof value === 'object') return Object.values(value).map(textOf).join(' ');
  return String(value);
}

describe('a deleted CV', () => {
  test('cannot be read or listed, and the oldest remaining CV becomes the main one', async () => {
    const user = await service.user(acme, { username: 'three.cvs' });
    const [one, two, three] = [
      await service.cv(acme, user.id),
      await service.cv(acme, user.id),
      await service.cv(acme, user.id),
    ];
    await expect(service.call.DeleteCv({ id: one.id }, { caller: globex })).rejects.toMatchObject({
      reason: 'cv_not_found',
    });
    expect(await reasonOf(service.call.DeleteCv({ id: one.id, ifRevision: 99 }, { caller: acme }))).toMatch(
      /^revision_/,
    );
    await service.call.DeleteCv({ id: one.id }, { caller: acme });
    expect(await service.read(acme, one.id)).toBe('cv_not_found');
    expect(await reasonOf(service.call.GetExportSource({ id: one.id }, { caller: acme }))).toBe('cv_not_found');
    expect(await reasonOf(service.call.DeleteCv({ id: one.id }, { caller: acme }))).toBe('cv_not_found');
    expect(await service.read(acme, two.id)).toMatchObject({ url: expect.stringMatching(/\/p\/three-cvs$/) });
    expect(await service.read(acme, three.id)).toMatchObject({ url: expect.stringMatching(/\/p\/three-cvs\/cv-3$/) });
  });

  test('is erased after the retention period', async () => {
    const user = await service.user(acme);
    const { document } = await service.call.CreateCv(
      { user: ref(user), content: jsonBytes({ basics: { name: 'Xanthippe', label: 'Xanthippe' } }) },
      { caller: acme },
    );
    await service.call.DeleteCv({ id: document?.id ?? 0 }, { caller: acme });
    expect(await collectionsWith(/Xanthippe/)).toEqual(['deleted_cvs', 'deleted_imports']);
    expect((await service.call.EraseDeletedCvs({ deletedBefore: service.now() })).cvIds).toEqual([]);
    service.at(service.now() + 1);
    expect((await service.call.EraseDeletedCvs({ deletedBefore: service.now() })).cvIds).toContain(document?.id);
    expect(await collectionsWith(/Xanthippe/)).toEqual([]);
  });
});

describe('restoring a deleted CV', () => {
  const caller = { caller: acme };
  const listed = async (user: UserRecord, by = acme) =>
    (await service.call.ListDeletedCvs(ref(user), { caller: by })).cvs;
  const tokenOf = (cv: CvData) => cv.printable.pdf?.match(/\/c\/([^/]+)/)?.[1] ?? '';
  const cvCount = async (user: UserRecord) =>
    (await service.connection.collection('users').findOne({ _id: user.id } as never))?.cvCount;

  test('restores it unpublished with a new private link, its picture and its import record', async () => {
    const user = await service.user(acme, { username: 'restorer' });
    const content = jsonBytes({ basics: { name: 'R', label: 'Baker' }, unknownField: 'kept' });
    const request = { user: ref(user), content, publish: true };
    const { document } = await service.call.CreateCv(request, caller);
    const id = document?.id ?? 0;
    const picture = { id, experienceId: 0 };
    await service.call.SetCvPicture({ picture, content: await transparentPicture(8, 8) }, caller);
    await service.call.SetCvPassword({ id, hash: '$a' }, caller);
    const before = (await service.read(acme, id)) as CvData;
    const { token } = await service.call.ResolveCv({ public: { userSlug: 'restorer', cvSlug: '' } });
    expect(await listed(user)).toEqual([]);
    await service.call.DeleteCv({ id }, caller);
    expect(await listed(user)).toEqual([{ id, title: 'Baker', deletedAt: service.now() }]);
    const asOwner = { caller: { ...acme, userId: user.id } };
    expect(parsed(await service.call.GetDeletedCv({ id }, asOwner))).toMatchObject({ id, title: 'Baker' });
    expect(parsed(await service.call.GetDeletedCvResume({ id }, asOwner))).toEqual(JSON.parse(content.toString()));

    const restored = await service.call.RestoreCv({ id }, caller);
    expect(await listed(user)).toEqual([]);
    expect(await reasonOf(service.call.GetDeletedCv({ id }, asOwner))).toBe('cv_not_found');
    const after = (await service.read(acme, id)) as CvData;
    expect(after).toEqual({ ...before, published: false, updatedAt: after.updatedAt });
    expect(parsed(restored)).toEqual(after);
    expect((await service.call.GetCvPicture(picture, caller)).width).toBe(8);
    expect((await service.call.GetCvPassword({ id }, caller)).hash).toBe('$a');
    expect(String((await service.call.GetExportSource({ id }, caller)).document)).toContain('unknownField');
    expect(await reasonOf(service.call.ResolveCv({ token }))).toBe('cv_not_found');
    const repeated = await service.call.RestoreCv({ id }, caller);
    expect([repeated.revision, await cvCount(user)]).toEqual([restored.revision, 1]);
  });

  test('does not replace the main CV, a new CV with the same address, or the current manager', async () => {
    const user = await service.user(acme, { username: 'two.bakers' });
    const manager = await service.user(acme, { firstname: 'Mia', lastname: 'Manager', kind: 'manager' });
    const first = await service.cv(acme, user.id, { title: 'Baker' });
    await service.call.DeleteCv({ id: first.id }, caller);
    const second = await service.cv(acme, user.id, { title: 'Baker' });
    await service.call.SetUserManager({ user: ref(user), managerId: manager.id }, caller);
    await service.call.RestoreCv({ id: first.id }, caller);
    const rows = parsed<{ id: string; main: boolean; manager: string }[]>(
      await service.call.ListUserCvs(ref(user), caller),
    );
    expect(rows.map(({ id, main, manager }) => [Number(id), main, manager])).toEqual([
      [first.id, false, 'Mia Manager'],
      [second.id, true, 'Mia Manager'],
    ]);
    expect(((await service.read(acme, first.id)) as CvData).url).toMatch(/\/p\/two-bakers\/baker-2$/);
    expect(tokenOf((await service.read(acme, first.id)) as CvData)).not.toBe(tokenOf(first));
    expect(await cvCount(user)).toBe(2);
    await service.call.DeleteUser(ref(manager), caller);
  });

  test('does not show an imported name that the owner changed in the meantime', async () => {
    const user = await service.user(acme);
    const content = jsonBytes({ basics: { name: 'Old Name', label: 'Baker' } });
    const { document } = await service.call.CreateCv({ user: ref(user), content }, caller);
    const id = document?.id ?? 0;
    await service.call.DeleteCv({ id }, caller);
    await service.call.UpdateUser({ user: ref(user), patch: jsonBytes({ firstname: 'New' }) }, caller);
    await service.call.RestoreCv({ id }, caller);
    const source = String((await service.call.GetExportSource({ id }, caller)).document);
    expect(source).not.toContain('"displayName":"Old Name"');
  });

  test('is possible only for the owner and before the erasure', async () => {
    const [user, other] = [await service.user(acme), await service.user(acme)];
    const [one, two] = [await service.cv(acme, user.id), await service.cv(acme, user.id)];
    await service.call.DeleteCv({ id: one.id }, caller);
    for (const stranger of [globex, { ...acme, userId: other.id }]) {
      expect(await reasonOf(service.call.GetDeletedCvResume({ id: one.id }, { caller: stranger }))).toBe(
        'cv_not_found',
      );
      expect(await reasonOf(service.call.RestoreCv({ id: one.id }, { caller: stranger }))).toBe('cv_not_found');
      expect(await reasonOf(service.call.GetDeletedCv({ id: one.id }, { caller: stranger }))).toBe('cv_not_found');
      expect(await reasonOf(listed(user, stranger))).toBe('user_not_found');
    }
    await service.call.EraseDeletedCvs({ deletedBefore: service.now() + 1 });
    expect(await reasonOf(service.call.RestoreCv({ id: one.id }, caller))).toBe('cv_not_found');
    await service.call.DeleteCv({ id: two.id }, caller);
    await service.call.DeleteUser(ref(user), caller);
    expect(await reasonOf(service.call.RestoreCv({ id: two.id }, caller))).toBe('user_not_found');
  });

  test('shows the appearance and the pictures of a deleted CV only to its owner', async () => {
    const [user, other] = [await service.user(acme), await service.user(acme)];
    const content = { experiences: { experience: [{ company: 'A' }] }, portfolios: { portfolio: [{ title: 'B' }] } };
    const { id, experiences, portfolios } = await service.cv(acme, user.id, content);
    const [experienceId = 0, portfolioId = 0] = [experiences.experience[0]?.id, portfolios.portfolio[0]?.id];
    const upload = (width: number) => transparentPicture(width, 8);
    await service.call.SetCvPicture({ picture: { id, experienceId: 0 }, content: await upload(8) }, caller);
    await service.call.SetCvPicture({ picture: { id, experienceId }, content: await upload(9) }, caller);
    const picture = { cvId: id, portfolioId };
    await service.call.SetPortfolioPicture({ picture, content: await upload(10) }, caller);
    await service.call.SetCvPageLimit({ id, maxPages: 2 }, caller);
    await service.call.SetCvLinkPreview({ id, name: true, photo: false }, caller);
    const readPicture = (item: object, by = acme) =>
      service.call.GetDeletedCvPicture({ cvId: id, ...item }, { caller: by });
    expect(await reasonOf(readPicture({}))).toBe('cv_not_found');
    await service.call.DeleteCv({ id }, caller);

    const asOwner = { ...acme, userId: user.id };
    const items = [{}, { experienceId }, { portfolioId }];
    const pictures = await Promise.all(items.map((item) => readPicture(item, asOwner)));
    expect(pictures.map(({ width }) => width)).toEqual([8, 9, 10]);
    const readAppearance = (by: typeof acme) => service.call.GetDeletedCvAppearance({ id }, { caller: by });
    expect(parsed(await readAppearance(asOwner))).toEqual({
      display: defaultDisplay(),
      maxPages: 2,
      linkPreview: { name: true, photo: false },
    });
    for (const stranger of [globex, { ...acme, userId: other.id }])
      expect([await reasonOf(readPicture({}, stranger)), await reasonOf(readAppearance(stranger))]).toEqual([
        'cv_not_found',
        'cv_not_found',
      ]);
    expect(await reasonOf(readPicture({ experienceId, portfolioId }))).toBe('invalid_argument');
  });

  test('lists deleted CVs in pages, also those that were deleted in the same millisecond', async () => {
    const [user, other] = [await service.user(acme), await service.user(acme)];
    const { id: first } = await service.cv(acme, user.id, { title: 'Copied' });
    await service.call.DeleteCv({ id: first }, caller);
    const deletedCvs = service.connection.collection<{ _id: number }>('deleted_cvs');
    const document = (await deletedCvs.findOne({ _id: first })) ?? { _id: 0 };
    const copies = Array.from({ length: 5 }, (_, index) => ({
      ...document,
      _id: first + 1_000_000 + index,
      deletedAt: new Date(service.now() - (index < 2 ? 0 : index)),
    }));
    await deletedCvs.insertMany(copies);
    const ids: number[] = [];
    let cursor = '';
    const queries = await profileQueries(service.connection, async () => {
      do {
        const page = await service.call.ListDeletedCvs({ ...ref(user), limit: 2, cursor }, caller);
        ids.push(...page.cvs.map(({ id }) => id));
        cursor = page.next;
      } while (cursor !== '');
    });
    const [one, two, three, four, five] = copies.map(({ _id }) => _id);
    expect(ids).toEqual([two, one, first, three, four, five]);
    const reads = queries.filter(({ collection }) => collection === 'deleted_cvs');
    expect(reads).toHaveLength(3);
    expect(reads[2]?.docsExamined).toBe(3);
    expect((await listed(user)).map(({ id }) => id)).toEqual(ids);
    const { next } = await service.call.ListDeletedCvs({ ...ref(user), limit: 2 }, caller);
    const foreign = service.call.ListDeletedCvs({ ...ref(other), limit: 2, cursor: next }, caller);
    expect(await reasonOf(foreign)).toBe('invalid_cursor');
  });

  test('either restores or erases a CV when both happen at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const user = await service.user(acme);
      const { id } = await service.cv(acme, user.id);
      const picture = { id, experienceId: 0 };
      await service.call.SetCvPicture({ picture, content: await transparentPicture(8, 8) }, caller);
      await service.call.DeleteCv({ id }, caller);
      const [restored, erased] = await Promise.all([
        reasonOf(service.call.RestoreCv({ id }, caller)),
        service.call.EraseDeletedCvs({ deletedBefore: service.now() + 1 }),
        reasonOf(service.call.RestoreCv({ id }, caller)),
      ]);
      const isErased = erased.cvIds.includes(id);
      expect(restored).toBe(isErased ? 'cv_not_found' : 'succeeded');
      const found = await reasonOf(service.call.GetCvPicture(picture, caller));
      expect([found, await cvCount(user)]).toEqual(isErased ? ['cv_not_found', 0] : ['succeeded', 1]);
    }
  });
});

describe('a deleted user', () => {
  test('and all CVs cannot be read, listed or searched, and the user is removed as a manager', async () => {
    const user = await service.user(acme, { firstname: 'Quetzal', id_origin: 'q', kind: 'manager' });
    const other = await service.user(acme);
    await service.call.SetUserManager({ user: ref(other), managerId: user.id }, { caller: acme });
    const managed = await service.cv(acme, other.id);
    const cv = await service.cv(acme, user.id, { published: true });
    const token = cv.printable.pdf?.match(/\/c\/([^/]+)/)?.[1] ?? '';
    await expect(service.call.DeleteUser(ref(user), { caller: globex })).rejects.toMatchObject({
      reason: 'user_not_found',
    });
    const outdated = service.call.DeleteUser({ id: 'q', byIdOrigin: true, ifRevision: 99 }, { caller: acme });
    expect(await reasonOf(outdated)).toMatch(/^revision_/);
    const deleted = await service.call.DeleteUser({ id: 'q', byIdOrigin: true }, { caller: acme });
    expect(deleted).toMatchObject({ id: user.id, cvIds: [cv.id] });

    const { items } = await service.call.BatchGetUsers({
      items: [
        { caller: acme, user: ref(user) },
        { caller: acme, user: { id: 'q', byIdOrigin: true } },
      ],
    });
    expect(items.map((item) => item.status?.reason)).toEqual(['user_not_found', 'user_not_found']);
    expect(await service.read(acme, cv.id)).toBe('cv_not_found');
    expect(await service.exportHead(acme, cv.id)).toBe('cv_not_found');
    for (const call of [
      service.call.GetExportSource({ id: cv.id }, { caller: acme }),
      service.call.ResolveCv({ token }),
      service.call.ResolveCv({ public: { userSlug: user.username, cvSlug: '' } }),
      service.call.SetCvStatus({ id: cv.id, status: 'proofreading' }, { caller: acme }),
    ]) {
      expect(await reasonOf(call)).toBe('cv_not_found');
    }
    for (const call of [
      service.call.DeleteUser(ref(user), { caller: acme }),
      service.call.UpdateUser({ user: ref(user), patch: jsonBytes({}) }, { caller: acme }),
      service.call.ListUserCvs(ref(user), { caller: acme }),
      service.call.ListUserTags(ref(user), { caller: acme }),
    ]) {
      expect(await reasonOf(call)).toBe('user_not_found');
    }
    const page = await service.call.SearchUsers({ term: 'quetzal' }, { caller: acme });
    expect(page.total).toBe(0);
    const listed = await service.call.ListUsers({ kinds: ['manager'] }, { caller: acme });
    expect(parsed<UserRecord[]>(listed)).toEqual([]);
    const cvs = await service.call.ListCvs({}, { caller: acme });
    expect(parsed<{ id: string; manager: string }[]>(cvs).find((row) => row.id === String(managed.id))).toMatchObject({
      manager: '',
    });
    expect(parsed<{ id: string }[]>(cvs).some((row) => row.id === String(cv.id))).toBe(false);
  });

  test('releases the username, email address and id_origin', async () => {
    const fields = { username: 'phoenix', email: 'phoenix@mail.example', id_origin: 'phoenix' };
    const user = await service.user(acme, fields);
    await service.call.DeleteUser(ref(user), { caller: acme });
    const recreated = await service.user(acme, fields);
    expect(recreated.id).not.toBe(user.id);
  });

  test('is listed for erasure after the retention period and erased from all collections', async () => {
    const user = await service.user(acme, {
      firstname: 'Nebukadnezar',
      username: 'nebukadnezar',
      email: 'nebukadnezar@mail.example',
    });
    const content = jsonBytes({ basics: { name: 'Nebukadnezar', summary: 'Nebukadnezar' } });
    const { document } = await service.call.CreateCv(
      { user: ref(user), content, idempotencyKey: 'neb' },
      { caller: acme },
    );
    await service.call.DeleteUser(ref(user), { caller: acme });
    const deletedAt = service.now();
    const due = async (before: number) =>
      (await service.call.ListDeletedUsers({ deletedBefore: before })).users.filter(({ id }) => id === user.id);
    expect(await due(deletedAt)).toEqual([]);
    expect(await due(deletedAt + 1)).toEqual([{ companyId: 1, id: user.id, deletedAt, cvIds: [document?.id] }]);
    expect(await collectionsWith(/nebukadnezar/i)).toEqual([
      'deleted_cvs',
      'deleted_imports',
      'deleted_users',
      'names',
    ]);

    expect((await service.call.EraseUser({ companyId: 2, id: user.id })).cvIds).toEqual([]);
    expect(await collectionsWith(/nebukadnezar/i)).not.toEqual([]);
    expect((await service.call.EraseUser({ companyId: 1, id: user.id })).cvIds).toEqual([document?.id]);
    expect(await collectionsWith(/nebukadnezar/i)).toEqual([]);
    expect((await service.call.EraseUser({ companyId: 1, id: user.id })).cvIds).toEqual([]);
  });

  test('is not erased before it is deleted', async () => {
    const user = await service.user(acme);
    await service.call.EraseUser({ companyId: 1, id: user.id });
    const { items } = await service.call.BatchGetUsers({ items: [{ caller: acme, user: ref(user) }] });
    expect(items[0]?.document?.id).toBe(user.id);
  });

  test('leaves no CV that was created concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await service.user(acme);
      await Promise.allSettled([
        service.cv(acme, user.id),
        service.call.DeleteUser(ref(user), { caller: acme }),
        service.cv(acme, user.id),
      ]);
      expect(await service.connection.collection('cvs').countDocuments({ userId: user.id })).toBe(0);
    }
  });
});

describe('an address of the site', () => {
  test('resolves to a published CV, and a private link to any CV', async () => {
    const user = await service.user(acme, { username: 'site.user' });
    const main = await service.cv(acme, user.id, { title: 'Main', published: true });
    const second = await service.cv(acme, user.id, { title: 'Second' });
    const token = second.printable.pdf?.match(/\/c\/([^/]+)/)?.[1] ?? '';
    expect(await service.call.ResolveCv({ public: { userSlug: 'site-user', cvSlug: '' } })).toMatchObject({
      id: main.id,
      companyId: 1,
      userId: user.id,
      published: true,
    });
    expect(await service.call.ResolveCv({ public: { userSlug: 'site-user', cvSlug: 'main' } })).toMatchObject({
      id: main.id,
    });
    expect(await service.call.ResolveCv({ token })).toMatchObject({
      id: second.id,
      published: false,
      protected: false,
    });
    for (const address of [
      { public: { userSlug: 'site-user', cvSlug: 'second' } },
      { public: { userSlug: 'unknown', cvSlug: '' } },
      { token: 'x' },
    ]) {
      expect(await reasonOf(service.call.ResolveCv(address))).toBe('cv_not_found');
    }
    expect(await reasonOf(service.call.ResolveCv({}))).toBe('invalid_argument');
  });
});

describe('the display of a CV', () => {
  test('is read and replaced for each variant, and changes the revision of the CV', async () => {
    const user = await service.user(acme);
    const cv = await service.cv(acme, user.id);
    const get = async (variant: string) =>
      String((await service.call.GetCvDisplay({ id: cv.id, variant }, { caller: acme })).json);
    expect(await get('web')).toBe('{"id":"classic","color":"#2b5d8a"}');
    expect(await get('print')).toBe(
      '{"id":"classic","color":"#2b5d8a","displayConfig":{"id":1,"experiences":true,"educations":true,"interests":true,"presentation":true,"skills":true,' +
        '"url":false,"picture":true,"location":true,"drivingLicence":true,"maritalStatus":true,"address":true,"age":true}}',
    );
    const print = { ...JSON.parse(await get('print')), color: '#000000' };
    await service.call.SetCvDisplay({ id: cv.id, variant: 'print', display: jsonBytes(print) }, { caller: acme });
    expect(JSON.parse(await get('print'))).toEqual(print);
    expect(await service.exportHead(acme, cv.id)).toMatchObject({ revision: 2 });
    await expect(
      service.call.SetCvDisplay(
        { id: cv.id, variant: 'web', display: jsonBytes({ id: 'x', color: 'red' }) },
        { caller: acme },
      ),
    ).rejects.toMatchObject({
      details: [
        { field: 'id', message: 'must be one of classic, modern, compact, sidebar, academic, plain' },
        expect.objectContaining({ field: 'color' }),
      ],
    });
    // An id that an earlier version accepted.
    const stored = service.connection.collection('cvs');
    await stored.updateOne({ _id: cv.id } as never, { $set: { 'display.mobile.id': 'retro' } });
    expect(await get('mobile')).toBe('{"id":"retro","color":"#2b5d8a"}');
    await expect(service.call.GetCvDisplay({ id: cv.id, variant: 'fax' }, { caller: acme })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await expect(service.call.GetCvDisplay({ id: cv.id, variant: 'web' }, { caller: globex })).rejects.toMatchObject({
      reason: 'cv_not_found',
    });
  });
});
