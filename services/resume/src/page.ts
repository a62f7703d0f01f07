import { decodeCursor, encodeCursor } from '@vitae/kit/cursor';
import { z } from 'zod';

/** Either a page number, from 1, or a cursor; a cursor costs the same at any depth. */
export type PageRequest = { page: number; limit: number; cursor: string };
export type Page<Row> = { rows: Row[]; total: number; next: string };

/** The sort values of a row, its id last. */
export type Position = readonly (string | number)[];
export type From = { after: Position } | { skip: number };

export type Pages<Row> = {
  /** What is asked for: a cursor is bound to it. */
  query: unknown;
  total: number;
  read(from: From, limit: number): Promise<Row[]>;
  positionOf(row: Row): Position;
};

const position = z.array(z.union([z.string(), z.number()])).min(1);

/** One page; the next one is there when one row more than asked for was found. */
export async function readPage<Row>(
  { query, total, read, positionOf }: Pages<Row>,
  { page, limit, cursor }: PageRequest,
): Promise<Page<Row>> {
  const skip = (page - 1) * limit;
  if (cursor === '' && skip >= total) return { rows: [], total, next: '' };
  const found = await read(cursor === '' ? { skip } : { after: decodeCursor(query, cursor, position) }, limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, total, next: found.length > limit && last !== undefined ? encodeCursor(query, positionOf(last)) : '' };
}
