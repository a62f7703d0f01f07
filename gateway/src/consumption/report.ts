import type { ConsumptionStore, Snapshot, SpanDocument } from './consumption-store.ts';
import type { Outcome, Source } from './counter.ts';
import { limitedOutcomes, refusedOutcomes } from './counter.ts';
import { addCount, addCounts, type Counts, callsIn, limitedIn, refusedIn } from './counts.ts';
import type { LiveCells } from './live-cells.ts';
import { liveCellsOf } from './live-cells.ts';
import type { OpenMinutes } from './open-minutes.ts';
import { spanId } from './span-changes.ts';
import type { Window } from './window.ts';

/** What is asked. An undefined source or endpoint means all of them together. */
export type Question = {
  companyId: number;
  timeZone: string;
  window: Window;
  source?: Source | undefined;
  endpoint?: string | undefined;
  /** Lists only who had such an outcome, and sorts by what was not let in. */
  outcome?: Outcome | undefined;
  /** Lists of all keys only these: what a search found. */
  among?: readonly Source[] | undefined;
  /** Page of the list of keys, from 1. */
  page: number;
};

export type Row = { source: Source; endpoint: string; counts: Counts };

export type Report = {
  /** The sum of the window. */
  total: Counts;
  /** One for each point of the window. */
  series: Counts[];
  bySource: { rows: Row[]; more: boolean };
  byEndpoint: Row[];
};

export type ConsumptionReports = {
  of(question: Question): Promise<Report>;
  /** Whether anything was ever called. */
  hasAny(companyId: number): Promise<boolean>;
};

export const ROWS_PER_PAGE = 25;
/** There are fewer calls than this. */
const MAX_ENDPOINTS = 500;

/** What the consumption page shows: of MongoDB and Redis together, at one moment. */
export function createConsumptionReports(open: OpenMinutes, store: ConsumptionStore): ConsumptionReports {
  return {
    of: (question) =>
      store.read(
        question.companyId,
        () => open.all(question.companyId),
        async (snapshot, rest) => {
          const live = liveCellsOf(rest, question.window, question.timeZone);
          const { source = '', endpoint = '', page } = question;
          const series = await seriesOf(snapshot, live, question);
          const listed = listedSources(question);
          const bySource = await rowsOf(snapshot, live, question, { endpoint, source: listed }, page);
          const byEndpoint = await rowsOf(
            snapshot,
            live,
            question,
            { source, endpoint: { $gt: '' } },
            1,
            MAX_ENDPOINTS,
          );
          const total = series.reduce((sum: Counts, counts) => addCounts(sum, counts), {});
          return { total, series, bySource, byEndpoint: byEndpoint.rows };
        },
      ),
    hasAny: (companyId) =>
      store.read(
        companyId,
        () => open.all(companyId),
        async (snapshot, rest) => {
          if (rest.length > 0) return true;
          return (await snapshot.find({ source: '', endpoint: '' }, { _id: 1 }, { limit: 1 })).length > 0;
        },
      ),
  };
}

type Term = string | { $gt: string } | { $in: string[] };

function listedSources({ source, among }: Question): Term {
  if (source) return source;
  return among ? { $in: [...among] } : { $gt: '' };
}

async function seriesOf(snapshot: Snapshot, live: LiveCells, { window, source = '', endpoint = '' }: Question) {
  const spans = [...new Set(window.points.map(({ span }) => span))];
  const documents = await snapshot.find({ span: { $in: spans }, source, endpoint }, { span: 1, points: 1 });
  const bySpan = new Map(documents.map(({ span, points }) => [span, points]));
  const fresh = live.of(source, endpoint)?.points;
  return window.points.map(({ span, point }, index) =>
    addCounts({ ...bySpan.get(span)?.[point] }, fresh?.get(index) ?? {}),
  );
}

/**
 * One page of the busiest. What is in Redis still may move a row up: those rows are looked at
 * beside the first ones of MongoDB, so that none is missed.
 */
async function rowsOf(
  snapshot: Snapshot,
  live: LiveCells,
  { companyId, window, outcome }: Question,
  terms: { source: Term; endpoint: Term },
  page: number,
  perPage = ROWS_PER_PAGE,
): Promise<{ rows: Row[]; more: boolean }> {
  const isRefusal = outcome !== undefined && ([...limitedOutcomes, ...refusedOutcomes] as string[]).includes(outcome);
  const by = isRefusal ? 'refused' : 'calls';
  const needed = page * perPage + 1;
  const ranks = new Map<string, { source: Source; endpoint: string; rank: number }>();
  const note = ({ source = '', endpoint = '', ...row }: Partial<SpanDocument>) => {
    const known = ranks.get(`${source} ${endpoint}`);
    const rank = (known?.rank ?? 0) + (row[by] ?? 0);
    ranks.set(`${source} ${endpoint}`, { source, endpoint, rank });
  };
  const only = { ...(isRefusal && { refused: { $gt: 0 } }), ...(outcome && { [`sum.${outcome}`]: { $gt: 0 } }) };
  const slim = { _id: 0, source: 1, endpoint: 1, [by]: 1 } as const;
  const fresh = live.matching(terms, outcome);
  for (const span of window.spans) {
    const first = await snapshot.find({ span, ...terms, ...only }, slim, { sort: { [by]: -1 }, limit: needed });
    for (const row of first) note(row);
    const seen = new Set(first.map(({ source, endpoint }) => `${source} ${endpoint}`));
    const unseen = fresh.filter(({ source, endpoint }) => !seen.has(`${source} ${endpoint}`));
    const ids = unseen.map(({ source, endpoint }) => spanId(companyId, span, source, endpoint));
    if (ids.length > 0) for (const row of await snapshot.find({ _id: { $in: ids } }, slim)) note(row);
  }
  for (const { source, endpoint, sum } of fresh)
    note({ source, endpoint, calls: callsIn(sum), refused: refusedIn(sum) + limitedIn(sum) });
  const ordered = [...ranks.values()].sort((a, b) => b.rank - a.rank || (a.source < b.source ? -1 : 1));
  const shown = ordered.slice((page - 1) * perPage, page * perPage);
  const counts = await countsOf(snapshot, live, companyId, window, shown);
  // Of an hour the two spans reach further back: some had no call within it.
  const rows = shown
    .map(({ source, endpoint }, index) => ({ source, endpoint, counts: counts[index] ?? {} }))
    .filter((row) => callsIn(row.counts) > 0 && (!outcome || (row.counts[outcome] ?? 0) > 0));
  return { rows: rows.sort((a, b) => rankOf(b, by) - rankOf(a, by)), more: ordered.length > page * perPage };
}

function rankOf({ counts }: Row, by: 'calls' | 'refused'): number {
  return by === 'calls' ? callsIn(counts) : refusedIn(counts) + limitedIn(counts);
}

const SUMS = { span: 1, sum: 1 } as const;
const POINTS = { span: 1, points: 1 } as const;

async function countsOf(
  snapshot: Snapshot,
  live: LiveCells,
  companyId: number,
  window: Window,
  rows: readonly { source: Source; endpoint: string }[],
): Promise<Counts[]> {
  const ids = rows.flatMap((row) => window.spans.map((span) => spanId(companyId, span, row.source, row.endpoint)));
  const found = [
    ...(await snapshot.find({ _id: { $in: ids }, ...(window.partial && { span: { $ne: window.partial } }) }, SUMS)),
    ...(window.partial ? await snapshot.find({ _id: { $in: ids }, span: window.partial }, POINTS) : []),
  ];
  const byId = new Map(found.map((document) => [document._id, document]));
  return rows.map(({ source, endpoint }) => {
    const counts: Counts = {};
    for (const span of window.spans) {
      const document = byId.get(spanId(companyId, span, source, endpoint));
      if (document) addCounts(counts, within(document, window));
    }
    return addCounts(counts, live.of(source, endpoint)?.sum ?? {});
  });
}

function within({ span, points, sum }: Partial<SpanDocument>, window: Window): Counts {
  if (span !== window.partial) return sum ?? {};
  const counts: Counts = {};
  for (const { span: at, point } of window.points)
    if (at === span) for (const [name, count] of Object.entries(points?.[point] ?? {})) addCount(counts, name, count);
  return counts;
}
