import {
  expectEfficient,
  type Filter,
  listRequest,
  mostExpensiveRead as mostExpensiveReadOf,
  openListFixture,
  sorts,
} from '@vitae/test/support/resume/list-fixtures';
import { acme, type ResumeFixture } from '@vitae/test/support/resume/resume-fixture';

let service: ResumeFixture;

beforeAll(async () => {
  service = await openListFixture();
}, 120_000);
afterAll(() => service.close());

const mostExpensiveRead = (collection: string, call: () => Promise<unknown>) =>
  mostExpensiveReadOf(service, collection, call);

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
  'examines few keys for a CV list filtered by %j, with any sort and on any page',
  async (filter, even) => {
    for (const [index, field] of sorts.entries()) {
      // Covers both directions of each sort and each filter, but not all combinations.
      const sort = { field, descending: (index % 2 === 0) === even };
      const request = { ...listRequest(filter), sort: [sort] };
      // The first call counts the totals and caches them.
      const { next } = await service.call.ListCvs(request, { caller: acme });
      expectEfficient(await mostExpensiveRead('cvs', () => service.call.ListCvs(request, { caller: acme })));
      if (next !== '')
        expectEfficient(
          await mostExpensiveRead('cvs', () =>
            service.call.ListCvs({ ...request, page: { cursor: next } }, { caller: acme }),
          ),
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
])('examines few keys for a search for %j', async (term) => {
  const page = await service.call.SearchUsers({ term }, { caller: acme });
  expect(page.total).toBeGreaterThan(0);
  expectEfficient(
    await mostExpensiveRead('users', () => service.call.SearchUsers({ term, page: { limit: 50 } }, { caller: acme })),
  );
});

test.each(['anna martin u10', 'martin mail anna u12'])(
  'uses the rarest pair of words for a search for %j',
  async (term) => {
    const read = await mostExpensiveRead('users', () =>
      service.call.SearchUsers({ term, page: { limit: 50 } }, { caller: acme }),
    );
    expect(read?.returned).toBeGreaterThan(0);
    expect(read?.keysExamined).toBeLessThanOrEqual(10);
  },
);

test('examines few keys for a numbered page that was read before, and for the next one', async () => {
  const cvs = (filter: Filter[], field: string) => (page: number) =>
    service.call.ListCvs(
      { ...listRequest(filter), sort: [{ field, descending: true }], page: { page, limit: 50 } },
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
    expectEfficient(await mostExpensiveRead(collection, () => read(50)));
    expectEfficient(await mostExpensiveRead(collection, () => read(51)));
    const elsewhere = await mostExpensiveRead(collection, () => read(35));
    expect(elsewhere?.keysExamined).toBeLessThanOrEqual(1.2 * (500 + 52));
  }
});

test('examines few keys for lists of users on any page', async () => {
  for (const read of [
    (cursor: string) => service.call.ListUsers({ page: { limit: 50, cursor } }, { caller: acme }),
    (cursor: string) =>
      service.call.ListUsers({ kinds: ['user', 'manager'], page: { limit: 50, cursor } }, { caller: acme }),
    (cursor: string) => service.call.ListTagUsers({ id: 3, page: { limit: 50, cursor } }, { caller: acme }),
  ]) {
    const { next } = await read('');
    expectEfficient(await mostExpensiveRead('users', () => read('')));
    expectEfficient(await mostExpensiveRead('users', () => read(next)));
  }
});

test('examines few keys for a status query on any page', async () => {
  const read = (cursor: string) =>
    service.call.ListCvsByStatus(
      { status: 'draft', since: Date.UTC(2024, 0, 1), page: { limit: 50, cursor } },
      { caller: acme },
    );
  const { next } = await read('');
  expectEfficient(await mostExpensiveRead('cvs', () => read('')));
  expectEfficient(await mostExpensiveRead('cvs', () => read(next)));
});
