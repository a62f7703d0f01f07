import type { BufferedCells, Term } from './buffered-cells.ts';
import type { Snapshot, SpanDocument } from './consumption-store.ts';
import { limitedOutcomes, type Outcome, rejectedOutcomes, type Source } from './counter.ts';
import { addCount, addCounts, type Counts, limitedIn, rejectedIn, requestsIn } from './counts.ts';
import { spanId } from './span-updates.ts';
import type { Window } from './window.ts';

/** What a source did at a call; all sources or all calls together are "". */
export type Row = { source: Source; endpoint: string; counts: Counts };

/** What the indexes have an order of: all calls, or those that were not let in. */
export type RankedBy = 'calls' | 'refused';

export type RowsQuery = {
  companyId: number;
  window: Window;
  source: Term;
  endpoint: Term;
  /** Only those who had such an outcome. */
  outcome?: Outcome | undefined;
  by: RankedBy;
  skip: number;
  limit: number;
};

export type Rows = { rows: Row[]; more: boolean };

type Sight = { snapshot: Snapshot; live: BufferedCells };
type Candidate = { source: Source; endpoint: string; bound: number };

export function rankedBy(outcome: Outcome | undefined): RankedBy {
  return outcome && ([...limitedOutcomes, ...rejectedOutcomes] as string[]).includes(outcome) ? 'refused' : 'calls';
}

/**
 * One page of those who called most, of MongoDB and Redis together. An hour touches two spans, and
 * its order is that of both together: what of the first is within the hour would have to be read
 * for every key. The numbers are those of the hour, and a page has them in order.
 */
export async function rowsOf(sight: Sight, question: RowsQuery): Promise<Rows> {
  const { skip, limit } = question;
  const candidates = await firstOf(sight, question, skip + limit + 1);
  const rows = await countedRows(sight, question, candidates.slice(skip, skip + limit));
  return { rows, more: candidates.length > skip + limit };
}

/** So deep an hour's two spans are looked through: where thousands called alike, their order tells nothing. */
const MAX_DEPTH = 800;

/** Looks deeper until nobody who was not seen can come before the last that is needed (Fagin's threshold algorithm). */
async function firstOf(sight: Sight, question: RowsQuery, needed: number): Promise<Candidate[]> {
  for (let depth = needed * question.window.spans.length; ; depth *= 4) {
    const { candidates, unseen } = await candidatesOf(sight, question, depth);
    if (unseen <= (candidates[needed - 1]?.bound ?? 0) || depth >= MAX_DEPTH) return candidates;
  }
}

/**
 * The first rows of each span, and all that Redis still has something of, with all that their spans
 * hold of them. No row that is not among them has more than `unseen`.
 */
async function candidatesOf({ snapshot, live }: Sight, question: RowsQuery, depth: number) {
  const { companyId, window, source, endpoint, outcome, by } = question;
  const only = { ...(by === 'refused' && { refused: { $gt: 0 } }), ...(outcome && { [`sum.${outcome}`]: { $gt: 0 } }) };
  const slim = { _id: 0, source: 1, endpoint: 1, [by]: 1 } as const;
  const candidates = new Map<string, Candidate>();
  const note = ({ source = '', endpoint = '' }: Partial<SpanDocument>, bound: number) => {
    const key = `${source} ${endpoint}`;
    candidates.set(key, { source, endpoint, bound: (candidates.get(key)?.bound ?? 0) + bound });
  };
  /** By span: who is known, and what others have at most. */
  const lists: { span: string; known: Set<string>; most: number }[] = [];
  for (const span of window.spans) {
    const filter = { span, source, endpoint, ...only };
    const first = await snapshot.find(filter, slim, { sort: { [by]: -1 }, limit: depth });
    for (const row of first) note(row, row[by] ?? 0);
    const known = new Set(first.map((row) => `${row.source} ${row.endpoint}`));
    lists.push({ span, known, most: first.length === depth ? (first.at(-1)?.[by] ?? 0) : 0 });
  }
  for (const cell of live.matching({ source, endpoint }, outcome))
    note({ source: cell.source, endpoint: cell.endpoint }, countOf(cell.sum, by));
  let unseen = sumOf(lists);
  // Redis may have something of thousands: those that cannot be among the first are not looked for.
  const enough = [...candidates.values()].map(({ bound }) => bound).sort((a, b) => b - a)[depth - 1] ?? 0;
  for (const [key, { bound }] of candidates) {
    const most = bound + sumOf(lists.filter(({ known }) => !known.has(key)));
    if (most >= enough || outcome) continue;
    candidates.delete(key);
    unseen = Math.max(unseen, most);
  }
  for (const { span, known, most } of lists) {
    // Where the list was whole, others have nothing; of those with an outcome they may have other calls.
    if (most === 0 && !outcome) continue;
    const others = [...candidates].filter(([key]) => !known.has(key)).map(([, row]) => row);
    const ids = others.map((row) => spanId(companyId, span, row.source, row.endpoint));
    if (ids.length > 0) for (const row of await snapshot.find({ _id: { $in: ids } }, slim)) note(row, row[by] ?? 0);
  }
  const ordered = [...candidates.values()].sort((a, b) => b.bound - a.bound || (a.source < b.source ? -1 : 1));
  return { candidates: by === 'refused' ? ordered.filter(({ bound }) => bound > 0) : ordered, unseen };
}

function sumOf(lists: readonly { most: number }[]): number {
  return lists.reduce((sum, { most }) => sum + most, 0);
}

const SUMS = { span: 1, sum: 1 } as const;
const POINTS = { span: 1, points: 1 } as const;

async function countedRows({ snapshot, live }: Sight, question: RowsQuery, candidates: readonly Candidate[]) {
  const { companyId, window, outcome, by } = question;
  const idOf = ({ source, endpoint }: Candidate, span: string) => spanId(companyId, span, source, endpoint);
  const ids = candidates.flatMap((row) => window.spans.map((span) => idOf(row, span)));
  const found = [
    ...(await snapshot.find({ _id: { $in: ids }, ...(window.partial && { span: { $ne: window.partial } }) }, SUMS)),
    ...(window.partial ? await snapshot.find({ _id: { $in: ids }, span: window.partial }, POINTS) : []),
  ];
  const byId = new Map(found.map((document) => [document._id, document]));
  return candidates
    .map((row): Row => {
      const { source, endpoint } = row;
      const counts: Counts = {};
      for (const span of window.spans) {
        const document = byId.get(idOf(row, span));
        if (document) addCounts(counts, within(document, window));
      }
      return { source, endpoint, counts: addCounts(counts, live.of(source, endpoint)?.sum ?? {}) };
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
