import { type PagedList, type ReadStart, readPage, totalOf } from './read-page.ts';

/** A list of numbers that records how often it is counted and how many rows each read skips. */
function numberList(rows: number, isCountCheap = false) {
  let counts = 0;
  let skipped = 0;
  const list: PagedList<number> = {
    query: 'numbers',
    isCountCheap,
    count: () => {
      counts += 1;
      return Promise.resolve(totalOf(rows));
    },
    read: ({ after, skip }: ReadStart, limit) => {
      skipped += skip;
      const first = (after === undefined ? 0 : Number(after[0]) + 1) + skip;
      return Promise.resolve(
        Array.from({ length: Math.max(0, Math.min(limit, rows - first)) }, (_, index) => first + index),
      );
    },
    positionOf: (row) => [row],
  };
  const request = (page: number, limit: number, cursor = '') => readPage(list, { page, limit, cursor });
  return { request, counts: () => counts, skipped: () => skipped };
}

test('returns the rows of each numbered page', async () => {
  const { request } = numberList(6_000);
  for (const [page, limit] of [
    [60, 100],
    [7, 13],
    [120, 50],
    [1, 100],
  ] as const) {
    const { rows, next, total, atLeast } = await request(page, limit);
    const first = (page - 1) * limit;
    const length = Math.min(limit, 6_000 - first);
    expect(rows).toEqual(Array.from({ length }, (_, index) => first + index));
    expect(next === '').toBe(first + length === 6_000);
    expect([total, atLeast]).toEqual([6_000, false]);
  }
});

test('counts no rows if the page shows the total', async () => {
  const { request, counts } = numberList(150);
  expect(await request(1, 200)).toMatchObject({ total: 150, atLeast: false });
  expect(await request(2, 100)).toMatchObject({ total: 150, atLeast: false });
  expect(counts()).toBe(0);
  expect(await request(3, 100)).toMatchObject({ rows: [], total: 150 });
});

test('counts rows once, while the page is read, if counting is cheap', async () => {
  const { request, counts } = numberList(150, true);
  const { next, ...first } = await request(1, 100);
  expect([first.total, first.rows.length, counts()]).toEqual([150, 100, 1]);
  expect(await request(1, 100, next)).toMatchObject({ total: 150, next: '' });
  expect(counts()).toBe(2);

  const reading = Promise.withResolvers<number[]>();
  const counting = Promise.withResolvers<void>();
  const page = readPage<number>(
    {
      query: 'numbers',
      isCountCheap: true,
      count: async () => {
        counting.resolve();
        return totalOf(2);
      },
      read: () => reading.promise,
      positionOf: (row) => [row],
    },
    { page: 1, limit: 1, cursor: '' },
  );
  await counting.promise; // Never resolves if the rows are counted after the page was read.
  reading.resolve([1, 2]);
  expect(await page).toMatchObject({ rows: [1], total: 2 });
});

test('rejects numbered pages beyond 10,000 rows, which a cursor can reach', async () => {
  const { request, skipped } = numberList(25_000);
  const { next, ...last } = await request(100, 100);
  expect(last).toMatchObject({ total: 10_000, atLeast: true });
  await expect(request(101, 100)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: [{ field: 'page' }] });
  expect((await request(1, 100, next)).rows[0]).toBe(10_000);
  expect(skipped()).toBe(9_900);
});

test('returns an empty page beyond the end of a short list', async () => {
  const { request } = numberList(700);
  expect(await request(50, 100)).toMatchObject({ rows: [], total: 700, next: '' });
  expect(await request(1_000_000, 100)).toMatchObject({ rows: [], total: 700, next: '' });
});
