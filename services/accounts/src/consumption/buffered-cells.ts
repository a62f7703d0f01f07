import type { ConsumedMinute } from './consumption-store.ts';
import type { Source } from './counter.ts';
import { addCounts, type Counts } from './counts.ts';
import { placesOf } from './span.ts';
import { cellsOf } from './span-updates.ts';
import type { Window } from './window.ts';

/** The buffered counts of a source at an endpoint within a window. `points` is indexed like the points of the window. */
export type BufferedCell = { source: Source; endpoint: string; sum: Counts; points: Map<number, Counts> };

/** Matches one value, all values except sums, or a list of values. */
export type Term = string | { $gt: string } | { $in: string[] };

export type BufferedCells = {
  of(source: Source, endpoint: string): BufferedCell | undefined;
  matching(terms: { source: Term; endpoint: Term }): BufferedCell[];
};

export function bufferedCells(minutes: readonly ConsumedMinute[], window: Window, timeZone: string): BufferedCells {
  const places = new Map(window.points.map(({ span, point }, index) => [`${span} ${point}`, index]));
  const cells = new Map<string, BufferedCell>();
  for (const { minute, counters } of minutes) {
    const index = placesOf(minute, timeZone)
      .map(({ span, point }) => places.get(`${span} ${point}`))
      .find((place) => place !== undefined);
    if (index === undefined) continue;
    for (const { source, endpoint, counts } of cellsOf(counters)) {
      const key = `${source} ${endpoint}`;
      const cell = cells.get(key) ?? { source, endpoint, sum: {}, points: new Map<number, Counts>() };
      cells.set(key, cell);
      addCounts(cell.sum, counts);
      cell.points.set(index, addCounts(cell.points.get(index) ?? {}, counts));
    }
  }
  return {
    of: (source, endpoint) => cells.get(`${source} ${endpoint}`),
    matching: (terms) =>
      [...cells.values()].filter(
        ({ source, endpoint }) => matches(source, terms.source) && matches(endpoint, terms.endpoint),
      ),
  };
}

function matches(value: string, term: Term): boolean {
  if (typeof term === 'string') return value === term;
  return '$gt' in term ? value > term.$gt : term.$in.includes(value);
}
