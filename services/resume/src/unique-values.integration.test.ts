import type { CvData } from '@vitae/proto/cv-data';
import type { UserRecord } from '@vitae/proto/user-record';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import {
  acme,
  globex,
  jsonBytes,
  openResumeFixture,
  type ResumeFixture,
  SITE,
} from '@vitae/test/support/resume/resume-fixture';
import { createResumeApp } from './app.ts';

type Name = { _id: string; companyId: number; id: number };

let service: ResumeFixture;
beforeAll(async () => {
  service = await openResumeFixture();
});
afterAll(() => service.close());

const collection = (name: string) => service.connection.collection<{ _id: never }>(name);
const allNames = () => service.connection.collection<Name>('names').find().sort({ _id: 1 }).toArray();
const namesOf = async (id: number, companyId = 1) =>
  (await allNames()).filter((name) => name.id === id && name.companyId === companyId).map(({ _id }) => _id);
const tokenOf = (cv: CvData) => cv.printable.pdf?.match(/\/c\/([^/]+)/)?.[1] ?? '';
const ref = (user: UserRecord) => ({ id: String(user.id) });

describe('a name', () => {
  test('is taken by exactly one of concurrent requests of a company', async () => {
    for (const username of ['twin.a', 'twin.b', 'twin.c']) {
      const results = await Promise.allSettled([acme, acme].map((caller) => service.user(caller, { username })));
      const rejected = results.filter((result) => result.status === 'rejected');
      expect(rejected).toMatchObject([{ reason: { code: 'ALREADY_EXISTS', reason: 'username_taken' } }]);
      expect((await allNames()).filter(({ _id }) => _id === `user:1:${username}`)).toHaveLength(1);
    }
  });

  test('is taken by concurrent requests of two companies, whose pages have different addresses', async () => {
    for (const username of ['pair.a', 'pair.b', 'pair.c']) {
      const [ours, theirs] = await Promise.all([acme, globex].map((caller) => service.user(caller, { username })));
      const slug = username.replace('.', '-');
      const names = [...(await namesOf(ours?.id ?? 0, 1)), ...(await namesOf(theirs?.id ?? 0, 2))];
      for (const name of [`user:1:${username}`, `user:2:${username}`, `slug:${slug}`, `slug:${slug}-2`])
        expect(names).toContain(name);
    }
  });

  test('is free after its user changes it', async () => {
    const user = await service.user(acme, { email: 'Before@mail.example', id_origin: 'before' });
    const other = await service.user(acme);
    const change = (who: UserRecord, patch: object) =>
      service.call.UpdateUser({ user: ref(who), patch: jsonBytes(patch) }, { caller: acme });
    await expect(change(other, { email: 'before@MAIL.example' })).rejects.toMatchObject({ reason: 'email_taken' });
    await change(user, { email: 'after@mail.example', id_origin: null });
    await change(other, { email: 'before@MAIL.example', id_origin: 'before' });
    expect(await namesOf(user.id)).toEqual([
      'email:1:after@mail.example',
      `slug:${user.username}`,
      `user:1:${user.username}`,
    ]);
    expect(await namesOf(other.id)).toContain('email:1:before@mail.example');
  });

  test('is free after its user is deleted, as are the private links of all CVs, but not the address of the pages', async () => {
    const fields = { username: 'freed', id_origin: 'freed' };
    const user = await service.user(acme, fields);
    const cvs = [await service.cv(acme, user.id, { published: true }), await service.cv(acme, user.id)];
    const before = await allNames();
    await service.call.DeleteCv({ id: cvs[1]?.id ?? 0 }, { caller: acme });
    await service.call.DeleteUser(ref(user), { caller: acme });
    expect(before.length - (await allNames()).length).toBe(3 + cvs.length);
    expect(await namesOf(user.id)).toEqual(['slug:freed']);
    await expect(service.user(acme, fields)).resolves.toMatchObject(fields);
    await service.call.EraseUser({ companyId: acme.companyId, id: user.id });
    expect(await namesOf(user.id)).toEqual([]);
  });

  test('is not taken if the transaction fails', async () => {
    const user = await service.user(acme);
    const before = await allNames();
    const { db } = service.connection;
    const reject = (name: string, validator: object) => db?.command({ collMod: name, validator });
    await reject('users', { lastname: { $ne: 'Invalid' } });
    await reject('cvs', { 'content.title': { $ne: 'Invalid' } });
    await expect(service.user(acme, { username: 'rolled.back', lastname: 'Invalid' })).rejects.toThrow();
    await expect(service.cv(acme, user.id, { title: 'Invalid' })).rejects.toThrow();
    await reject('users', {});
    await reject('cvs', {});
    expect(await allNames()).toEqual(before);
    await expect(service.user(globex, { username: 'rolled.back' })).resolves.toBeDefined();
  });

  test('that many users have is numbered', async () => {
    for (let index = 0; index < 20; index += 1) {
      const fields = { username: `maria${index}@mail.example`, firstname: 'María', lastname: 'García' };
      await service.user(index % 2 ? acme : globex, fields);
    }
    const slugs = (await allNames()).flatMap(({ _id }) => (_id.startsWith('slug:maria-garcia') ? [_id] : []));
    const firstNumbers = Array.from({ length: 15 }, (_, index) => `slug:maria-garcia-${index + 2}`);
    expect(slugs).toEqual(expect.arrayContaining(['slug:maria-garcia', ...firstNumbers]));
    expect(new Set(slugs).size).toBe(20);
  });
});

describe('the address of a CV', () => {
  test('leads to the CV by its name, and reads one document of one company', async () => {
    const user = await service.user(acme, { username: 'addressed' });
    const main = await service.cv(acme, user.id, { title: 'Cook', published: true });
    const other = await service.cv(acme, user.id, { title: 'Baker', published: true });
    const resolved = async (address: Parameters<typeof service.call.ResolveCv>[0]) =>
      (await service.call.ResolveCv(address)).id;
    const token = tokenOf(main);
    const queries = await profileQueries(service.connection, async () => {
      expect(await resolved({ token })).toBe(main.id);
      expect(await resolved({ public: { userSlug: 'addressed', cvSlug: '' } })).toBe(main.id);
      expect(await resolved({ public: { userSlug: 'addressed', cvSlug: 'baker' } })).toBe(other.id);
    });
    expect(queries.map((query) => query.collection)).toEqual(['names', 'cvs', 'names', 'cvs', 'names', 'cvs']);
    for (const query of queries) expect(query.docsExamined).toBeLessThanOrEqual(2);
  });

  test('is found only by the current private link', async () => {
    const user = await service.user(acme);
    const cv = await service.cv(acme, user.id, { published: true });
    await service.call.SetCvVisibility({ id: cv.id, published: false }, { caller: acme });
    await expect(service.call.ResolveCv({ token: tokenOf(cv) })).rejects.toMatchObject({ reason: 'cv_not_found' });
    const stored = await collection('cvs').findOne({ _id: cv.id as never });
    expect(await namesOf(cv.id)).toContain(`token:${(stored as { token?: string } | null)?.token}`);
    expect(await namesOf(cv.id)).not.toContain(`token:${tokenOf(cv)}`);
  });
});

describe('data of earlier versions', () => {
  const prepare = (upgrade: boolean) =>
    createResumeApp({
      connection: service.connection,
      siteUrl: SITE,
      checkGrant: async () => undefined,
      upgrade,
    }).prepare();

  /** Turns the data into that of an earlier version. */
  async function downgrade(): Promise<void> {
    await collection('names').deleteMany({});
    const users = collection('users');
    // The key contained only the username, which two companies have here.
    const usernameKey = { $concat: [{ $toLower: '$username' }, ' ', { $toString: '$companyId' }] };
    const keys = { usernameKey, emailKey: { $toLower: '$email' } };
    await users.updateMany({}, [{ $set: keys }]);
    await users.dropIndex('companyId_1_idOrigin_1');
    await createIndexes('users', [
      { key: { usernameKey: 1 }, name: 'usernameKey_1', unique: true },
      { key: { slug: 1 }, name: 'slug_1', unique: true },
      { key: { companyId: 1, emailKey: 1 }, name: 'companyId_1_emailKey_1', unique: true },
      {
        ...{ key: { companyId: 1, idOrigin: 1 }, name: 'companyId_1_idOrigin_1', unique: true },
        partialFilterExpression: { idOrigin: { $exists: true } },
      },
    ]);
    await createIndexes('cvs', [
      { key: { userId: 1, slug: 1 }, name: 'userId_1_slug_1', unique: true },
      { key: { userSlug: 1, slug: 1 }, name: 'userSlug_1_slug_1' },
      { key: { token: 1 }, name: 'token_1', unique: true },
    ]);
  }

  const createIndexes = (name: string, keys: object[]) =>
    service.connection.db?.command({ createIndexes: name, indexes: keys, comment: 'query of a test' });

  const indexes = async () =>
    (await Promise.all(['users', 'cvs'].map((name) => collection(name).indexes())))
      .flat()
      .filter(({ key, unique }) => unique === true || ('slug' in key && !('companyId' in key)));

  test('are rejected until they are upgraded on request, which can be repeated', async () => {
    const shared = await service.cv(acme, (await service.user(acme)).id);
    await service.call.AddCvLink({ id: shared.id, name: 'Globex' }, { caller: acme });
    const [before, stored] = [await allNames(), await collection('users').countDocuments()];
    expect(stored).toBeGreaterThan(10);
    await downgrade();
    await collection('names').insertOne({ _id: 'user:1:of.a.later.version', companyId: 1, id: 1 } as never);
    await expect(prepare(false)).rejects.toThrow('--prepare');
    await prepare(true);
    expect(await allNames()).toEqual(before);
    expect(await indexes()).toEqual([]);
    await prepare(true);
    await prepare(false);
    expect(await allNames()).toEqual(before);
    await expect(service.user(acme, { username: 'Addressed' })).rejects.toMatchObject({ reason: 'username_taken' });
  });

  test('with usernames that are unique across companies are upgraded, which can be interrupted', async () => {
    const before = await allNames();
    const names = service.connection.collection<Name>('names');
    const usernames = before.filter(({ _id }) => _id.startsWith('user:'));
    // Those of two companies cannot be equal in the earlier version.
    const converted = [...new Map(usernames.map((name) => [name._id.replace(/^user:\d+:/, 'username:'), name]))];
    await names.deleteMany({ _id: { $in: converted.map(([, { _id }]) => _id) } });
    await names.insertMany(converted.map(([_id, { companyId, id }]) => ({ _id, companyId, id })));
    await expect(prepare(false)).rejects.toThrow('--prepare');

    const { db } = service.connection;
    const last = converted.at(-1)?.[1]._id;
    await db?.command({ collMod: 'names', validator: { _id: { $ne: last } } });
    await expect(prepare(true)).rejects.toThrow();
    await db?.command({ collMod: 'names', validator: {} });
    const stored = new Set((await allNames()).map(({ _id }) => _id));
    for (const [former, { _id }] of converted) expect(stored.has(former) || stored.has(_id)).toBe(true);
    await expect(prepare(false)).rejects.toThrow('--prepare');

    await prepare(true);
    expect(await allNames()).toEqual(before);
    await prepare(false);
  });

  test('are upgraded from where an interrupted upgrade ended', async () => {
    const before = await allNames();
    await downgrade();
    const { db } = service.connection;
    // Otherwise, the collection is created again, without the validator.
    await collection('names').insertOne({ _id: 'copied:users', companyId: 0, id: 0 } as never);
    const lastToken = before.findLast(({ _id }) => _id.startsWith('token:'))?._id;
    await db?.command({ collMod: 'names', validator: { _id: { $ne: lastToken } } });
    await expect(prepare(true)).rejects.toThrow();
    await expect(prepare(false)).rejects.toThrow('--prepare');
    await db?.command({ collMod: 'names', validator: {} });
    const queries = await profileQueries(service.connection, () => prepare(true));
    const copied = queries.filter(({ collection: name, op }) => name === 'users' && op === 'query');
    expect(copied).toMatchObject([{ docsExamined: 1 }]);
    expect(await allNames()).toEqual(before);
    expect(await indexes()).toEqual([]);
    await prepare(false);
  });
});
