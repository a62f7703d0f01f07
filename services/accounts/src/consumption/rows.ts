import type { BufferedCells, Term } from './buffered-cells.ts';
import type { Snapshot, SpanDocument } from './consumption-store.ts';
import { limitedOutcomes, type Outcome, rejectedOutcomes, type Source } from './counter.ts';
import { addCount, addCounts, type Counts, limitedIn, rejectedIn, requestsIn } from './counts.ts';
import { spanId } from './span-updates.ts';
import type { Window } from './window.ts';

/** The counts of a source at an endpoint. The empty string stands for all sources or endpoints. */
export type Row = { source: Source; endpoint: string; counts: Counts };

/** The indexed sort orders: by all requests, or by rejected and limited requests. */
export type RankedBy = 'calls' | 'refused';

export type RowsQuery = {
  companyId: number;
  window: Window;
  source: Term;
  endpoint: Term;
  /** Only rows with this outcome. */
  outcome?: Outcome | undefined;
  by: RankedBy;
  skip: number;
  limit: number;
};

export type Rows = { rows: Row[]; more: boolean };

type View = { snapshot: Snapshot; buffered: BufferedCells };
/** `matches` is set if its requests in a span or in Redis have the outcome of the query. */
type Candidate = { source: Source; endpoint: string; bound: number; matches: boolean };

export function rankedBy(outcome: Outcome | undefined): RankedBy {
  return outcome && ([...limitedOutcomes, ...rejectedOutcomes] as string[]).includes(outcome) ? 'refused' : 'calls';
}

/**
 * Returns one page of the rows with the most requests, from MongoDB and Redis. The last hour covers two spans, and pages
 * are selected by the sum of both spans, because the part of the first span would have to be read for every key. The
 * counts, and the order within a page, are exact.
 */
export async function rowsOf(view: View, query: RowsQuery): Promise<Rows> {
  const { skip, limit } = query;
  const candidates = await firstOf(view, query, skip + limit + 1);
  const rows = await countedRows(view, query, candidates.slice(skip, skip + limit));
  return { rows, more: candidates.length > skip + limit };
}

/** The maximum number of rows to read per span. If thousands of rows are almost equal, their order is insignificant. */
const MAX_DEPTH = 800;

/** Reads more rows until no unseen row can precede the last needed one (Fagin's threshold algorithm). */
async function firstOf(view: View, query: RowsQuery, needed: number): Promise<Candidate[]> {
  for (let depth = needed * query.window.spans.length; ; depth *= 4) {
    const { candidates, unseen } = await candidatesOf(view, query, depth);
    if (unseen <= (candidates[needed - 1]?.bound ?? 0) || depth >= MAX_DEPTH) return candidates;
  }
}

/**
 * Returns the first rows of each span and all buffered rows, with their sums over all spans. Every other row has a sum of
 * at most `unseen`.
 */
async function candidatesOf({ snapshot, buffered }: View, query: RowsQuery, depth: number) {
  const { companyId, window, source, endpoint, outcome, by } = query;
  const only = { ...(by === 'refused' && { refused: { $gt: 0 } }), ...(outcome && { [`sum.${outcome}`]: { $gt: 0 } }) };
  const slim = ['source', 'endpoint', by, ...(outcome ? [`sum.${outcome}`] : [])];
  const candidates = new Map<string, Candidate>();
  const add = (
    { source = '', endpoint = '', sum }: Partial<Pick<SpanDocument, 'source' | 'endpoint' | 'sum'>>,
    bound: number,
  ) => {
    const key = `${source} ${endpoint}`;
    const known = candidates.get(key) ?? { bound: 0, matches: outcome === undefined };
    const matches = known.matches || (outcome !== undefined && (sum?.[outcome] ?? 0) > 0);
    candidates.set(key, { source, endpoint, bound: known.bound + bound, matches });
  };
  /** For each span, the rows that were read and the maximum of all others. */
  const lists: { span: string; known: Set<string>; max: number }[] = [];
  for (const span of window.spans) {
    const filter = { span, source, endpoint, ...only };
    const first = await snapshot.find(filter, slim, { sort: { [by]: -1 }, limit: depth });
    for (const row of first) add(row, row[by] ?? 0);
    const known = new Set(first.map((row) => `${row.source} ${row.endpoint}`));
    lists.push({ span, known, max: first.length === depth ? (first.at(-1)?.[by] ?? 0) : 0 });
  }
  // Includes keys whose buffered requests do not have the outcome, because their other requests may have it.
  for (const cell of buffered.matching({ source, endpoint })) add(cell, countOf(cell.sum, by));
  let unseen = sumOf(lists);
  // Redis may contain thousands of rows. Those that cannot be among the first are dropped.
  const enough = [...candidates.values()].map(({ bound }) => bound).sort((a, b) => b - a)[depth - 1] ?? 0;
  for (const [key, { bound }] of candidates) {
    const max = bound + sumOf(lists.filter(({ known }) => !known.has(key)));
    if (max >= enough || outcome) continue;
    candidates.delete(key);
    unseen = Math.max(unseen, max);
  }
  for (const { span, known, max } of lists) {
    // If the span was read completely, other rows are not in it, unless they were excluded by the outcome.
    if (max === 0 && !outcome) continue;
    const others = [...candidates].filter(([key]) => !known.has(key)).map(([, row]) => row);
    const ids = others.map((row) => spanId(companyId, span, row.source, row.endpoint));
    if (ids.length > 0) for (const row of await snapshot.find({ _id: { $in: ids } }, slim)) add(row, row[by] ?? 0);
  }
  const matching = [...candidates.values()].filter(({ matches }) => matches);
  const ordered = matching.sort((a, b) => b.bound - a.bound || (a.source < b.source ? -1 : 1));
  return { candidates: by === 'refused' ? ordered.filter(({ bound }) => bound > 0) : ordered, unseen };
}

function sumOf(lists: readonly { max: number }[]): number {
  return lists.reduce((sum, { max }) => sum + max, 0);
}

const SUMS = ['_id', 'span', 'sum'];
const POINTS = ['_id', 'span', 'points'];

async function countedRows({ snapshot, buffered }: View, query: RowsQuery, candidates: readonly Candidate[]) {
  const { companyId, window, outcome, by } = query;
  const idOf = ({ source, endpoint }: Candidate, span: string) => spanId(companyId, span, source, endpoint);
  const ids = candidates.flatMap((row) => window.spans.map((span) => idOf(row, span)));
  const documents = [
    ...(await snapshot.find({ _id: { $in: ids }, ...(window.partial && { span: { $ne: window.partial } }) }, SUMS)),
    ...(window.partial ? await snapshot.find({ _id: { $in: ids }, span: window.partial }, POINTS) : []),
  ];
  const byId = new Map(documents.map((document) => [document._id, document]));
  return candidates
    .map((row): Row => {
      const { source, endpoint } = row;
      const counts: Counts = {};
      for (const span of window.spans) {
        const document = byId.get(idOf(row, span));
        if (document) addCounts(counts, within(document, window));
      }
      return { source, endpoint, counts: addCounts(counts, buffered.of(source, endpoint)?.sum ?? {}) };
    })
    .filter(({ counts }) => countOf(counts, by) > 0 && (!outcome || (counts[outcome] ?? 0) > 0))
    .sort(byRank(by));
}

function within({ span, points, sum }: Partial<SpanDocument>, window: Window): Counts {
  if (span !== window.partial) return sum ?? {};
  const counts: Counts = {};
  for (const { span: at, point } of window.points)
    if (at === span) for (const [name, count] of Object.entries(points?.[point] ?? {})) addCount(counts, name, count);
  return counts;
}

function countOf(counts: Counts, by: RankedBy): number {
  return by === 'calls' ? requestsIn(counts) : rejectedIn(counts) + limitedIn(counts);
}

function byRank(by: RankedBy): (a: Row, b: Row) => number {
  return (a, b) => countOf(b.counts, by) - countOf(a.counts, by) || (a.source < b.source ? -1 : 1);
}
