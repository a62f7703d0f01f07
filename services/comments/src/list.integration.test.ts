import { companyCaller } from '@vitae/kit/caller';
import { comparators } from '@vitae/proto/comment';
import { contracts } from '@vitae/proto/contract';
import type { CommentsServiceDefinition } from '@vitae/proto/gen/cv/comments/v1/CommentsService';
import { type ProfiledQuery, profileQueries } from '@vitae/test/support/kit/query-profile';
import { openServiceFixture, type ServiceFixture } from '@vitae/test/support/kit/service-fixture';
import fc from 'fast-check';
import { createCommentsApp } from './app.ts';

const DAY_MS = 86_400_000;
const caller = companyCaller(1, 'test');
const author = { kind: 'user', id: 900, username: 'u', email: 'u@x.example', firstname: 'U', lastname: 'X' };
type Row = { _id: number; userId: number; created: Date; updated: Date };
type Filter = { type: string; value: string; comparator: string };
type Sort = { field: 'created' | 'updated'; descending: boolean };
let rows: Row[];
let service: ServiceFixture<CommentsServiceDefinition>;

// Inserts 3,000 comments on 40 users within 30 days, many with equal times, and a few of a deleted user and another company.
beforeAll(async () => {
  service = await openServiceFixture(contracts.comments(), (connection) => createCommentsApp({ connection }));
  const at = (index: number, step: number) =>
    new Date(Date.UTC(2024, 0, 1) + ((index * step) % 30) * DAY_MS + ((index * 7) % 3) * 1_000);
  const all = Array.from({ length: 3_200 }, (_, index) => ({
    _id: index + 1,
    companyId: index < 3_100 ? 1 : 2,
    userId: 1 + (index % 40),
    text: `t${index}`,
    author: { ...author, hidden: false },
    created: at(index, 11),
    updated: new Date(at(index, 11).getTime() + (index % 5) * DAY_MS),
    revision: 1,
    hidden: index >= 3_000 && index < 3_100,
  }));
  rows = all.filter(({ companyId, hidden }) => companyId === 1 && !hidden);
  await service.connection.collection('comments').insertMany(all as never[]);
});
afterAll(() => service.close());

const listPage = (
  filters: Filter[],
  sort: Sort[],
  page: { page?: number; limit?: number; cursor?: string } = {},
  userIds: number[] = [],
) =>
  service.call.ListComments({ filters, sort, page: { page: 0, limit: 100, cursor: '', ...page }, userIds }, { caller });
const idsOf = (page: { json: Buffer | Uint8Array | string }) =>
  (JSON.parse(String(page.json)) as { id: number }[]).map(({ id }) => id);

async function listAll(filters: Filter[], sort: Sort[], limit: number, userIds: number[]) {
  const ids: number[] = [];
  for (let cursor = ''; ; ) {
    const page = await listPage(filters, sort, { limit, cursor }, userIds);
    ids.push(...idsOf(page));
    if (page.next === '') return { ids, total: page.total };
    cursor = page.next;
  }
}

function expectedIds(filters: Filter[], sort: Sort[], userIds: number[] = []): number[] {
  const compare = {
    '<': (a: string, b: string) => a < b,
    '<=': (a: string, b: string) => a <= b,
    '>': (a: string, b: string) => a > b,
    '>=': (a: string, b: string) => a >= b,
    '=': (a: string, b: string) => a === b,
    '!=': (a: string, b: string) => a !== b,
  };
  const matches = (row: Row) =>
    (userIds.length === 0 || userIds.includes(row.userId)) &&
    filters.every(({ type, value, comparator }) => {
      if (type === 'user') return row.userId === Number(value);
      return compare[(comparator || '=') as keyof typeof compare](
        row[type as 'created'].toISOString().slice(0, 10),
        value,
      );
    });
  const [leading = { field: 'created', descending: false } as Sort] = sort;
  const other = leading.field === 'created' ? 'updated' : 'created';
  const following = sort.find(({ field }) => field === other) ?? { field: other, descending: leading.descending };
  const sign = ({ descending }: Sort) => (descending ? -1 : 1);
  return rows
    .filter(matches)
    .sort(
      (a, b) =>
        sign(leading) * (a[leading.field].getTime() - b[leading.field].getTime()) ||
        sign(following) * (a[other].getTime() - b[other].getTime()) ||
        sign(leading) * (a._id - b._id),
    )
    .map((row) => row._id);
}

const day = fc
  .integer({ min: -1, max: 36 })
  .map((offset) => new Date(Date.UTC(2024, 0, 1) + offset * DAY_MS).toISOString().slice(0, 10));
const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    type: fc.constant('user'),
    value: fc.integer({ min: 1, max: 41 }).map(String),
    comparator: fc.constantFrom('', '='),
  }),
  fc.record({
    type: fc.constantFrom('created', 'updated'),
    value: day,
    comparator: fc.constantFrom('', ...comparators),
  }),
);
const sort: fc.Arbitrary<Sort[]> = fc.array(
  fc.record({ field: fc.constantFrom('created' as const, 'updated' as const), descending: fc.boolean() }),
  { maxLength: 2 },
);

// All users, a few, or more than the limit of merged users.
const userSets = fc.oneof(
  fc.constant<number[]>([]),
  fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
  fc.constant(Array.from({ length: 80 }, (_, index) => 20 + index)),
);

test('lists the expected comments for any filters and order, by cursor and by page number', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(filter, { maxLength: 3 }),
      sort,
      fc.integer({ min: 100, max: 500 }),
      userSets,
      async (filters, order, limit, userIds) => {
        const expected = expectedIds(filters, order, userIds);
        const { ids, total } = await listAll(filters, order, limit, userIds);
        expect(ids).toEqual(expected);
        expect(total).toBe(expected.length);
        expect(idsOf(await listPage(filters, order, { page: 2, limit }, userIds))).toEqual(
          expected.slice(limit, 2 * limit),
        );
      },
    ),
    { numRuns: 50 },
  );
}, 120_000);

describe('a page of comments', () => {
  const profiled = async (work: () => Promise<unknown>) => {
    const queries = await profileQueries(service.connection, work);
    for (const query of queries) {
      expect(query.plan).toMatch(/^(IXSCAN|IDHACK|COUNT_SCAN)/);
      expect(query.sorted).toBe(false);
    }
    return queries;
  };
  const finds = (queries: ProfiledQuery[]) => queries.filter(({ op }) => op === 'query');
  const user: Filter = { type: 'user', value: '7', comparator: '' };
  const directions = [false, true];
  const orders = (['created', 'updated'] as const).flatMap((field) =>
    directions.flatMap((descending) => [
      [{ field, descending }],
      ...directions.map((other): Sort[] => [
        { field, descending },
        { field: field === 'created' ? 'updated' : 'created', descending: other },
      ]),
    ]),
  );

  test.each(
    orders.map(
      (order) =>
        [order.map(({ field, descending }) => `${field} ${descending ? 'DESC' : 'ASC'}`).join(', '), order] as const,
    ),
  )('by %s examines only its own comments at any depth', async (_what, order) => {
    for (const filters of [[], [user]]) {
      let cursor = '';
      for (let depth = 0; depth < 2; depth += 1) {
        const start = cursor;
        const [query] = finds(await profiled(() => listPage(filters, order, { limit: 20, cursor: start })));
        expect(query?.docsExamined).toBeLessThanOrEqual(21);
        expect(query?.keysExamined).toBeLessThanOrEqual(25);
        cursor = (await listPage(filters, order, { limit: 20, cursor: start })).next;
      }
    }
  });

  test('examines only the comments on the requested users', async () => {
    for (const userIds of [[3, 5, 9, 11], Array.from({ length: 50 }, (_, index) => index + 1)]) {
      const { next } = await listPage([], [], { limit: 20 }, userIds);
      for (const cursor of ['', next]) {
        const [query] = finds(await profiled(() => listPage([], [], { limit: 20, cursor }, userIds)));
        expect(query?.docsExamined).toBeLessThanOrEqual(21);
        expect(query?.keysExamined).toBeLessThanOrEqual(21 + 4 * userIds.length);
      }
    }
  });

  test('on up to 1,000 users examines no comments on others', async () => {
    const [row] = await service.connection.collection('comments').find({ companyId: 1 }).limit(1).toArray();
    const commentOn = (userId: number, _id: number) => ({ ...row, _id, userId, companyId: 4 });
    const onOthers = Array.from({ length: 5_000 }, (_, index) => commentOn(1, 300_000 + index));
    const userIds = Array.from({ length: 1_000 }, (_, index) => 2 + index);
    const onThem = userIds.flatMap((userId, index) => (index % 25 === 0 ? [commentOn(userId, 400_000 + index)] : []));
    await service.connection.collection('comments').insertMany([...onOthers, ...onThem] as never[]);
    const read = (cursor: string) =>
      service.call.ListComments(
        { filters: [], sort: [], page: { page: 0, limit: 20, cursor }, userIds },
        { caller: companyCaller(4, 'test') },
      );
    const { next, total } = await read('');
    expect(total).toBe(onThem.length);
    for (const [cursor, expected] of [
      ['', onThem.slice(0, 20)],
      [next, onThem.slice(20)],
    ] as const) {
      const queries = await profiled(async () => {
        expect(idsOf(await read(cursor))).toEqual(expected.map(({ _id }) => _id));
      });
      const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
      expect(sum(queries.map(({ docsExamined }) => docsExamined))).toBeLessThanOrEqual(21);
      // Each range of a user is one seek: three for a page, one for the count.
      for (const { op, keysExamined } of queries)
        expect(keysExamined).toBeLessThanOrEqual(op === 'query' ? 3 * 50 + 21 : userIds.length + onThem.length + 1);
    }
  });

  test('is empty for an application without authorized users', async () => {
    const application = { ...caller, applicationId: 9 };
    const request = (userIds: number[]) => ({
      filters: [],
      sort: [],
      page: { page: 1, limit: 500, cursor: '' },
      userIds,
    });
    expect((await service.call.ListComments(request([]), { caller: application })).total).toBe(0);
    expect((await service.call.ListComments(request([7]), { caller: application })).total).toBe(75);
    const owner = { ...application, userId: 8 };
    expect(idsOf(await service.call.ListComments(request([7]), { caller: owner }))).toEqual(expectedIds([], [], [8]));
  });

  test('examines only the comments in a date range', async () => {
    const filters = [
      { type: 'created', value: '2024-01-10', comparator: '>=' },
      { type: 'created', value: '2024-01-11', comparator: '<=' },
    ];
    const expected = expectedIds(filters, []).length;
    const queries = await profiled(() => listPage(filters, [], { limit: 500 }));
    for (const query of queries) expect(query.keysExamined).toBeLessThanOrEqual(1.2 * expected + 2);
  });

  test('is rejected with a cursor of another query', async () => {
    const { next } = await listPage([], []);
    await expect(listPage([user], [], { cursor: next })).rejects.toMatchObject({ reason: 'invalid_cursor' });
    await expect(listPage([], [], { cursor: 'invalid' })).rejects.toMatchObject({ reason: 'invalid_cursor' });
    await expect(listPage([], [], { cursor: next, page: 2 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  test('after the last one is empty', async () => {
    const page = await listPage([], [], { page: 1_000 });
    expect([idsOf(page), page.total, page.next]).toEqual([[], 3_000, '']);
  });

  test('of more than 10,000 comments has a lower bound as total, and those beyond are read by cursor', async () => {
    const [row] = await service.connection.collection('comments').find({ companyId: 1 }).limit(1).toArray();
    const ids = Array.from({ length: 10_050 }, (_, index) => 100_001 + index);
    const documents = ids.map((_id) => ({ ...row, _id, companyId: 3 }));
    await service.connection.collection('comments').insertMany(documents as never[]);
    const read = (page: { page?: number; cursor?: string }) =>
      service.call.ListComments(
        { filters: [], sort: [], page: { page: 0, limit: 500, cursor: '', ...page }, userIds: [] },
        { caller: companyCaller(3, 'test') },
      );
    const queries = await profiled(async () => {
      const last = await read({ page: 20 });
      expect([last.total, last.atLeast]).toEqual([10_000, true]);
      expect(idsOf(await read({ cursor: last.next }))).toEqual(ids.slice(10_000));
    });
    for (const { keysExamined } of queries) expect(keysExamined).toBeLessThanOrEqual(10_002);
    await expect(read({ page: 21 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: [{ field: 'page' }] });
  });

  test.each([
    ['an unknown filter', [{ type: 'author', value: '1', comparator: '' }], []],
    ['an unknown comparator', [{ type: 'created', value: '2024-01-01', comparator: '=>' }], []],
    ['a comparator for a user', [{ type: 'user', value: '7', comparator: '<' }], []],
    ['an invalid date', [{ type: 'created', value: '2023-02-29', comparator: '' }], []],
    ['a time', [{ type: 'created', value: '2024-01-01T00:00:00', comparator: '' }], []],
    ['a user id that is not a number', [{ type: 'user', value: '{"$gt":0}', comparator: '' }], []],
    ['21 filters', Array.from({ length: 21 }, () => user), []],
    ['an unknown sort field', [], [{ field: 'text', descending: false }]],
    ['three sort fields', [], Array.from({ length: 3 }, () => ({ field: 'created', descending: false }))],
  ])('is rejected with %s', async (_what, filters, order) => {
    await expect(listPage(filters, order as Sort[])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  test('is rejected with a limit of 0 or 501', async () => {
    for (const limit of [0, 501, -1])
      await expect(listPage([], [], { limit })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  test('is read with an index, as are all other comments', async () => {
    const other = { ...author, id: 901 };
    const queries = await profiled(async () => {
      const items = [
        { caller, userId: 3, authorKind: '', authorId: 0 },
        { caller, userId: 3, authorKind: 'user', authorId: 900 },
      ];
      await service.call.BatchGetUserComments({ items });
      await service.call.BatchGetComments({
        items: [
          { caller, id: 3 },
          { caller, id: 3_150 },
        ],
      });
      await service.call.UpdateComment({ userId: 3, author, text: 'x', ifRevision: 0 }, { caller });
      await service.call.HideUser({ userId: 4_000 }, { caller });
      await service.call.EraseUser({ userId: 4_000 }, { caller });
      await expect(
        service.call.UpdateComment({ userId: 3, author: other, text: 'x', ifRevision: 0 }, { caller }),
      ).rejects.toBeDefined();
    });
    expect(queries.length).toBeGreaterThanOrEqual(8);
    for (const query of queries) expect(query.keysExamined).toBeLessThanOrEqual(6);
  });
});
