import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import { createIndexes } from '../indexes.ts';
import type { NewOwner, OwnerCredentials } from './owner-credentials.ts';
import { createOwnerCredentials } from './owner-credentials-mongo-store.ts';

let database: DatabaseFixture;
let credentials: OwnerCredentials;
let userId = 0;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  credentials = createOwnerCredentials(database.connection);
  await createIndexes(database.connection);
});
afterAll(() => database.drop());
beforeEach(() => {
  userId += 10;
});

const set = (changes: Partial<NewOwner> = {}) =>
  credentials.set({
    userId,
    companyId: 1,
    username: `Ada ${userId}`,
    email: `Ada${userId}@example.com`,
    password: 'a long pass phrase',
    ...changes,
  });
const idsOf = async (login: string, companyId?: number) =>
  (await credentials.findByLogin(login, companyId)).map((owner) => owner.userId);

test('owners are found by user name or address, in any letter case', async () => {
  await set();
  for (const login of [`ADA ${userId}`, ` ada${userId}@EXAMPLE.com `]) expect(await idsOf(login)).toEqual([userId]);
  for (const login of [`Ada ${userId}x`, '', '.*']) expect(await idsOf(login)).toEqual([]);
});

test('a user name belongs to one user of a company', async () => {
  await set();
  const inCompany = (companyId: number, id: number) => set({ userId: id, companyId, username: `ada ${userId}` });
  const taken = { code: 'ALREADY_EXISTS', reason: 'username_taken' };
  await expect(inCompany(1, userId + 1)).rejects.toMatchObject(taken);
  await inCompany(2, userId + 2);
  expect(await idsOf(`ADA ${userId}`)).toEqual([userId, userId + 2]);
  expect(await idsOf(`ADA ${userId}`, 2)).toEqual([userId + 2]);
  expect(await idsOf(`ADA ${userId}`, 3)).toEqual([]);
  const racing = await Promise.allSettled([3, 4].map((more) => inCompany(3, userId + more)));
  expect(racing.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('at most five users are found, those with the email address first, and all of them in their company', async () => {
  const email = `shared${userId}@example.com`;
  for (const more of [1, 2, 3, 4, 5, 6]) await set({ userId: userId + more, companyId: more, username: email });
  await set({ userId: userId + 7, companyId: 7, email });
  const found = [userId + 7, userId + 1, userId + 2, userId + 3, userId + 4];
  expect(await idsOf(email)).toEqual(found);
  for (const companyId of [5, 6, 7]) expect(await idsOf(email, companyId)).toEqual([userId + companyId]);
});

test('a user name that many companies have is found with few reads', async () => {
  const key = `popular ${userId}`;
  const names = { username: key, email: key, usernameKey: key, emailKey: key };
  const rows = Array.from({ length: 200 }, (_, index) => ({ _id: 1_000_000 + index, companyId: index, ...names }));
  await database.connection.collection<{ _id: number }>('ownerCredentials').insertMany(rows);
  for (const companyId of [undefined, 150]) {
    const queries = await profileQueries(database.connection, () => credentials.findByLogin(key, companyId));
    expect(queries).toHaveLength(2);
    for (const { docsExamined } of queries) expect(docsExamined).toBeLessThanOrEqual(5);
  }
});

test('a changed address or password replaces the previous one', async () => {
  await set();
  const before = await credentials.find(userId);
  await credentials.setNames(userId, { username: `Ada ${userId}`, email: `New${userId}@example.com`, revision: 2 });
  await credentials.setLocale(userId, 'de');
  expect(await credentials.find(userId)).toEqual({ ...before, email: `New${userId}@example.com`, locale: 'de' });
  expect(await idsOf(`ada${userId}@example.com`)).toEqual([]);
  expect(await idsOf(`new${userId}@example.com`)).toEqual([userId]);

  expect(await credentials.checkPassword(userId, 'a long pass phrase')).toBe(true);
  await credentials.setPassword(userId, 'another pass phrase');
  expect((await credentials.find(userId))?.passwordVersion).not.toBe(before?.passwordVersion);
  expect(await credentials.checkPassword(userId, 'a long pass phrase')).toBe(false);
  expect(await credentials.checkPassword(userId, 'another pass phrase')).toBe(true);
  expect(await credentials.checkPassword(userId + 1, 'another pass phrase')).toBe(false);
});

test('changes of a removed credential have no effect', async () => {
  await set();
  await credentials.remove(userId);
  await credentials.setNames(userId, { username: `Ada ${userId}`, email: 'x@example.com', revision: 3 });
  await credentials.setPassword(userId, 'another pass phrase');
  expect(await credentials.find(userId)).toBeUndefined();
  expect(await credentials.checkPassword(userId, 'another pass phrase')).toBe(false);
});

test('an invited owner is found, and can sign in only after choosing a password', async () => {
  const invited = { userId, companyId: 1, username: `Ada ${userId}`, email: `Ada${userId}@example.com` };
  await credentials.invite(invited);
  expect(await credentials.findByLogin(`ada ${userId}`)).toEqual([{ ...invited, passwordVersion: '' }]);
  for (const password of ['', 'undefined', 'hash for unknown accounts'])
    expect(await credentials.checkPassword(userId, password)).toBe(false);
  await credentials.setPassword(userId, 'a long pass phrase');
  expect(await credentials.checkPassword(userId, 'a long pass phrase')).toBe(true);
  // An invitation of an owner who has a password changes nothing.
  await credentials.invite({ ...invited, username: 'other' });
  expect(await credentials.checkPassword(userId, 'a long pass phrase')).toBe(true);
  expect(await credentials.find(userId)).toMatchObject(invited);
});

test('an invitation fails together with its transaction, and while another credential has the user name', async () => {
  const invited = { userId, companyId: 1, username: `Ada ${userId}`, email: `Ada${userId}@example.com` };
  const fail = () => Promise.reject(new TypeError('failed'));
  await expect(credentials.invite(invited, fail)).rejects.toThrow('failed');
  expect(await credentials.find(userId)).toBeUndefined();
  await set();
  await expect(credentials.setPassword(userId, 'another pass phrase', fail)).rejects.toThrow('failed');
  expect(await credentials.checkPassword(userId, 'a long pass phrase')).toBe(true);
  await expect(credentials.invite({ ...invited, userId: userId + 1 })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    reason: 'write_contention',
  });
});
