import { dearest as dearestOf, expectCheap, type Filter, listOf, openScratchLists, sorts } from '@vitae/test/support/resume/list-fixtures';
import { acme, type ScratchResume } from '@vitae/test/support/resume/resume-fixture';

let service: ScratchResume;

beforeAll(async () => {
  service = await openScratchLists();
}, 120_000);
afterAll(() => service.close());

const dearest = (collection: string, call: () => Promise<unknown>) => dearestOf(service, collection, call);

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

test.each(['anna martin u10', 'martin mail anna u12'])(
  'a search for %j, whose last word few have, reads the few who share its rarest pair',
  async (term) => {
    const read = await dearest('users', () =>
      service.call.SearchUsers({ term, page: { limit: 50 } }, { caller: acme }),
    );
    expect(read?.returned).toBeGreaterThan(0);
    expect(read?.keysExamined).toBeLessThanOrEqual(10);
  },
);

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
