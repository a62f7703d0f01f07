import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { createSourceNames, sourceLabel } from './source-names.ts';

let database: DatabaseFixture;
const insert = (collection: string, documents: object[]) =>
  database.connection.collection(collection).insertMany(documents);

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  await insert('keys', [
    { _id: 1, companyId: 1, name: 'Jobs (a)', key: 'vt_live_abcd' },
    { _id: 2, companyId: 2, name: 'Jobs (a)', key: 'vt_live_efgh' },
    { _id: 3, companyId: 1, name: 'Intranet', key: 'vt_live_1234' },
  ]);
  await insert('applications', [
    { _id: 1, companyId: 1, name: 'Jobs app', consumerKey: 'consumer5678' },
    { _id: 3, companyId: 2, name: 'Jobs app', consumerKey: 'consumer9999' },
  ]);
});
afterAll(() => database.drop());

test('names the keys and applications of a company, with the end of their keys', async () => {
  const names = await createSourceNames(database.connection).of({ companyId: 1 }, ['k1', 'k2', 'a1', 'a3', 'k99']);
  expect(names).toEqual(
    new Map([
      ['k1', { name: 'Jobs (a)', ending: 'abcd' }],
      ['a1', { name: 'Jobs app', ending: '5678' }],
    ]),
  );
  expect(sourceLabel({ name: 'Jobs', ending: 'abcd' })).toBe('Jobs …abcd');
});

test('reads the names of one key without reading applications', async () => {
  const read: string[] = [];
  const collection = (name: string) => {
    read.push(name);
    return database.connection.collection(name);
  };
  const names = await createSourceNames({ collection } as never).of({ companyId: 1 }, ['k3']);
  expect([[...names.keys()], read]).toEqual([['k3'], ['keys']]);
});

test('a name cannot reverse the end of the key beside it', () => {
  expect(sourceLabel({ name: 'Jobs\u202e', ending: 'abcd' })).toBe('\u2068Jobs\u202e\u2069 …abcd');
});

test('finds the keys and applications of a company by a part of the name or key, literally', async () => {
  const search = (text: string) => createSourceNames(database.connection).search({ companyId: 1 }, text);
  expect(await search('JOBS')).toEqual(['k1', 'a1']);
  expect(await search('(A')).toEqual(['k1']);
  expect(await search('5678')).toEqual(['a1']);
  expect(await search('live_1')).toEqual(['k3']);
  for (const text of ['.*', 'efgh', '9999']) expect(await search(text)).toEqual([]);
});

test('finds at most 500', async () => {
  const companyId = 9;
  const many = (first: number, count: number) =>
    Array.from({ length: count }, (_none, index) => ({
      _id: first + index,
      companyId,
      name: 'many',
      key: 'x',
      consumerKey: 'x',
    }));
  const search = async () => (await createSourceNames(database.connection).search({ companyId }, 'many')).length;
  await insert('applications', many(1_000, 1));
  await insert('keys', many(1_000, 499));
  expect(await search()).toBe(500);
  await insert('keys', many(2_000, 2));
  expect(await search()).toBe(500);
});
