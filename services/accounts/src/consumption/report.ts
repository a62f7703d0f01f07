import { type BufferedCells, bufferedCells, type Term } from './buffered-cells.ts';
import { type CellSortKey, candidatesFor, sortRows } from './cell-sorting.ts';
import type { ConsumptionStore, Snapshot } from './consumption-store.ts';
import type { Outcome, Source } from './counter.ts';
import { addCounts, type Counts } from './counts.ts';
import type { MinuteBuffer } from './minute-buffer.ts';
import { type Row, type Rows, rankedBy, rowsOf } from './rows.ts';
import type { Window } from './window.ts';

/** What is asked. An undefined source or endpoint means all of them together. */
export type ReportQuery = {
  companyId: number;
  timeZone: string;
  window: Window;
  source?: Source | undefined;
  endpoint?: string | undefined;
  /** Lists only who had such an outcome, and sorts by what was not let in. */
  outcome?: Outcome | undefined;
  /** Lists of all keys only these: what a search found. */
  onlySources?: readonly Source[] | undefined;
  /** Page of the list of keys, from 1. */
  page: number;
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
  of(question: ReportQuery): Promise<Report>;
  /** Each key at each call. */
  cells(question: ReportQuery, order: CellSortKey): Promise<Rows>;
  /** Whether anything was ever called. */
  hasAny(companyId: number): Promise<boolean>;
};

export const ROWS_PER_PAGE = 25;
/** There are fewer calls than this. */
const MAX_ENDPOINTS = 500;

/** What the consumption page shows: of MongoDB and Redis together, at one moment. */
export function createConsumptionReports(buffer: MinuteBuffer, store: ConsumptionStore): ConsumptionReports {
  return {
    of: (question) =>
      store.read(
        question.companyId,
        () => buffer.all(question.companyId),
        async (snapshot, rest) => {
          const live = bufferedCells(rest, question.window, question.timeZone);
          const { companyId, window, source = '', endpoint = '', outcome, page } = question;
          const series = await seriesOf(snapshot, live, question);
          const all = { companyId, window, outcome, by: rankedBy(outcome) };
          const bySource = await rowsOf(
            { snapshot, live },
            { ...all, ...pageOf(page), endpoint, source: listedSources(question) },
          );
          const byEndpoint = await rowsOf(
            { snapshot, live },
            { ...all, skip: 0, limit: MAX_ENDPOINTS, source, endpoint: { $gt: '' } },
          );
          const total = series.reduce((sum: Counts, counts) => addCounts(sum, counts), {});
          return { total, series, bySource, byEndpoint: byEndpoint.rows };
        },
      ),
    cells: (question, order) =>
      store.read(
        question.companyId,
        () => buffer.all(question.companyId),
        async (snapshot, rest) => {
          const { companyId, window, endpoint = { $gt: '' }, outcome, page } = question;
          const live = bufferedCells(rest, window, question.timeZone);
          const all = { companyId, window, outcome, endpoint, source: listedSources(question) };
          const here = pageOf(page);
          if (order === 'calls') return rowsOf({ snapshot, live }, { ...all, ...here, by: rankedBy(outcome) });
          const { rows } = await rowsOf({ snapshot, live }, { ...all, ...candidatesFor(order) });
          const ordered = sortRows(rows, order);
          const end = here.skip + here.limit;
          return { rows: ordered.slice(here.skip, end), more: ordered.length > end };
        },
      ),
    hasAny: (companyId) =>
      store.read(
        companyId,
        () => buffer.all(companyId),
        async (snapshot, rest) => {
          if (rest.length > 0) return true;
          return (await snapshot.find({ source: '', endpoint: '' }, { _id: 1 }, { limit: 1 })).length > 0;
        },
      ),
  };
}

function pageOf(page: number): { skip: number; limit: number } {
  return { skip: (page - 1) * ROWS_PER_PAGE, limit: ROWS_PER_PAGE };
}

/** Of which keys a list is. */
export function listedSources({ source, onlySources: among }: Pick<ReportQuery, 'source' | 'onlySources'>): Term {
  if (source) return source;
  return among ? { $in: [...among] } : { $gt: '' };
}

async function seriesOf(snapshot: Snapshot, live: BufferedCells, { window, source = '', endpoint = '' }: ReportQuery) {
  const spans = [...new Set(window.points.map(({ span }) => span))];
  const documents = await snapshot.find({ span: { $in: spans }, source, endpoint }, { span: 1, points: 1 });
  const bySpan = new Map(documents.map(({ span, points }) => [span, points]));
  const fresh = live.of(source, endpoint)?.points;
  return window.points.map(({ span, point }, index) =>
    addCounts({ ...bySpan.get(span)?.[point] }, fresh?.get(index) ?? {}),
  );
}
