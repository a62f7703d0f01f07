// Shared with the script of the editor.

/** The number of the row in the template, greater than those of all rows. */
export const ROW_NUMBER = 9_999;

/** A row of a form: the number in the names of its fields, and its depth below the item, from 1. */
export type FormRow = { number: number; depth: number };
/** New rows without text are blank. They are not saved. */
export type OrderedRow = FormRow & { isBlank: boolean };

export const directions = ['up', 'down'] as const;
export type Direction = (typeof directions)[number];

/**
 * Moves a row with everything below it past its neighbor of the same level. Returns all rows in the new order, undefined
 * if there is no such neighbor, or if the row is blank.
 */
export function moveRow(rows: readonly OrderedRow[], number: number, direction: Direction): FormRow[] | undefined {
  const shown = withValidDepths(rows.filter((row) => !row.isBlank));
  const start = shown.findIndex((row) => row.number === number);
  const depth = shown[start]?.depth;
  if (depth === undefined) return undefined;
  const end = endOf(shown, start);
  let from = start;
  let between = end;
  if (direction === 'up') {
    between = from;
    do from -= 1;
    while ((shown[from]?.depth ?? 0) > depth);
  }
  const neighbor = direction === 'up' ? from : between;
  if (shown[neighbor]?.depth !== depth) return undefined;
  const to = direction === 'up' ? end : endOf(shown, neighbor);
  const moved = [
    ...shown.slice(0, from),
    ...shown.slice(between, to),
    ...shown.slice(from, between),
    ...shown.slice(to),
  ];
  return [...moved, ...rows.filter((row) => row.isBlank)];
}

/** Returns in which directions `moveRow` can move each row, by the number of the row. */
export function possibleMoves(rows: readonly OrderedRow[]): ReadonlyMap<number, ReadonlySet<Direction>> {
  const moves = new Map(rows.map(({ number }) => [number, new Set<Direction>()]));
  /** The last row of each level from 1, below the last row of the level above. */
  const last: number[] = [];
  for (const { number, isBlank, depth: wanted } of rows) {
    if (isBlank) continue;
    const depth = Math.min(wanted, last.length + 1);
    const before = last[depth - 1];
    if (before !== undefined) {
      moves.get(number)?.add('up');
      moves.get(before)?.add('down');
    }
    last.length = depth - 1;
    last.push(number);
  }
  return moves;
}

/**
 * Returns all rows after one was dropped elsewhere. `dropped` has the numbers of the rows in the order of the page. The
 * rows below the dropped one follow it, at the nearest level that its new place allows.
 */
export function dropRow(
  rows: readonly FormRow[],
  number: number,
  dropped: readonly number[],
  maxDepth: number,
): FormRow[] {
  const valid = withValidDepths(rows);
  const start = valid.findIndex((row) => row.number === number);
  const moved = valid.slice(start, endOf(valid, start));
  const others = valid.toSpliced(start, moved.length);
  const precedes = new Set(dropped.slice(0, dropped.indexOf(number)));
  const at = others.filter((row) => precedes.has(row.number)).length;
  const depth = moved[0]?.depth ?? 1;
  const highest = Math.min((others[at - 1]?.depth ?? 0) + 1, maxDepth);
  const lowest = others[at]?.depth ?? 1;
  const deeper = Math.max(lowest, Math.min(depth, highest)) - depth;
  const placed = moved.map((row) => ({ ...row, depth: Math.min(row.depth + deeper, maxDepth) }));
  return others.toSpliced(at, 0, ...placed);
}

/** Corrects rows that are too deep for the one before them, like saving does. */
function withValidDepths<Row extends FormRow>(rows: readonly Row[]): Row[] {
  let depth = 0;
  return rows.map((row) => {
    depth = Math.min(row.depth, depth + 1);
    return row.depth === depth ? row : { ...row, depth };
  });
}

/** Returns the index after a row and everything below it. */
function endOf(rows: readonly FormRow[], start: number): number {
  const depth = rows[start]?.depth ?? 0;
  let end = start + 1;
  while ((rows[end]?.depth ?? 0) > depth) end += 1;
  return end;
}
