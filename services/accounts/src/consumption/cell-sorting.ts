import { acceptedIn, type Counts, limitedIn, rejectedIn, statusClasses, statusIn } from './counts.ts';
import { percentile } from './latency-histogram.ts';
import type { RankedBy, Row } from './rows.ts';

/** The columns by which the table of keys and endpoints can be sorted, in descending order. */
export const cellSortKeys = ['calls', 'accepted', ...statusClasses, 'limited', 'refused', 'p50', 'p95', 'p99'] as const;
export type CellSortKey = (typeof cellSortKeys)[number];

/** The number of rows with the most requests that are sorted by columns without an index. */
export const MAX_SORTED_ROWS = 1_000;

const metrics: Record<Exclude<CellSortKey, 'calls'>, (counts: Counts) => number | undefined> = {
  accepted: acceptedIn,
  '2xx': (counts) => statusIn(counts, '2xx'),
  '3xx': (counts) => statusIn(counts, '3xx'),
  '4xx': (counts) => statusIn(counts, '4xx'),
  '5xx': (counts) => statusIn(counts, '5xx'),
  limited: limitedIn,
  refused: rejectedIn,
  p50: (counts) => percentile(counts, 0.5),
  p95: (counts) => percentile(counts, 0.95),
  p99: (counts) => percentile(counts, 0.99),
};

/** Selects the rows to sort. */
export function candidatesFor(key: CellSortKey): { by: RankedBy; skip: number; limit: number } {
  return { by: key === 'limited' || key === 'refused' ? 'refused' : 'calls', skip: 0, limit: MAX_SORTED_ROWS };
}

/** Sorts rows in descending order and removes those without a value. */
export function sortRows(rows: readonly Row[], key: Exclude<CellSortKey, 'calls'>): Row[] {
  const metric = metrics[key];
  return rows
    .map((row) => ({ row, value: metric(row.counts) ?? 0 }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
    .map(({ row }) => row);
}
