import { createPositionCache, type ReadStart } from './list-cache.ts';
import { readPage } from './read-page.ts';

const TOTAL = 6_000;

/** A list of numbers that records how many rows each read skips. */
function numberList(total = TOTAL) {
  let generation = 1;
  let skipped: number[] = [];
  const positions = createPositionCache(() => Promise.resolve(generation));
  const request = async (page: number, limit: number, query: unknown = 'numbers') => {
    skipped = [];
    const read = ({ after, skip }: ReadStart, count: number) => {
      skipped.push(skip);
      const first = (after === undefined ? 0 : Number(after[0]) + 1) + skip;
      return Promise.resolve(
        Array.from({ length: Math.max(0, Math.min(count, total - first)) }, (_, index) => first + index),
      );
    };
    const list = {
      query,
      total: TOTAL,
      read,
      positionOf: (row: number) => [row],
      positions: () => positions.of(1, query),
    };
    return { ...(await readPage(list, { page, limit, cursor: '' })), skipped };
  };
  return { request, change: () => generation++ };
}

const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

test('returns the rows of each numbered page, whatever pages were requested before', async () => {
  const { request } = numberList();
  for (const [page, limit] of [
    [60, 100],
    [2, 100],
    [7, 13],
    [119, 50],
    [120, 50],
    [3, 1],
    [1, 100],
    [61, 99],
  ] as const) {
    const { rows, next } = await request(page, limit);
    const first = (page - 1) * limit;
    const length = Math.min(limit, TOTAL - first);
    expect(rows).toEqual(Array.from({ length }, (_, index) => first + index));
    expect(next === '').toBe(first + length === TOTAL);
  }
});

test('skips rows once, and later starts at a cached position until the company changes', async () => {
  const { request, change } = numberList();
  expect(total((await request(50, 100)).skipped)).toBeGreaterThan(4_000);
  expect((await request(50, 100)).skipped).toEqual([0]);
  expect((await request(51, 100)).skipped).toEqual([0]);
  expect(total((await request(33, 100)).skipped)).toBeLessThan(700);
  expect(total((await request(50, 100, 'others')).skipped)).toBeGreaterThan(4_000);
  change();
  expect(total((await request(50, 100)).skipped)).toBeGreaterThan(4_000);
});

test('returns an empty page when the rows were deleted after they were counted', async () => {
  const { request } = numberList(700);
  expect(await request(50, 100)).toMatchObject({ rows: [], next: '' });
});
