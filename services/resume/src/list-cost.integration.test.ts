import { profileQueries } from '@vitae/kit/query-profile';
import { completionValues } from './cv/completion.ts';
import { bucketsOf } from './cv-list/day-buckets.ts';
import { acme, openScratchResume, type ScratchResume } from './scratch-resume.ts';
import { pairsOf, prefixesOf, wordsOf } from './user/search-words.ts';

/** Of every four, two are the company's, and one each of two others. */
const ROWS = 10_000;
const COMPANIES = [1, 1, 2, 3];
const DAY = 86_400_000;
const START = Date.UTC(2023, 0, 1);
const SPAN = 3 * 365 * DAY;
const FIRST = ['Anna', 'Benoît', 'Chloé', 'David', 'Émilie', 'Fatima', 'Hugo', 'Inès', 'Léa', 'Paul'];
const LAST = ['Martin', 'Bernard', 'Dubois', 'Thomas', 'Robert', 'Petit', 'Leroy', 'Simon', 'Øster'];

let service: ScratchResume;

/** A repeatable spread: the fraction of a multiple of the golden ratio. */
const spread = (index: number, salt: number) => ((index + 1) * 0.618_033_988_749 * salt) % 1;
const pick = <T>(values: readonly T[], at: number): T => values[Math.floor(at * values.length)] as T;

beforeAll(async () => {
  service = await openScratchResume();
  const indexes = Array.from({ length: ROWS }, (_, index) => index);
  await service.connection.collection('users').insertMany(indexes.map(userOf) as never[]);
  await service.connection.collection('cvs').insertMany(indexes.map(cvOf) as never[]);
  await service.connection.collection('tags').insertOne({ _id: 3, companyId: 1, title: 't' } as never);
}, 60_000);
afterAll(() => service.close());

function userOf(index: number) {
  const id = index + 1;
  const person = {
    firstname: pick(FIRST, spread(index, 3)),
    lastname: pick(LAST, spread(index, 7)),
    email: `u${id}@mail.example`,
  };
  const words = wordsOf(person);
  const kind = pick(['user', 'candidate', 'manager', 'admin'], spread(index, 11));
  const [tagIds, prefixes, pairs] = [tagsOf(index), prefixesOf(words), pairsOf(words)];
  return {
    _id: id,
    companyId: COMPANIES[index % 4],
    usernameKey: `u${id}`,
    emailKey: person.email,
    slug: `u${id}`,
    ...person,
    kind,
    tagIds,
    words,
    prefixes,
    pairs,
  };
}

const tagsOf = (index: number) => [Math.floor(spread(index, 13) * 10)];

function cvOf(index: number) {
  const id = index + 1;
  const createdAt = new Date(START + spread(index, 1) * SPAN);
  const updatedAt = new Date(createdAt.getTime() + spread(index, 2) * (START + SPAN - createdAt.getTime()));
  return {
    ...{
      _id: id,
      companyId: COMPANIES[index % 4],
      userId: id,
      userSlug: `u${id}`,
      slug: 'cv',
      token: `t${id}`,
      content: { title: '' },
      culture: 'en_US',
      status: 'draft',
    },
    ...{ main: spread(index, 5) < 0.7, managerId: Math.floor(spread(index, 17) * 10), tagIds: tagsOf(index) },
    recipient: spread(index, 19) < 0.5 ? '' : `R${Math.floor(spread(index, 23) * 10)}`,
    completion: pick(completionValues, spread(index, 29)),
    statusChangedAt: updatedAt,
    ...{ createdAt, updatedAt, createdIn: bucketsOf(createdAt), updatedIn: bucketsOf(updatedAt) },
  };
}

type Filter = [type: string, value: string, comparator?: string];
const filters: Filter[][] = [
  [],
  [['cvType', 'main']],
  [['cvType', 'secondary']],
  [['manager', '3']],
  [['recipient', 'R7']],
  [['tagId', '3']],
  [['completion', '0.5', '>=']],
  [['completion', '0.5']],
  [['completion', '0.5', '!=']],
  [['created', '2025-01-01', '>=']],
  [['created', '2023-04-01', '<']],
  [['created', '2024-05-05']],
  [['created', '2024-05-05', '!=']],
  [
    ['created', '2024-05-01', '>='],
    ['created', '2024-07-01', '<'],
  ],
  [['updated', '2025-01-01', '>']],
  [['updated', '2024-03-01', '<=']],
  [
    ['updated', '2024-05-01', '>='],
    ['updated', '2024-09-17', '<'],
  ],
];
const twos: Filter[][] = [
  [
    ['cvType', 'main'],
    ['manager', '3'],
  ],
  [
    ['cvType', 'main'],
    ['tagId', '3'],
  ],
  [
    ['manager', '3'],
    ['tagId', '3'],
  ],
  [
    ['recipient', 'R7'],
    ['tagId', '3'],
  ],
  [
    ['recipient', 'R7'],
    ['cvType', 'secondary'],
  ],
  [
    ['recipient', 'R7'],
    ['manager', '3'],
  ],
  [
    ['tagId', '3'],
    ['completion', '0.5', '>='],
  ],
];
const sorts = ['created', 'updated', 'recipient', 'completion'];

const listOf = (filter: Filter[]) => ({
  filters: filter.map(([type, value, comparator = '']) => ({ type, value, comparator })),
});

/** The dearest read of a collection that a call makes. */
async function dearest(collection: string, call: () => Promise<unknown>) {
  const reads = (await profileQueries(service.connection, call)).filter(
    (query) => query.collection === collection && query.op === 'query',
  );
  return reads.sort((a, b) => b.keysExamined - a.keysExamined)[0];
}

/** At most 1.2 keys for each row, the row that tells whether there is a next page counted; 2 where next to nothing is returned. */
function expectCheap(read: Awaited<ReturnType<typeof dearest>>) {
  const { keysExamined = 0, docsExamined = 0, returned = 0 } = read ?? {};
  expect(keysExamined).toBeLessThanOrEqual(Math.max(1.2 * returned, returned + 2));
  expect(docsExamined).toBeLessThanOrEqual(2 * returned + 2);
}

test.each(filters.map((filter, index) => [filter, index % 2 === 0] as const))(
  'a CV list filtered by %j costs what it returns, by any sort, on any page',
  async (filter, even) => {
    for (const [index, field] of sorts.entries()) {
      // Both directions of every sort, and of every filter, but not of every pair.
      const sort = { field, descending: (index % 2 === 0) === even };
      const request = { ...listOf(filter), sort: [sort] };
      // The totals are counted on the first call and remembered.
      const { next } = await service.call.ListCvs(request, { caller: acme });
      expectCheap(await dearest('cvs', () => service.call.ListCvs(request, { caller: acme })));
      if (next !== '')
        expectCheap(
          await dearest('cvs', () => service.call.ListCvs({ ...request, page: { cursor: next } }, { caller: acme })),
        );
    }
  },
);

test.each([
  'anna',
  'a',
  'mart',
  'oster',
  'u77@mail',
  'anna martin',
  'bern lea',
  'ines petit',
  'anna martin mail',
  'b',
  'le',
])('a search for %j costs what it finds', async (term) => {
  const found = await service.call.SearchUsers({ term }, { caller: acme });
  expect(found.total).toBeGreaterThan(0);
  expectCheap(await dearest('users', () => service.call.SearchUsers({ term, page: { limit: 50 } }, { caller: acme })));
});

test('what a search has beyond two words, or a list beyond one equality, is looked for among what those find', async () => {
  const narrow = { term: 'anna martin u4', page: { limit: 50 } };
  const { total: pairs } = await service.call.SearchUsers({ term: 'anna martin' }, { caller: acme });
  const read = await dearest('users', () => service.call.SearchUsers(narrow, { caller: acme }));
  expect(read?.keysExamined).toBeLessThanOrEqual(pairs);
  for (const filter of twos) {
    const totals = await Promise.all(
      filter.map(async (one) => (await service.call.ListCvs(listOf([one]), { caller: acme })).total),
    );
    for (const field of sorts) {
      const request = { ...listOf(filter), sort: [{ field, descending: false }] };
      await service.call.ListCvs(request, { caller: acme });
      const list = await dearest('cvs', () => service.call.ListCvs(request, { caller: acme }));
      expect(list?.keysExamined).toBeLessThanOrEqual(Math.max(...totals));
      expect(list?.sorted).toBe(false);
    }
  }
});

test('a numbered page costs what it returns once it was read, the one after it at once', async () => {
  const cvs = (filter: Filter[], field: string) => (page: number) =>
    service.call.ListCvs(
      { ...listOf(filter), sort: [{ field, descending: true }], page: { page, limit: 50 } },
      { caller: acme },
    );
  const users = (page: number) => service.call.ListUsers({ page: { page, limit: 50 } }, { caller: acme });
  const dated: Filter[] = [['created', '2023-06-01', '>=']];
  const lists = [
    ...sorts.map((field) => ['cvs', cvs([], field)] as const),
    ...sorts.map((field) => ['cvs', cvs(dated, field)] as const),
    ['users', users] as const,
  ];
  for (const [collection, read] of lists) {
    const first = await read(50);
    expect(first.total).toBeGreaterThan(2_600);
    expectCheap(await dearest(collection, () => read(50)));
    expectCheap(await dearest(collection, () => read(51)));
    const elsewhere = await dearest(collection, () => read(35));
    expect(elsewhere?.keysExamined).toBeLessThanOrEqual(1.2 * (500 + 52));
  }
});

test('lists of users cost what they return, on any page', async () => {
  for (const read of [
    (cursor: string) => service.call.ListUsers({ page: { limit: 50, cursor } }, { caller: acme }),
    (cursor: string) =>
      service.call.ListUsers({ kinds: ['user', 'manager'], page: { limit: 50, cursor } }, { caller: acme }),
    (cursor: string) => service.call.ListTagUsers({ id: 3, page: { limit: 50, cursor } }, { caller: acme }),
  ]) {
    const { next } = await read('');
    expectCheap(await dearest('users', () => read('')));
    expectCheap(await dearest('users', () => read(next)));
  }
});

test('a status query costs what it returns, on any page', async () => {
  const read = (cursor: string) =>
    service.call.ListCvsByStatus(
      { status: 'draft', since: Date.UTC(2024, 0, 1), page: { limit: 50, cursor } },
      { caller: acme },
    );
  const { next } = await read('');
  expectCheap(await dearest('cvs', () => read('')));
  expectCheap(await dearest('cvs', () => read(next)));
});
