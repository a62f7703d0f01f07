import { dearest, expectCheap, type Filter, listOf, openScratchLists, sorts } from '@vitae/test/support/resume/list-fixtures';
import { acme, type ScratchResume } from '@vitae/test/support/resume/resume-fixture';

let service: ScratchResume;

beforeAll(async () => {
  service = await openScratchLists();
}, 120_000);
afterAll(() => service.close());

/** Each filter with each kind of comparator that it has; a range is two filters of a type. */
const kinds: Record<string, Filter[][]> = {
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
const types = Object.keys(kinds);
const variants = types.flatMap((type) => (kinds[type] ?? []).map((filters) => ({ type, filters })));

const pairs = variants.flatMap((one, index) =>
  variants
    .slice(index + 1)
    .filter((other) => other.type !== one.type)
    .map((other) => [...one.filters, ...other.filters]),
);

/** Ranges of two fields have no order in common: by a third one, they cost up to so many keys for each row. */
const MOST_OF_TWO_RANGES = 10;
const ranged = ['completion', 'created', 'updated'];
const isRange = (filters: Filter[]) => new Set(filters.filter(([, , comparator]) => comparator).map(([type]) => type));

function areApart(filters: Filter[], field: string): boolean {
  const ranges = isRange(filters);
  return ranged.filter((type) => ranges.has(type)).length === 2 && (!ranges.has(field) || field === 'completion');
}

/** What the first page and the one after it examine. */
async function readsOf(filters: Filter[], field: string, descending: boolean) {
  const request = { ...listOf(filters), sort: [{ field, descending }] };
  // The totals are counted on the first call and remembered.
  const { next, total } = await service.call.ListCvs(request, { caller: acme });
  const first = await dearest(service, 'cvs', () => service.call.ListCvs(request, { caller: acme }));
  if (next === '') return { total, reads: [first] };
  const after = { ...request, page: { cursor: next } };
  return { total, reads: [first, await dearest(service, 'cvs', () => service.call.ListCvs(after, { caller: acme }))] };
}

async function expectAllCheap(filters: Filter[], descending: boolean): Promise<void> {
  for (const field of sorts) {
    const { total, reads } = await readsOf(filters, field, descending);
    for (const read of reads) {
      if (!areApart(filters, field)) expectCheap(read);
      else expect(read?.keysExamined).toBeLessThanOrEqual(Math.min(total, MOST_OF_TWO_RANGES * 101) + 10);
    }
  }
}

test.each(pairs.map((filters, index) => [filters, index % 2 === 0] as const))(
  'a CV list filtered by %j costs what it returns, by any sort',
  (filters, descending) => expectAllCheap(filters, descending),
);

const threes: Filter[][] = [
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

test.each(threes)('so does one by three filters: %j %j %j', (...filters) => expectAllCheap(filters, false));
