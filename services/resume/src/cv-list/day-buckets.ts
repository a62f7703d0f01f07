import type { Interval } from './list-query.ts';

// A range of days as a few equalities. Each day lies in one bucket of every size: 1 day, 2, 4, 8… A
// range is made up of the largest buckets that fit in it, at most one of each size at either end. So
// an index of bucket and sort field reads a range of dates in the order of another field, by merging
// a handful of runs instead of putting thousands of rows in order.

const DAY = 86_400_000;
const FIRST = Date.UTC(2020, 0, 1);
/** The largest bucket is 2^13 days, 22 years; days before and after count to the first and last. */
const SIZES = 14;
const DAYS = 2 ** (SIZES - 1);
/** Larger than any number of a bucket of one size. */
const NEXT_SIZE = 100_000;

/** The buckets that a moment lies in. */
export function bucketsOf(moment: Date): number[] {
  const day = dayOf(moment.getTime());
  return Array.from({ length: SIZES }, (_, size) => bucket(size, day >> size));
}

/** The fewest buckets that hold every moment of the intervals; at their ends they may hold others. */
export function bucketsWithin(intervals: readonly Interval[]): number[] {
  // An empty one before the first day would be moved to it.
  return intervals
    .filter(({ from, until }) => from < until)
    .flatMap(({ from, until }) => covering(dayOf(from), dayOf(until - 1) + 1));
}

/** Of the days from `from` until before `until`. */
function covering(from: number, until: number): number[] {
  const found: number[] = [];
  for (let size = 0, first = from, end = until; first < end; size++, first >>= 1, end >>= 1) {
    if (first & 1) found.push(bucket(size, first++));
    if (end & 1) found.push(bucket(size, --end));
  }
  return found;
}

function bucket(size: number, number: number): number {
  return size * NEXT_SIZE + number;
}

function dayOf(moment: number): number {
  return Math.min(Math.max(Math.floor((moment - FIRST) / DAY), 0), DAYS - 1);
}
