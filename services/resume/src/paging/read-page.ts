import { decodeCursor, encodeCursor } from '@vitae/kit/cursor';
import { z } from 'zod';
import type { From, ListAnchors, Position } from './position-cache.ts';

/** Either a page number, from 1, or a cursor; a cursor costs the same at any depth. */
export type PageRequest = { page: number; limit: number; cursor: string };
export type Page<Row> = { rows: Row[]; total: number; next: string };

export type Pages<Row> = {
  /** What is asked for: a cursor is bound to it. */
  query: unknown;
  total: number;
  /** Asked for by pages in the middle alone. */
  anchors(): Promise<ListAnchors>;
  read(from: From, limit: number): Promise<Row[]>;
  positionOf(row: Row): Position;
  /** Every read puts all rows in order anew: a long way costs least in one. */
  sortedInMemory?: boolean;
};

/** A long way is gone in so many steps at most, each of so many rows at least: what comes later starts from there. */
const MOST_STEPS = 8;
const LEAST_STEP = 500;

const position = z.array(z.union([z.string(), z.number()])).min(1);

/** One page; the next one is there when one row more than asked for was found. */
export async function readPage<Row>(pages: Pages<Row>, { page, limit, cursor }: PageRequest): Promise<Page<Row>> {
  const { query, total, positionOf } = pages;
  const skip = (page - 1) * limit;
  if (cursor === '' && skip >= total) return { rows: [], total, next: '' };
  const found =
    cursor !== ''
      ? await pages.read({ after: decodeCursor(query, cursor, position), skip: 0 }, limit + 1)
      : skip === 0
        ? await pages.read({ skip }, limit + 1)
        : await readNumbered(pages, skip, limit);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, total, next: found.length > limit && last !== undefined ? encodeCursor(query, positionOf(last)) : '' };
}

/** A page in the middle, from the nearest anchor; its own beginning and end become anchors. */
async function readNumbered<Row>(pages: Pages<Row>, skip: number, limit: number): Promise<Row[]> {
  const anchors = await pages.anchors();
  if (pages.sortedInMemory !== true) await stepTowards(pages, anchors, skip);
  const nearest = anchors.before(skip);
  const ahead = skip - (nearest?.offset ?? 0);
  if (nearest !== undefined && ahead === 0) {
    const found = await pages.read({ after: nearest.from, skip: 0 }, limit + 1);
    layEnd(pages, anchors, skip, found.slice(0, limit));
    return found;
  }
  // The row before the page comes along, for its position.
  const [before, ...found] = await pages.read({ ...startOf(nearest), skip: ahead - 1 }, limit + 2);
  if (before !== undefined) anchors.lay(skip, pages.positionOf(before));
  layEnd(pages, anchors, skip, found.slice(0, limit));
  return found;
}

async function stepTowards<Row>({ read, positionOf }: Pages<Row>, anchors: ListAnchors, skip: number): Promise<void> {
  let nearest = anchors.before(skip);
  const step = Math.max(LEAST_STEP, Math.ceil((skip - (nearest?.offset ?? 0)) / MOST_STEPS));
  while (skip - (nearest?.offset ?? 0) > step) {
    const [row] = await read({ ...startOf(nearest), skip: step - 1 }, 1);
    if (row === undefined) return; // fewer than were counted: deleted meanwhile
    const offset: number = (nearest?.offset ?? 0) + step;
    anchors.lay(offset, positionOf(row));
    nearest = { offset, from: positionOf(row) };
  }
}

function startOf(nearest: { from: Position } | undefined): { after?: Position } {
  return nearest === undefined ? {} : { after: nearest.from };
}

function layEnd<Row>({ positionOf }: Pages<Row>, anchors: ListAnchors, skip: number, rows: readonly Row[]): void {
  const last = rows.at(-1);
  if (last !== undefined) anchors.lay(skip + rows.length, positionOf(last));
}
