import fc from 'fast-check';
import { bucketsOf, bucketsWithin } from './day-buckets.ts';

const DAY = 86_400_000;
const START = Date.UTC(2020, 0, 1);
const moment = fc.integer({ min: 0, max: 8_000 * DAY }).map((offset) => START + offset);
const midnight = fc.integer({ min: 0, max: 8_000 }).map((day) => START + day * DAY);

test('a moment is in exactly one bucket of a range it lies in, and in none of others', () => {
  fc.assert(
    fc.property(moment, midnight, midnight, (at, one, other) => {
      const [from, until] = [Math.min(one, other), Math.max(one, other)];
      const own = new Set(bucketsOf(new Date(at)));
      const hits = bucketsWithin([{ from, until }]).filter((bucket) => own.has(bucket)).length;
      expect(hits).toBe(at >= from && at < until ? 1 : 0);
    }),
    { numRuns: 2_000 },
  );
});

test('an open range is a handful of buckets, a closed one twice that', () => {
  fc.assert(
    fc.property(midnight, midnight, (one, other) => {
      expect(bucketsWithin([{ from: one, until: Infinity }]).length).toBeLessThanOrEqual(14);
      expect(bucketsWithin([{ from: Math.min(one, other), until: Math.max(one, other) }]).length).toBeLessThanOrEqual(
        26,
      );
    }),
  );
});

test('an empty range holds nothing, wherever it lies', () => {
  for (const at of [START - DAY, START, START + DAY]) expect(bucketsWithin([{ from: at, until: at }])).toEqual([]);
});

test('moments before the first day and after the last are not lost', () => {
  for (const at of ['1999-05-05', '2100-01-01']) {
    const [from, until] = [Date.parse(at), Date.parse(at) + DAY];
    const own = bucketsOf(new Date(from + 1));
    expect(bucketsWithin([{ from, until }]).some((bucket) => own.includes(bucket))).toBe(true);
  }
  expect(bucketsWithin([{ from: -Infinity, until: Infinity }])).toHaveLength(1);
});
