import { decodeCursor, encodeCursor } from '@vitae/kit/cursor';
import { z } from 'zod';
import type { ListPositions, Position, ReadStart } from './list-cache.ts';

/** Either a page number, starting at 1, or a cursor. A cursor costs the same at any depth. */
export type PageRequest = { page: number; limit: number; cursor: string };
/** `next` is the cursor of the next page, "" on the last page. */
export type Page<Row> = { rows: Row[]; total: number; next: string };

export type PagedList<Row> = {
  /** Identifies the list: a cursor is valid for one query only. */
  query: unknown;
  total: number;
  /** The cached positions of the list. Requested only for numbered pages after the first. */
  positions(): Promise<ListPositions>;
  read(start: ReadStart, limit: number): Promise<Row[]>;
  positionOf(row: Row): Position;
  /** Set when every read sorts all rows in memory: one long skip is then cheaper than several short ones. */
  sortedInMemory?: boolean;
};

/** A long skip is split into at most this many steps, and the position after each step is cached. */
const MAX_STEPS = 8;
const MIN_ROWS_PER_STEP = 500;

const cursorPosition = z.array(z.union([z.string(), z.number()])).min(1);

/**
 * Reads one page, and one row more to know whether there is a next page.
 * @throws {VitaeError} INVALID_ARGUMENT invalid_cursor when the cursor belongs to another query
 */
export async function readPage<Row>(list: PagedList<Row>, { page, limit, cursor }: PageRequest): Promise<Page<Row>> {
  const { query, total, positionOf } = list;
  const offset = (page - 1) * limit;
  if (cursor === '' && offset >= total) return { rows: [], total, next: '' };
  const rowsAndNext = await readRows(list, { offset, limit, cursor });
  const rows = rowsAndNext.slice(0, limit);
  const last = rows.at(-1);
  const hasNext = rowsAndNext.length > limit && last !== undefined;
  return { rows, total, next: hasNext ? encodeCursor(query, positionOf(last)) : '' };
}

function readRows<Row>(
  list: PagedList<Row>,
  { offset, limit, cursor }: { offset: number; limit: number; cursor: string },
): Promise<Row[]> {
  if (cursor !== '') return list.read({ after: decodeCursor(list.query, cursor, cursorPosition), skip: 0 }, limit + 1);
  return offset === 0 ? list.read({ skip: 0 }, limit + 1) : readAtOffset(list, offset, limit);
}

/** Reads from the nearest known position, and caches the positions where the page begins and ends. */
async function readAtOffset<Row>(list: PagedList<Row>, offset: number, limit: number): Promise<Row[]> {
  const positions = await list.positions();
  if (list.sortedInMemory !== true) await cacheStepsUpTo(list, positions, offset);
  const nearest = positions.nearestBefore(offset);
  const ahead = offset - (nearest?.offset ?? 0);
  if (nearest !== undefined && ahead === 0) {
    const rows = await list.read({ after: nearest.position, skip: 0 }, limit + 1);
    cacheEnd(list, positions, offset, rows.slice(0, limit));
    return rows;
  }
  // Also reads the row before the page, whose position is where the page begins.
  const [before, ...rows] = await list.read({ ...startAfter(nearest), skip: ahead - 1 }, limit + 2);
  if (before !== undefined) positions.store(offset, list.positionOf(before));
  cacheEnd(list, positions, offset, rows.slice(0, limit));
  return rows;
}

async function cacheStepsUpTo<Row>(
  { read, positionOf }: PagedList<Row>,
  positions: ListPositions,
  target: number,
): Promise<void> {
  let nearest = positions.nearestBefore(target);
  const step = Math.max(MIN_ROWS_PER_STEP, Math.ceil((target - (nearest?.offset ?? 0)) / MAX_STEPS));
  while (target - (nearest?.offset ?? 0) > step) {
    const [row] = await read({ ...startAfter(nearest), skip: step - 1 }, 1);
    if (row === undefined) return; // rows were deleted after they were counted
    const offset: number = (nearest?.offset ?? 0) + step;
    positions.store(offset, positionOf(row));
    nearest = { offset, position: positionOf(row) };
  }
}

function startAfter(nearest: { position: Position } | undefined): { after?: Position } {
  return nearest === undefined ? {} : { after: nearest.position };
}

function cacheEnd<Row>(
  { positionOf }: PagedList<Row>,
  positions: ListPositions,
  offset: number,
  rows: readonly Row[],
): void {
  const last = rows.at(-1);
  if (last !== undefined) positions.store(offset + rows.length, positionOf(last));
}
