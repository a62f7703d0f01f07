import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
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
const idsOf = async (login: string) => (await credentials.findByLogin(login)).map((owner) => owner.userId);

test('owners are found by user name or address, in any letter case', async () => {
  await set();
  for (const login of [`ADA ${userId}`, ` ada${userId}@EXAMPLE.com `]) expect(await idsOf(login)).toEqual([userId]);
  for (const login of [`Ada ${userId}x`, '', '.*']) expect(await idsOf(login)).toEqual([]);
});

test('a user name belongs to one user, and at most five users can sign in with the same address', async () => {
  const email = `shared${userId}@example.com`;
  await set({ email });
  const taken = set({ userId: userId + 1, username: `ada ${userId}` });
  await expect(taken).rejects.toMatchObject({ code: 'ALREADY_EXISTS', reason: 'username_taken' });
  for (const more of [6, 5, 4, 3, 2]) await set({ userId: userId + more, username: `${userId}-${more}`, email });
  expect(await idsOf(email)).toEqual([userId, userId + 2, userId + 3, userId + 4, userId + 5]);
});

test('a changed address or password replaces the previous one', async () => {
  await set();
  const before = await credentials.find(userId);
  await credentials.setEmail(userId, { email: `New${userId}@example.com`, revision: 2 });
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
  await credentials.setEmail(userId, { email: 'x@example.com', revision: 3 });
  await credentials.setPassword(userId, 'another pass phrase');
  expect(await credentials.find(userId)).toBeUndefined();
  expect(await credentials.checkPassword(userId, 'another pass phrase')).toBe(false);
});
