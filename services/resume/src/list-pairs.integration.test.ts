import {
  expectEfficient,
  type Filter,
  listRequest,
  mostExpensiveRead,
  openListFixture,
  sorts,
} from '@vitae/test/support/resume/list-fixtures';
import { acme, type ResumeFixture } from '@vitae/test/support/resume/resume-fixture';

let service: ResumeFixture;

beforeAll(async () => {
  service = await openListFixture();
}, 120_000);
afterAll(() => service.close());

/** Each filter with each kind of comparator. A range consists of two filters. */
const filterVariants: Record<string, Filter[][]> = {
  cvType: [[['cvType', 'main']]],
  recipient: [[['recipient', 'R7']]],
  manager: [[['manager', '3']]],
  tagId: [[['tagId', '3']]],
  completion: [[['completion', '0.5']], [['completion', '0.5', '>=']]],
  created: [
    [['created', '2024-06-01', '>=']],
    [
      ['created', '2023-05-01', '>='],
      ['created', '2024-07-01', '<'],
    ],
  ],
  updated: [
    [['updated', '2025-01-01', '>']],
    [
      ['updated', '2024-05-01', '>='],
      ['updated', '2025-09-17', '<'],
    ],
  ],
};
const types = Object.keys(filterVariants);
const variants = types.flatMap((type) => (filterVariants[type] ?? []).map((filters) => ({ type, filters })));

const pairs = variants.flatMap((variant, index) =>
  variants
    .slice(index + 1)
    .filter((other) => other.type !== variant.type)
    .map((other) => [...variant.filters, ...other.filters]),
);

/** The limit of examined keys per row for ranges of two fields with another sort, which no index serves. */
const MAX_KEYS_PER_ROW = 10;
const rangeTypes = ['completion', 'created', 'updated'];
const rangesIn = (filters: Filter[]) => new Set(filters.filter(([, , comparator]) => comparator).map(([type]) => type));

function hasTwoRanges(filters: Filter[], field: string): boolean {
  const ranges = rangesIn(filters);
  return rangeTypes.filter((type) => ranges.has(type)).length === 2 && (!ranges.has(field) || field === 'completion');
}

/** The reads of the first two pages. */
async function readsOf(filters: Filter[], field: string, descending: boolean) {
  const request = { ...listRequest(filters), sort: [{ field, descending }] };
  // The first call counts the totals and caches them.
  const { next, total } = await service.call.ListCvs(request, { caller: acme });
  const first = await mostExpensiveRead(service, 'cvs', () => service.call.ListCvs(request, { caller: acme }));
  if (next === '') return { total, reads: [first] };
  const after = { ...request, page: { cursor: next } };
  return {
    total,
    reads: [first, await mostExpensiveRead(service, 'cvs', () => service.call.ListCvs(after, { caller: acme }))],
  };
}

async function expectAllEfficient(filters: Filter[], descending: boolean): Promise<void> {
  for (const field of sorts) {
    const { total, reads } = await readsOf(filters, field, descending);
    for (const read of reads) {
      if (!hasTwoRanges(filters, field)) expectEfficient(read);
      else expect(read?.keysExamined).toBeLessThanOrEqual(Math.min(total, MAX_KEYS_PER_ROW * 101) + 10);
    }
  }
}

test.each(pairs.map((filters, index) => [filters, index % 2 === 0] as const))(
  'examines few keys for a CV list filtered by %j with any sort',
  (filters, descending) => expectAllEfficient(filters, descending),
);

const triples: Filter[][] = [
  [
    ['cvType', 'main'],
    ['manager', '3'],
    ['tagId', '3'],
  ],
  [
    ['cvType', 'main'],
    ['recipient', 'R7'],
    ['tagId', '3'],
  ],
  [
    ['cvType', 'main'],
    ['tagId', '3'],
    ['completion', '0.5'],
  ],
  [
    ['cvType', 'main'],
    ['manager', '3'],
    ['completion', '0.5', '>='],
  ],
  [
    ['recipient', 'R7'],
    ['manager', '3'],
    ['completion', '0.2', '>'],
  ],
];

test.each(triples)('examines few keys for a CV list filtered by %j, %j and %j', (...filters) =>
  expectAllEfficient(filters, false),
);
