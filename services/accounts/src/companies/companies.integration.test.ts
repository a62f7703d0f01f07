import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import { createIndexes } from '../indexes.ts';
import { createCompanyStore } from './company-mongo-store.ts';
import { type CompanyStore, companySignInPath } from './company-store.ts';

let database: DatabaseFixture;
let companies: CompanyStore;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  companies = createCompanyStore(database.connection);
  await createIndexes(database.connection);
});
afterAll(() => database.drop());

const slugOf = async (name: string, slug?: string) => (await companies.create(name, 'UTC', slug)).slug;

describe('the slug of a company', () => {
  test('is derived from the name, and numbered if it is taken', async () => {
    expect(await slugOf('Studio Lumière & Söhne')).toBe('studio-lumiere-sohne');
    expect(await slugOf('Studio Lumiere & Sohne')).toBe('studio-lumiere-sohne-2');
    const concurrent = await Promise.all(Array.from({ length: 20 }, () => slugOf('Twins')));
    const firstNumbers = Array.from({ length: 15 }, (_, index) => `twins-${index + 2}`);
    expect(concurrent).toEqual(expect.arrayContaining(['twins', ...firstNumbers]));
    expect(new Set(concurrent).size).toBe(20);
  });

  test.each(['株式会社', 'Settings', 'OAuth', '2024', 'HP', '🙂'])('of %s contains the number', async (name) => {
    const { id, slug } = await companies.create(name, 'UTC');
    expect(slug).toBe(`company-${id}`);
  });

  test('can be chosen once', async () => {
    expect(await slugOf('Any', 'north-2')).toBe('north-2');
    await expect(slugOf('Other', 'north-2')).rejects.toMatchObject({ code: 'ALREADY_EXISTS', reason: 'slug_taken' });
  });

  test.each(['account', 'sign-in', 'fr', 'a', '123', 'Acme', 'a--b', '-ab', 'abc-', 'a/b', 'é-é', 'x'.repeat(61), ''])(
    'cannot be %j',
    async (slug) => {
      const before = (await companies.list()).length;
      await expect(slugOf('Any', slug)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      expect(await companies.list()).toHaveLength(before);
    },
  );
});

test('a company is found by its slug or number', async () => {
  const company = await companies.create('Found', 'UTC');
  for (const address of ['found', 'FOUND', String(company.id)])
    expect(await companies.findByAddress(address)).toEqual(company);
  for (const address of ['', 'unknown', '0', '-1', '999999', '9'.repeat(400), `0${company.id}`, '[object Object]'])
    expect(await companies.findByAddress(address)).toBeUndefined();
  expect(companySignInPath(company)).toBe('/found/sign-in');
});

test('companies are found, created and named without reading others', async () => {
  const { slug = '' } = await companies.create('Indexed', 'UTC');
  const queries = await profileQueries(database.connection, async () => {
    await companies.findByAddress(slug);
    await companies.create('Indexed', 'UTC');
  });
  const reads = queries.filter(({ collection, command }) => collection === 'companies' && command === 'find');
  expect(reads.map(({ plan }) => plan)).toEqual(['IXSCAN { slug: 1 }', 'IXSCAN { slug: 1 }']);
});

test('companies of earlier versions get a slug, also if several processes start', async () => {
  const stored = database.connection.collection('companies');
  const olds = await Promise.all(['Legacy', 'Legacy', 'Account'].map((name) => companies.create(name, 'UTC')));
  const ids = olds.map(({ id }) => id);
  const before = await companies.list();
  await stored.updateMany({ _id: { $in: ids as never[] } }, { $unset: { slug: 1 } });
  const [old] = olds;
  expect(companySignInPath((await companies.findByAddress(String(old?.id))) ?? { id: 0 })).toBe(`/${old?.id}/sign-in`);
  await Promise.all([1, 2, 3].map(() => createIndexes(database.connection)));
  const after = await companies.list();
  expect(after.map(({ slug }) => slug).toSorted()).toEqual(before.map(({ slug }) => slug).toSorted());
  const queries = await profileQueries(database.connection, () => createIndexes(database.connection));
  expect(await companies.list()).toEqual(after);
  // A start reads no other companies.
  expect(queries.map(({ docsExamined }) => docsExamined)).toEqual([0]);
});
