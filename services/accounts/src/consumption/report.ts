import { type BufferedCells, bufferedCells, type Term } from './buffered-cells.ts';
import { type CellSortKey, candidatesFor, sortRows } from './cell-sorting.ts';
import type { ConsumptionStore, Reader, Snapshot } from './consumption-store.ts';
import type { Outcome, Source } from './counter.ts';
import { addCounts, type Counts } from './counts.ts';
import type { MinuteBuffer } from './minute-buffer.ts';
import { type Row, type Rows, rankedBy, rowsOf } from './rows.ts';
import type { Window } from './window.ts';

/** An undefined source or endpoint selects the sum of all. */
export type ReportQuery = Reader & {
  timeZone: string;
  window: Window;
  source?: Source | undefined;
  endpoint?: string | undefined;
  /** Lists only rows with this outcome. */
  outcome?: Outcome | undefined;
  /** Lists only these sources. */
  onlySources?: readonly Source[] | undefined;
  /** The page of the list of keys, starting at 1, which is the default. */
  page?: number | undefined;
};

export type Report = {
  /** The sum of the window. */
  total: Counts;
  /** One for each point of the window. */
  series: Counts[];
  bySource: Rows;
  byEndpoint: Row[];
};

export type ConsumptionReports = {
  of(query: ReportQuery): Promise<Report>;
  /** Lists the combinations of key and endpoint. */
  cells(query: ReportQuery, order: CellSortKey): Promise<Rows>;
  /** Returns whether any request was ever recorded. */
  hasAny(reader: Reader): Promise<boolean>;
};

export const ROWS_PER_PAGE = 25;
/** More than the API has. */
const MAX_ENDPOINTS = 500;

/** Creates reports from a consistent view of MongoDB and Redis. */
export function createConsumptionReports(buffer: MinuteBuffer, store: ConsumptionStore): ConsumptionReports {
  return {
    of: (query) =>
      store.read(
        query,
        () => buffer.all(query.companyId),
        async (snapshot, rest) => {
          const buffered = bufferedCells(rest, query.window, query.timeZone);
          const { companyId, window, source = '', endpoint = '', outcome, page } = query;
          const series = await seriesOf(snapshot, buffered, query);
          const all = { companyId, window, outcome, by: rankedBy(outcome) };
          const bySource = await rowsOf(
            { snapshot, buffered },
            { ...all, ...pageOf(page), endpoint, source: listedSources(query) },
          );
          const byEndpoint = await rowsOf(
            { snapshot, buffered },
            { ...all, skip: 0, limit: MAX_ENDPOINTS, source, endpoint: { $gt: '' } },
          );
          const total = series.reduce((sum: Counts, counts) => addCounts(sum, counts), {});
          return { total, series, bySource, byEndpoint: byEndpoint.rows };
        },
      ),
    cells: (query, order) =>
      store.read(
        query,
        () => buffer.all(query.companyId),
        async (snapshot, rest) => {
          const { companyId, window, endpoint = { $gt: '' }, outcome, page } = query;
          const buffered = bufferedCells(rest, window, query.timeZone);
          const all = { companyId, window, outcome, endpoint, source: listedSources(query) };
          const here = pageOf(page);
          if (order === 'calls') return rowsOf({ snapshot, buffered }, { ...all, ...here, by: rankedBy(outcome) });
          const { rows } = await rowsOf({ snapshot, buffered }, { ...all, ...candidatesFor(order) });
          const ordered = sortRows(rows, order);
          const end = here.skip + here.limit;
          return { rows: ordered.slice(here.skip, end), more: ordered.length > end };
        },
      ),
    hasAny: (reader) =>
      store.read(
        reader,
        () => buffer.all(reader.companyId),
        async (snapshot, rest) => {
          if (rest.length > 0) return true;
          return (await snapshot.find({ source: '', endpoint: '' }, ['span'], { limit: 1 })).length > 0;
        },
      ),
  };
}

function pageOf(page = 1): { skip: number; limit: number } {
  return { skip: (page - 1) * ROWS_PER_PAGE, limit: ROWS_PER_PAGE };
}

/** Returns the filter for the sources of a list. */
export function listedSources({ source, onlySources: among }: Pick<ReportQuery, 'source' | 'onlySources'>): Term {
  if (source) return source;
  return among ? { $in: [...among] } : { $gt: '' };
}

async function seriesOf(
  snapshot: Snapshot,
  buffered: BufferedCells,
  { window, source = '', endpoint = '' }: ReportQuery,
) {
  const spans = [...new Set(window.points.map(({ span }) => span))];
  const documents = await snapshot.find({ span: { $in: spans }, source, endpoint }, ['span', 'points']);
  const bySpan = new Map(documents.map(({ span, points }) => [span, points]));
  const unflushed = buffered.of(source, endpoint)?.points;
  return window.points.map(({ span, point }, index) =>
    addCounts({ ...bySpan.get(span)?.[point] }, unflushed?.get(index) ?? {}),
  );
}
