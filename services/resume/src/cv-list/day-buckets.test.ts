import fc from 'fast-check';
import { bucketsOf, bucketsWithin } from './day-buckets.ts';

const DAY_MS = 86_400_000;
const START = Date.UTC(2020, 0, 1);
const moment = fc.integer({ min: 0, max: 8_000 * DAY_MS }).map((offset) => START + offset);
const midnight = fc.integer({ min: 0, max: 8_000 }).map((day) => START + day * DAY_MS);

test('covers each moment of a range exactly once and no other moment', () => {
  fc.assert(
    fc.property(moment, midnight, midnight, (at, one, other) => {
      const [from, until] = [Math.min(one, other), Math.max(one, other)];
      const own = new Set(bucketsOf(new Date(at)));
      const matches = bucketsWithin([{ from, until }]).filter((bucket) => own.has(bucket)).length;
      expect(matches).toBe(at >= from && at < until ? 1 : 0);
    }),
    { numRuns: 2_000 },
  );
});

test('covers an open range with at most 14 buckets and a closed one with at most 26', () => {
  fc.assert(
    fc.property(midnight, midnight, (one, other) => {
      expect(bucketsWithin([{ from: one, until: Infinity }]).length).toBeLessThanOrEqual(14);
      expect(bucketsWithin([{ from: Math.min(one, other), until: Math.max(one, other) }]).length).toBeLessThanOrEqual(
        26,
      );
    }),
  );
});

test('covers an empty range with no bucket', () => {
  for (const at of [START - DAY_MS, START, START + DAY_MS])
    expect(bucketsWithin([{ from: at, until: at }])).toEqual([]);
});

test('covers moments before the first day and after the last day', () => {
  for (const at of ['1999-05-05', '2100-01-01']) {
    const [from, until] = [Date.parse(at), Date.parse(at) + DAY_MS];
    const own = bucketsOf(new Date(from + 1));
    expect(bucketsWithin([{ from, until }]).some((bucket) => own.includes(bucket))).toBe(true);
  }
  expect(bucketsWithin([{ from: -Infinity, until: Infinity }])).toHaveLength(1);
});
