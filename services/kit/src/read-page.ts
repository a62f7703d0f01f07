import { z } from 'zod';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { invalid } from './errors.ts';

/** Totals are exact up to this number. Rows beyond it are read with a cursor. */
export const MAX_TOTAL = 10_000;

/** The values that a row is sorted by, its id last. */
export type Position = readonly (string | number)[];
/** Where a read starts: `skip` rows after a position, or after the beginning of the list. */
export type ReadStart = { after?: Position; skip: number };

/** `atLeast` is set if there may be more rows than the total. */
export type Total = { total: number; atLeast: boolean };

/** Either a page number, starting at 1, or a cursor. A cursor costs the same at any depth. */
export type PageRequest = { page: number; limit: number; cursor: string; signal?: AbortSignal };
/** `next` is the cursor of the next page, "" on the last page. */
export type Page<Row> = Total & { rows: Row[]; next: string };

export const EMPTY_PAGE = { rows: [], total: 0, atLeast: false, next: '' };

export type PagedList<Row> = {
  /** Identifies the list: a cursor is valid for one query only. */
  query: unknown;
  count(): Promise<Total>;
  /** Whether counting reads only index keys. If so, counting runs while the page is read. */
  isCountCheap?: boolean;
  read(start: ReadStart, limit: number): Promise<Row[]>;
  positionOf(row: Row): Position;
};

const cursorPosition = z.array(z.union([z.string(), z.number()])).min(1);

/**
 * Reads one page, and one row more to know whether there is a next page. Counts the rows unless the page shows the total.
 * @throws {VitaeError} INVALID_ARGUMENT invalid_cursor when the cursor belongs to another query
 */
export async function readPage<Row>(list: PagedList<Row>, { page, limit, cursor }: PageRequest): Promise<Page<Row>> {
  const { query, positionOf } = list;
  const skip = (page - 1) * limit;
  if (cursor === '' && skip >= MAX_TOTAL) return pageBeyond(await list.count(), limit);
  const start = cursor === '' ? { skip } : { after: decodeCursor(query, cursor, cursorPosition), skip: 0 };
  const reading = list.read(start, limit + 1);
  const [rowsAndNext, counted] = await Promise.all([reading, list.isCountCheap ? list.count() : undefined]);
  const rows = rowsAndNext.slice(0, limit);
  const last = rows.at(-1);
  if (last !== undefined && rowsAndNext.length > limit)
    return { rows, ...(counted ?? (await list.count())), next: encodeCursor(query, positionOf(last)) };
  const isTotalKnown = cursor === '' && (rows.length > 0 || skip === 0);
  return { rows, ...(isTotalKnown ? totalOf(skip + rows.length) : (counted ?? (await list.count()))), next: '' };
}

/** The total of a list whose number of rows is known. */
export function totalOf(rows: number): Total {
  return { total: Math.min(rows, MAX_TOTAL), atLeast: rows > MAX_TOTAL };
}

function pageBeyond(total: Total, limit: number): Page<never> {
  if (!total.atLeast) return { ...EMPTY_PAGE, ...total };
  throw invalid(`Pages by number end at item ${MAX_TOTAL}. Use the cursor of the next link to read further.`, [
    {
      field: 'page',
      message: `must be at most ${Math.ceil(MAX_TOTAL / limit)} with this limit; use cursor to read further`,
    },
  ]);
}
