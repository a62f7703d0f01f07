import { readFileSync } from 'node:fs';
import { indexKeysOf, sizesOf } from '@vitae/test/support/kit/collection-statistics';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import { projectRoot } from '@vitae/test/support/project-root';
import {
  expectEfficient,
  type Filter,
  listRequest,
  openListFixture,
  readCost,
  sorts,
} from '@vitae/test/support/resume/list-fixtures';
import { acme, globex, type ResumeFixture } from '@vitae/test/support/resume/resume-fixture';
import { insertRows } from '@vitae/test/support/resume/row-fixtures';
import { listIndexes } from './cv-list/plan.ts';
import { keysOf } from './mongo/schemas.ts';

const SMALL = 2_000;
const LARGE = 20_000;
/** Company 1 has every eleventh CV, company 2 has the others. */
const COMPANIES = [1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2];
/** One range for each completion. */
const COMPLETIONS = 11;
/** A date range consists of at most this many buckets of days. */
const BUCKETS = 92;
const LIMIT = 50;

let service: ResumeFixture;
beforeAll(async () => {
  service = await openListFixture(SMALL + LARGE, COMPANIES);
  await insertRows(service.connection, { count: 6_000, companies: [1, 1, 2, 3], collections: ['users'] });
  await service.connection.collection('tags').insertOne({ _id: 3, companyId: 1, title: 't' } as never);
}, 240_000);
afterAll(() => service.close());

const filters: Filter[][] = [
  [],
  [['cvType', 'main']],
  [['cvType', 'secondary']],
  [['manager', '3']],
  [['recipient', 'R7']],
  [['recipient', '']],
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

/** The cost of the first two pages for a company. */
async function pageCosts(filter: Filter[], sort: { field: string; descending: boolean }, caller: typeof acme) {
  const request = { ...listRequest(filter), sort: [sort] };
  const { next } = await service.call.ListCvs({ ...request, page: { limit: LIMIT } }, { caller });
  const cursors = next === '' ? [''] : ['', next];
  const costs = [];
  for (const cursor of cursors)
    costs.push(
      await readCost(service, 'cvs', () =>
        service.call.ListCvs({ ...request, page: { limit: LIMIT, cursor } }, { caller }),
      ),
    );
  return costs;
}

const isDated = (filter: Filter[]) => filter.some(([type]) => type === 'created' || type === 'updated');

test.each(filters.map((filter, index) => [filter, index % 2 === 0] as const))(
  'reads as much from 20,000 CVs as from 2,000 for a page filtered by %j, with any sort',
  async (filter, even) => {
    for (const [index, field] of sorts.entries()) {
      // Covers both directions of each sort and each filter, but not all combinations.
      const sort = { field, descending: (index % 2 === 0) === even };
      const ranges = isDated(filter) ? BUCKETS : COMPLETIONS;
      const [small, large] = [await pageCosts(filter, sort, acme), await pageCosts(filter, sort, globex)];
      for (const cost of [...small, ...large]) expectEfficient(cost, ranges * (field === 'completion' ? 3 : 2));
      for (const [page, cost] of large.entries()) {
        const smaller = small[page];
        if (smaller && smaller.returned >= LIMIT) expect(cost.keys).toBeLessThanOrEqual(1.3 * smaller.keys + ranges);
        expect(cost.countedKeys).toBeLessThanOrEqual(10_001);
      }
    }
  },
);

test.each(filters.map((filter) => [filter]))('counts the CVs filtered by %j exactly up to 10,000', async (filter) => {
  const matching = service.connection.collection('cvs').find({ companyId: 2, ...mongoFilter(filter) });
  const expected = (await matching.project({ _id: 1 }).toArray()).length;
  const { total, atLeast } = await service.call.ListCvs(
    { ...listRequest(filter), page: { limit: 1 } },
    { caller: globex },
  );
  expect([total, atLeast]).toEqual([Math.min(expected, 10_000), expected > 10_000]);
});

const fields: Record<string, string> = {
  ...{ manager: 'managerId', recipient: 'recipient', tagId: 'tagIds', completion: 'completion' },
  ...{ created: 'createdAt', updated: 'updatedAt' },
};

/** An independent translation of filters. */
function mongoFilter(filter: Filter[]): object {
  const conditions = filter.map(([type, value, comparator = '=']) => {
    if (type === 'cvType') return { main: value === 'main' };
    const field = fields[type] ?? type;
    if (type === 'recipient') return { recipient: value };
    if (type === 'completion') return { completion: compare(comparator, Number(value), Number(value)) };
    if (!isDated([[type, value]])) return { [field]: Number(value) };
    const day = Date.parse(value);
    const [start, end] = [new Date(day), new Date(day + 86_400_000 - 1)];
    if (comparator === '=') return { [field]: { $gte: start, $lte: end } };
    if (comparator === '!=') return { $or: [{ [field]: { $lt: start } }, { [field]: { $gt: end } }] };
    return { [field]: compare(comparator, start, end) };
  });
  return conditions.length === 0 ? {} : { $and: conditions };
}

function compare(comparator: string, start: unknown, end: unknown): object {
  const operators: Record<string, object> = {
    ...{ '<': { $lt: start }, '<=': { $lte: end }, '>': { $gt: end }, '>=': { $gte: start } },
    ...{ '=': { $eq: start }, '!=': { $ne: start } },
  };
  return operators[comparator] ?? {};
}

/** The plan of each index as MongoDB's profiler writes it, and the letter of the index in ADR 41. */
const plans = listIndexes.map((index, position) => {
  const fields = Object.keys(keysOf(index));
  return {
    letter: 'ABCDEFG'.charAt(position),
    fields,
    plan: `IXSCAN { ${fields.map((one) => `${one}: 1`).join(', ')} }`,
  };
});

/** The index, keys and documents of a page with the given filter and sort, such as `A 61/50`. */
async function shownPlan(filter: Filter[], field: string): Promise<string> {
  const request = { ...listRequest(filter), sort: [{ field, descending: true }], page: { limit: LIMIT } };
  const queries = await profileQueries(service.connection, () => service.call.ListCvs(request, { caller: globex }));
  const [page, ...others] = queries.filter(({ collection, command }) => collection === 'cvs' && command !== 'count');
  if (!page || others.length > 0) throw new Error(`A page was read with ${1 + others.length} queries`);
  const read = plans.filter(({ plan }) => page.plan.replaceAll(plan, '') !== page.plan).map(({ letter }) => letter);
  return `${read.join(' ')} ${page.keysExamined}/${page.docsExamined}`;
}

test('reads pages with the query plans that ADR 41 documents', async () => {
  const columns = ['Filter', ...sorts.map((field) => `by ${field}`)];
  const rows = [columns, columns.map(() => '---')];
  for (const filter of filters) {
    const shown = filter.map(([type, value, comparator = '=']) => `\`${type} ${comparator} ${value || '""'}\``);
    const cells = [];
    for (const field of sorts) cells.push(await shownPlan(filter, field));
    rows.push([shown.join(' and ') || 'none', ...cells]);
  }
  const indexes = plans.map(({ letter, fields }) => `- ${letter}: \`${fields.join(', ')}\``).join('\n');
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const shown = `${indexes}\n\n${table}`;
  const record = readFileSync(`${projectRoot}/docs/adr/0041-list-terms.md`, 'utf8');
  // Versions of MongoDB count a few keys more or less.
  const withoutKeys = (text: string) => text.replaceAll(/\d+\//g, '#/');
  if (!withoutKeys(record).includes(withoutKeys(shown))) expect(record).toContain(shown);
  const keysOfPages = (text: string) => [...text.matchAll(/(\d+)\//g)].map(([, keys]) => Number(keys));
  const recorded = keysOfPages(record.slice(record.indexOf(indexes)));
  for (const [page, keys] of keysOfPages(shown).entries())
    expect(Math.abs(keys - (recorded[page] ?? 0))).toBeLessThanOrEqual(5);
});

test('has at most 60 index keys and 2 KB of indexes for a CV with a manager and two tags', async () => {
  const { connection } = service;
  expect(await indexKeysOf(connection, 'cvs')).toBeLessThanOrEqual(60);
  expect((await sizesOf(connection, 'cvs')).indexes).toBeLessThanOrEqual(2_048);
});

test('reads no documents to skip the rows before a numbered page', async () => {
  for (const field of sorts) {
    const request = { ...listRequest([]), sort: [{ field, descending: true }], page: { page: 190, limit: LIMIT } };
    const cost = await readCost(service, 'cvs', () => service.call.ListCvs(request, { caller: globex }));
    expect(cost.keys).toBeLessThanOrEqual(10_000);
    expect(cost.documents).toBeLessThanOrEqual(LIMIT + 1);
  }
  const beyond = { ...listRequest([]), page: { page: 201, limit: LIMIT } };
  await expect(service.call.ListCvs(beyond, { caller: globex })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    details: [{ field: 'page', message: expect.stringContaining('cursor') }],
  });
});

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
  const cost = await readCost(service, 'users', () =>
    service.call.SearchUsers({ term, page: { limit: LIMIT } }, { caller: acme }),
  );
  expectEfficient(cost, 5);
});

test.each(['anna martin u10', 'martin mail anna u12'])(
  'uses the rarest pair of words for a search for %j',
  async (term) => {
    const cost = await readCost(service, 'users', () =>
      service.call.SearchUsers({ term, page: { limit: LIMIT } }, { caller: acme }),
    );
    expect(cost.returned).toBeGreaterThan(0);
    expect(cost.keys).toBeLessThanOrEqual(10);
  },
);

test('examines few keys for lists of users on any page', async () => {
  for (const read of [
    (cursor: string) => service.call.ListUsers({ page: { limit: LIMIT, cursor } }, { caller: acme }),
    (cursor: string) =>
      service.call.ListUsers({ kinds: ['user', 'manager'], page: { limit: LIMIT, cursor } }, { caller: acme }),
    (cursor: string) => service.call.ListTagUsers({ id: 3, page: { limit: LIMIT, cursor } }, { caller: acme }),
  ]) {
    const { next } = await read('');
    expectEfficient(await readCost(service, 'users', () => read('')), 2);
    expectEfficient(await readCost(service, 'users', () => read(next)), 2);
  }
});

test('examines few keys for a status query on any page', async () => {
  const read = (cursor: string) =>
    service.call.ListCvsByStatus(
      { status: 'draft', since: Date.UTC(2024, 0, 1), page: { limit: LIMIT, cursor } },
      { caller: globex },
    );
  const { next, total, atLeast } = await read('');
  expect([total, atLeast]).toEqual([10_000, true]);
  expectEfficient(await readCost(service, 'cvs', () => read('')), 2);
  expectEfficient(await readCost(service, 'cvs', () => read(next)), 2);
});
