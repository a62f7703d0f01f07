import { type CellSortKey, candidatesFor, cellSortKeys, sortRows } from './cell-sorting.ts';
import type { Counts } from './counts.ts';

const row = (source: string, counts: Counts) => ({ source, endpoint: 'cv.read', counts });

describe('rows of keys and endpoints', () => {
  test.each<[Exclude<CellSortKey, 'calls'>, string, string]>([
    ['accepted', 'accepted_free', 'limited_standard'],
    ['2xx', 's204', 's304'],
    ['3xx', 's304', 's204'],
    ['4xx', 's404', 's503'],
    ['5xx', 's503', 's404'],
    ['limited', 'limited_intensive', 'nonce_used'],
    ['refused', 'nonce_used', 'limited_intensive'],
  ])('are sorted by %s in descending order, without rows that have none', (key, name, other) => {
    const rows = [
      row('few', { [name]: 1 }),
      row('none', { [other]: 9 }),
      row('many', { [name]: 30 }),
      row('some', { [name]: 4, [other]: 90 }),
    ];
    expect(sortRows(rows, key).map(({ source }) => source)).toEqual(['many', 'some', 'few']);
  });

  test.each<['p50' | 'p95' | 'p99', string]>([
    ['p50', 'median'],
    ['p95', 'slowest 10 %'],
    ['p99', 'slowest 3 %'],
  ])('are sorted by %s', (key, first) => {
    const rows = [
      row('none', {}),
      row('slowest 3 %', { l1: 97, l40: 3 }),
      row('slowest 10 %', { l1: 90, l30: 10 }),
      row('median', { l20: 100 }),
    ];
    const sorted = sortRows(rows, key).map(({ source }) => source);
    expect([sorted.length, sorted[0]]).toEqual([3, first]);
  });

  test.each(cellSortKeys)('to sort by %s are the 1,000 rows with the most requests of that kind', (key) => {
    const by = ['limited', 'refused'].includes(key) ? 'refused' : 'calls';
    expect(candidatesFor(key)).toEqual({ by, skip: 0, limit: 1_000 });
  });
});
