import fc from 'fast-check';
import { areExact, bucketsOf, bucketsWithin } from './day-buckets.ts';

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

test('covers an open range with at most 62 buckets and a closed one with at most 92', () => {
  fc.assert(
    fc.property(midnight, midnight, (one, other) => {
      expect(bucketsWithin([{ from: one, until: Infinity }]).length).toBeLessThanOrEqual(62);
      expect(bucketsWithin([{ from: Math.min(one, other), until: Math.max(one, other) }]).length).toBeLessThanOrEqual(
        92,
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
  expect(bucketsWithin([{ from: -Infinity, until: Infinity }])).toHaveLength(32);
});

test('covers more ranges than MongoDB can merge with fewer buckets, which are not exact', () => {
  const days = Array.from({ length: 20 }, (_, index) => START + (index + 1) * 257 * DAY_MS);
  const intervals = days.map((from) => ({ from, until: from + 40 * DAY_MS }));
  expect(areExact(intervals)).toBe(false);
  expect(bucketsWithin(intervals).length).toBeLessThanOrEqual(150);
  const covered = new Set(bucketsWithin(intervals));
  for (const day of days) expect(bucketsOf(new Date(day)).some((bucket) => covered.has(bucket))).toBe(true);
});

test('is exact only for whole days between the first and the last day', () => {
  expect(areExact([{ from: START + DAY_MS, until: Infinity }])).toBe(true);
  expect(areExact([{ from: START + DAY_MS + 1, until: Infinity }])).toBe(false);
  expect(areExact([{ from: -Infinity, until: START - DAY_MS }])).toBe(false);
});
