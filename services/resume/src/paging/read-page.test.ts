import { createAnchors, type From } from './position-cache.ts';
import { readPage } from './read-page.ts';

const TOTAL = 6_000;

/** A list of numbers that remembers how many rows each read passed over. */
function numbers(total = TOTAL) {
  let generation = 1;
  let passed: number[] = [];
  const anchors = createAnchors(() => Promise.resolve(generation));
  const ask = async (page: number, limit: number, query: unknown = 'numbers') => {
    passed = [];
    const read = ({ after, skip }: From, count: number) => {
      passed.push(skip);
      const first = (after === undefined ? 0 : Number(after[0]) + 1) + skip;
      return Promise.resolve(
        Array.from({ length: Math.max(0, Math.min(count, total - first)) }, (_, index) => first + index),
      );
    };
    const pages = {
      query,
      total: TOTAL,
      read,
      positionOf: (row: number) => [row],
      anchors: () => anchors.of(1, query),
    };
    return { ...(await readPage(pages, { page, limit, cursor: '' })), passed };
  };
  return { ask, change: () => generation++ };
}

const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

test('every numbered page has its rows, in whatever order and size pages are asked for', async () => {
  const { ask } = numbers();
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
    const { rows, next } = await ask(page, limit);
    const first = (page - 1) * limit;
    const length = Math.min(limit, TOTAL - first);
    expect(rows).toEqual(Array.from({ length }, (_, index) => first + index));
    expect(next === '').toBe(first + length === TOTAL);
  }
});

test('a page passes over rows once: later ones begin at a row that is known', async () => {
  const { ask, change } = numbers();
  expect(total((await ask(50, 100)).passed)).toBeGreaterThan(4_000);
  expect((await ask(50, 100)).passed).toEqual([0]);
  expect((await ask(51, 100)).passed).toEqual([0]);
  expect(total((await ask(33, 100)).passed)).toBeLessThan(700);
  expect(total((await ask(50, 100, 'others')).passed)).toBeGreaterThan(4_000);
  change();
  expect(total((await ask(50, 100)).passed)).toBeGreaterThan(4_000);
});

test('a page that is no longer there is empty', async () => {
  const { ask } = numbers(700);
  expect(await ask(50, 100)).toMatchObject({ rows: [], next: '' });
});
