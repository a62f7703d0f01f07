import type { Interval } from './list-query.ts';

// Expresses a range of days as a few equalities. Each day is in one bucket of each size: 1 day, 2,
// 4, 8 and so on. A range consists of the largest buckets that fit into it, at most two of each
// size. An index of bucket and sort field then reads a date range in the order of the sort field:
// MongoDB merges a few index ranges instead of sorting thousands of rows.

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2020, 0, 1);
/** The largest bucket has 2^13 days, or 22 years. Days outside count as the first or the last day. */
const SIZES = 14;
const DAYS = 2 ** (SIZES - 1);
/** Larger than the number of buckets of one size. */
const SIZE_STEP = 100_000;

/** The bucket of each size that a moment is in. */
export function bucketsOf(moment: Date): number[] {
  const day = dayOf(moment.getTime());
  return Array.from({ length: SIZES }, (_, size) => bucket(size, day >> size));
}

/** The fewest buckets that cover the intervals. The outermost buckets may extend beyond them. */
export function bucketsWithin(intervals: readonly Interval[]): number[] {
  // An empty interval before the first day would be moved to the first day.
  return intervals
    .filter(({ from, until }) => from < until)
    .flatMap(({ from, until }) => covering(dayOf(from), dayOf(until - 1) + 1));
}

/** The buckets of the days from `from` to `until`, which is excluded. */
function covering(from: number, until: number): number[] {
  const buckets: number[] = [];
  for (let size = 0, first = from, end = until; first < end; size++, first >>= 1, end >>= 1) {
    if (first & 1) buckets.push(bucket(size, first++));
    if (end & 1) buckets.push(bucket(size, --end));
  }
  return buckets;
}

function bucket(size: number, number: number): number {
  return size * SIZE_STEP + number;
}

function dayOf(moment: number): number {
  return Math.min(Math.max(Math.floor((moment - FIRST_DAY) / DAY_MS), 0), DAYS - 1);
}
