import { acceptedIn, type Counts, failedIn, limitedIn, rejectedIn } from './counts.ts';
import { percentile } from './latency-histogram.ts';
import type { RankedBy, Row } from './rows.ts';

/** What the table of each key at each call can be sorted by, the highest first. */
export const cellSortKeys = ['calls', 'accepted', 'limited', 'refused', 'failed', 'p50', 'p95', 'p99'] as const;
export type CellSortKey = (typeof cellSortKeys)[number];

/** An order that no index has is made of so many rows, those with most calls or refusals. */
export const MAX_SORTED_ROWS = 1_000;

const figures: Record<Exclude<CellSortKey, 'calls'>, (counts: Counts) => number | undefined> = {
  accepted: acceptedIn,
  limited: limitedIn,
  refused: rejectedIn,
  failed: failedIn,
  p50: (counts) => percentile(counts, 0.5),
  p95: (counts) => percentile(counts, 0.95),
  p99: (counts) => percentile(counts, 0.99),
};

/** Which rows come into question for an order. */
export function candidatesFor(order: CellSortKey): { by: RankedBy; skip: number; limit: number } {
  return { by: order === 'limited' || order === 'refused' ? 'refused' : 'calls', skip: 0, limit: MAX_SORTED_ROWS };
}

/** Those that have some of it, the highest first. */
export function sortRows(rows: readonly Row[], order: Exclude<CellSortKey, 'calls'>): Row[] {
  const figure = figures[order];
  return rows
    .map((row) => ({ row, value: figure(row.counts) ?? 0 }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
    .map(({ row }) => row);
}
