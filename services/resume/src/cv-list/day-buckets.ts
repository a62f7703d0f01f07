import type { Interval } from './list-query.ts';

// Expresses a range of days as a few equalities. Each day is in one bucket of each size: 1 day, 16 and 256. A range
// consists of the largest buckets that fit into it. An index of bucket and sort field then reads a date range in the
// order of the sort field: MongoDB merges a few index ranges instead of sorting thousands of rows.

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2020, 0, 1);
const SIZES = 3;
/** Each bucket consists of this many buckets of the next smaller size. */
const FACTOR = 16;
/** 22 years. Days outside count as the first or the last day. */
const DAYS = 8_192;
/** Larger than the number of buckets of one size. */
const SIZE_STEP = 100_000;
/** MongoDB merges at most 200 index ranges. */
const MAX_BUCKETS = 150;

/** The bucket of each size that a moment is in. */
export function bucketsOf(moment: Date): number[] {
  const day = dayOf(moment.getTime());
  return Array.from({ length: SIZES }, (_, size) => bucket(size, Math.floor(day / FACTOR ** size)));
}

/** The fewest buckets that cover the intervals. They may extend beyond the intervals unless `areExact`. */
export function bucketsWithin(intervals: readonly Interval[]): number[] {
  const buckets = bucketsOfEach(intervals);
  if (buckets.length <= MAX_BUCKETS) return buckets;
  const from = Math.min(...intervals.map((interval) => interval.from));
  return bucketsOfEach([{ from, until: Math.max(...intervals.map(({ until }) => until)) }]);
}

/** Whether the buckets of the intervals contain no other moment. */
export function areExact(intervals: readonly Interval[]): boolean {
  const isEdge = (moment: number) =>
    moment % DAY_MS === 0 && moment > FIRST_DAY && moment < FIRST_DAY + (DAYS - 1) * DAY_MS;
  return (
    bucketsOfEach(intervals).length <= MAX_BUCKETS &&
    intervals.every(({ from, until }) => (from === -Infinity || isEdge(from)) && (until === Infinity || isEdge(until)))
  );
}

function bucketsOfEach(intervals: readonly Interval[]): number[] {
  // An empty interval before the first day would be moved to the first day.
  return intervals
    .filter(({ from, until }) => from < until)
    .flatMap(({ from, until }) => covering(dayOf(from), dayOf(until - 1) + 1));
}

/** The buckets of the days from `from` to `until`, which is excluded. */
function covering(from: number, until: number): number[] {
  const buckets: number[] = [];
  let [first, end] = [from, until];
  for (let size = 0; first < end; size++, first /= FACTOR, end /= FACTOR) {
    const isLargest = size === SIZES - 1;
    while (first < end && (isLargest || first % FACTOR !== 0)) buckets.push(bucket(size, first++));
    while (first < end && end % FACTOR !== 0) buckets.push(bucket(size, --end));
  }
  return buckets;
}

function bucket(size: number, number: number): number {
  return size * SIZE_STEP + number;
}

function dayOf(moment: number): number {
  return Math.min(Math.max(Math.floor((moment - FIRST_DAY) / DAY_MS), 0), DAYS - 1);
}
