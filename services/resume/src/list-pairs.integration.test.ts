import { profileQueries } from '@vitae/test/support/kit/query-profile';
import { openResumeFixture, type ResumeFixture } from '@vitae/test/support/resume/resume-fixture';
import fc from 'fast-check';
import { completionValues } from './cv/completion.ts';
import type { CvRow } from './cv/list-item.ts';
import { type CvFilter, type CvSort, parseCvQuery } from './cv-list/list-query.ts';
import { listTermsOf } from './cv-list/list-terms.ts';
import { orderOf, positionIn, readSorted } from './cv-list/read-sorted.ts';
import { createMongoCvList, RESIDUAL_LIMITS } from './mongo/cv-list.ts';
import type { CvListStore } from './store.ts';

// Several filters and sort fields, compared with the same list in memory.

const ROWS = 2_000;
const DAY_MS = 86_400_000;
const START = Date.UTC(2024, 0, 1);
const DAYS = 60;

let service: ResumeFixture;
let all: CvRow[];
/** The list with limits that this number of rows exceeds. */
let lists: CvListStore;
let models: Parameters<typeof createMongoCvList>[0];

beforeAll(async () => {
  service = await openResumeFixture();
  const cvs = service.connection.model('Cv');
  models = { cvs } as unknown as typeof models;
  lists = createMongoCvList(models, { fewRows: 60, shortWalk: 150, manyRows: 500, longWalk: 10_000 });
  const random = fc.sample(fc.array(fc.nat(1_000_000), { minLength: 8, maxLength: 8 }), { numRuns: ROWS, seed: 7 });
  const documents = random.map(([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0], index) => {
    const createdAt = new Date(START + (a % DAYS) * DAY_MS + (b % 3) * 3_600_000);
    const sources = {
      createdAt,
      updatedAt: new Date(createdAt.getTime() + (c % 20) * DAY_MS),
      main: d % 3 > 0,
      managerId: e % 4 === 0 ? null : e % 4,
      tagIds: f % 3 === 0 ? [] : [f % 3, 5 + (f % 2)],
      recipient: g % 2 === 0 ? '' : `R${g % 5}`,
    };
    const completion = completionValues[(a + g) % completionValues.length];
    const shown = {
      _id: index + 1,
      companyId: 1,
      userId: 1,
      content: { title: 'T' },
      slug: `cv${index}`,
      token: `t${index}`,
    };
    return { ...shown, ...sources, completion, ...listTermsOf(sources) };
  });
  await service.connection.collection('cvs').insertMany(documents as never[]);
  all = documents.map((one) => ({ ...one, id: one._id })) as unknown as CvRow[];
}, 120_000);
afterAll(() => service.close());

const days = fc
  .integer({ min: -2, max: DAYS + 22 })
  .map((day) => new Date(START + day * DAY_MS).toISOString().slice(0, 10));
const comparators = fc.constantFrom('<', '<=', '>', '>=', '=', '!=');
const filters: fc.Arbitrary<CvFilter[]> = fc.array(
  fc.oneof(
    fc.record({ type: fc.constantFrom('created', 'updated'), value: days, comparator: comparators }),
    fc.record({
      type: fc.constant('completion'),
      value: fc.constantFrom('0.2', '0.5', '0.75'),
      comparator: comparators,
    }),
    fc.record({
      type: fc.constant('cvType'),
      value: fc.constantFrom('main', 'secondary'),
      comparator: fc.constant(''),
    }),
    fc.record({ type: fc.constant('manager'), value: fc.constantFrom('1', '3'), comparator: fc.constant('') }),
    fc.record({ type: fc.constant('tagId'), value: fc.constantFrom('1', '5'), comparator: fc.constant('') }),
    fc.record({ type: fc.constant('recipient'), value: fc.constantFrom('', 'R1', 'R3'), comparator: fc.constant('') }),
  ),
  { maxLength: 4 },
);
const sorts: fc.Arbitrary<CvSort[]> = fc.array(
  fc.record({ field: fc.constantFrom('created', 'updated', 'recipient', 'completion'), descending: fc.boolean() }),
  { maxLength: 3 },
);

test('returns every matching CV once in order, for any filters and sort fields, by cursor and by number', async () => {
  await fc.assert(
    fc.asyncProperty(filters, sorts, async (requested, sort) => {
      const query = parseCvQuery({ companyId: 1 }, requested, sort);
      const expected = all.filter((row) => requested.every((filter) => isMatch(row, filter)));
      if (query === undefined) return expect(expected).toEqual([]);
      const read = (start: Parameters<typeof readSorted>[2], limit: number) =>
        readSorted((plan, from, rows) => lists.page(plan, from, rows), query, start, limit);
      const order = orderOf(query);
      const first = await read({ skip: 0 }, 37);
      const rows = [...first];
      while (rows.length < 250) {
        const last = rows.at(-1);
        const next = last ? await read({ skip: 0, after: positionIn(order, last) }, 37) : [];
        if (next.length === 0) break;
        rows.push(...next);
      }
      expect(idsOf(await read({ skip: 20 }, 30))).toEqual(idsOf(rows.slice(20, 50)));
      expect(new Set(idsOf(rows)).size).toBe(rows.length);
      if (rows.length < 250) expect(idsOf(rows).toSorted(byNumber)).toEqual(idsOf(expected));
      const sorted = expected.toSorted((one, other) => compareBy(query.sort, one, other)).slice(0, rows.length);
      expect(rows.map((row) => valuesOf(query.sort, row))).toEqual(sorted.map((row) => valuesOf(query.sort, row)));
      const { total, atLeast } = await lists.count(query);
      expect([total, atLeast]).toEqual([expected.length, false]);
    }),
    { numRuns: 100, seed: 20_261_122 },
  );
}, 300_000);

test('examines a bounded number of CVs if few of many match all filters', async () => {
  const filter: CvFilter[] = [
    { type: 'manager', value: '1', comparator: '' },
    { type: 'tagId', value: '1', comparator: '' },
    { type: 'cvType', value: 'main', comparator: '' },
    { type: 'created', value: '2024-02-27', comparator: '>=' },
    { type: 'updated', value: '2024-01-05', comparator: '<' },
  ];
  const query = parseCvQuery({ companyId: 1 }, filter, [{ field: 'recipient', descending: false }]);
  if (query === undefined) throw new Error('The filters contradict each other');
  const page = (limits: typeof RESIDUAL_LIMITS) =>
    readSorted((...read) => createMongoCvList(models, limits).page(...read), query, { skip: 0 }, 10);
  expect(await page(RESIDUAL_LIMITS)).toEqual([]);
  const queries = await profileQueries(service.connection, async () => {
    await expect(page({ fewRows: 2, shortWalk: 5, manyRows: 3, longWalk: 20 })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      reason: 'list_too_expensive',
    });
  });
  for (const { docsExamined, keysExamined } of queries) {
    expect(docsExamined).toBeLessThanOrEqual(20);
    expect(keysExamined).toBeLessThanOrEqual(21 + 11);
  }
});

test('tolerates the position of a forged cursor', async () => {
  const query = parseCvQuery({ companyId: 1 }, [], [{ field: 'created', descending: false }]);
  if (query === undefined) throw new Error('The list has no filters');
  const [row] = all;
  if (row === undefined) throw new Error('There are no CVs');
  const position = positionIn(orderOf(query), row);
  const read = (after: typeof position) =>
    readSorted((plan, from, rows) => lists.page(plan, from, rows), query, { skip: 0, after }, 5);
  expect(await read([...position, 'more', 7])).toEqual(await read(position));
  for (const after of [['x'], ['x', 'y', 'z'], [Number.NaN]]) await expect(read(after)).resolves.toBeInstanceOf(Array);
});

const idsOf = (rows: readonly CvRow[]) => rows.map(({ id }) => id);
const byNumber = (one: number, other: number) => one - other;

const values: Record<string, (row: CvRow) => string | number> = {
  createdAt: (row) => row.createdAt.getTime(),
  updatedAt: (row) => row.updatedAt.getTime(),
  recipient: (row) => row.recipient,
  completion: (row) => row.completion,
};
type Sort = readonly { field: string; descending: boolean }[];
const valuesOf = (sort: Sort, row: CvRow) => sort.map(({ field }) => values[field]?.(row));

function compareBy(sort: Sort, one: CvRow, other: CvRow): number {
  for (const { field, descending } of sort) {
    const [a, b] = [values[field]?.(one) ?? 0, values[field]?.(other) ?? 0];
    if (a !== b) return a < b === descending ? 1 : -1;
  }
  return 0;
}

function isMatch(row: CvRow, { type, value, comparator }: CvFilter): boolean {
  switch (type) {
    case 'cvType':
      return row.main === (value === 'main');
    case 'manager':
      return row.managerId === Number(value);
    case 'tagId':
      return row.tagIds.includes(Number(value));
    case 'recipient':
      return row.recipient === value;
    case 'completion':
      return isInOrder(row.completion, comparator, Number(value));
    default: {
      const at = type === 'created' ? row.createdAt : row.updatedAt;
      return isInOrder(at.toISOString().slice(0, 10), comparator, value);
    }
  }
}

function isInOrder<T extends string | number>(value: T, comparator: string, other: T): boolean {
  switch (comparator) {
    case '<':
      return value < other;
    case '<=':
      return value <= other;
    case '>':
      return value > other;
    case '>=':
      return value >= other;
    case '!=':
      return value !== other;
    default:
      return value === other;
  }
}
