import fc from 'fast-check';
import type { BufferedCells } from './buffered-cells.ts';
import type { Snapshot, SpanDocument } from './consumption-store.ts';
import type { Counts } from './counts.ts';
import { type RowsQuery, rankedBy, rowsOf } from './rows.ts';
import { spanId } from './span-updates.ts';
import type { Window } from './window.ts';

const COMPANY = 1;
const SPANS = ['d2026-11-20', 'd2026-11-21'];

/** The requests of a key in each span, and those that are buffered. */
type Requests = { accepted: number; rejected: number; limited: number };
type Key = { spans: Requests[]; buffered: Requests };

const few = fc.oneof(fc.constant(0), fc.nat({ max: 20 }));
const requests = fc.record({ accepted: fc.nat({ max: 30 }), rejected: few, limited: few });
const keys = fc.array(fc.record({ spans: fc.tuple(requests, requests), buffered: requests }), {
  maxLength: 70,
  size: 'max',
});
const page = fc.record({ skip: fc.nat({ max: 12 }), limit: fc.integer({ min: 1, max: 4 }) });

const NONE: Requests = { accepted: 0, rejected: 0, limited: 0 };
const sumOf = ({ accepted, rejected, limited }: Requests) => accepted + rejected + limited;
const countsOf = ({ accepted, rejected, limited }: Requests): Counts => ({
  ...(accepted > 0 && { accepted_standard: accepted }),
  ...(rejected > 0 && { invalid_signature: rejected }),
  ...(limited > 0 && { limited_standard: limited }),
});
const windowOf = (spans: readonly string[]): Window => ({
  view: 'day',
  points: [],
  from: 0,
  to: 0,
  spans: [...spans],
  partial: undefined,
});
const sourceOf = (index: number) => `k${String(index).padStart(2, '0')}`;

type Filter = { span?: string | { $ne: string }; _id?: { $in: string[] } } & Record<string, { $gt: number }>;

/** MongoDB with the spans of the keys. Supports the filters of lists. */
function snapshotOf(all: readonly Key[], spans: readonly string[]): Snapshot {
  const documents = all.flatMap((key, index) =>
    spans.flatMap((span, at): Partial<SpanDocument>[] => {
      const counted = key.spans[at] as Requests;
      if (sumOf(counted) === 0) return [];
      const _id = spanId(COMPANY, span, sourceOf(index), '');
      const numbers = { calls: sumOf(counted), refused: counted.rejected + counted.limited, sum: countsOf(counted) };
      const points = { 5: countsOf(counted), 6: countsOf(counted) };
      return [{ _id, span, source: sourceOf(index), endpoint: '', ...numbers, points }];
    }),
  );
  const isMatch = (document: Partial<SpanDocument>, { span, _id, ...more }: Filter) =>
    (typeof span === 'object' ? document.span !== span.$ne : !span || document.span === span) &&
    (!_id || _id.$in.includes(document._id ?? '')) &&
    (!more.refused || (document.refused ?? 0) > 0) &&
    Object.keys(more).every((name) => !name.startsWith('sum.') || document.sum?.[name.slice(4)] !== undefined);
  return {
    find: async (filter, _fields, { sort = {}, limit = documents.length } = {}) => {
      const [by] = Object.keys(sort) as ('calls' | 'refused')[];
      const found = documents.toReversed().filter((document) => isMatch(document, filter as Filter));
      return (by ? found.toSorted((a, b) => (b[by] ?? 0) - (a[by] ?? 0)) : found).slice(0, limit);
    },
    stream: () => [] as never,
  };
}

function bufferOf(all: readonly Key[]): BufferedCells {
  const cells = all.flatMap(({ buffered }, index) => {
    const cell = { source: sourceOf(index), endpoint: '', sum: countsOf(buffered), points: new Map() };
    return sumOf(buffered) > 0 ? [cell] : [];
  });
  return {
    of: (source) => cells.find((cell) => cell.source === source),
    matching: () => cells,
  };
}

/** Reads a page of the keys, and the page that results from reading all of them. */
async function pages(
  all: readonly Key[],
  spans: readonly string[],
  query: Pick<RowsQuery, 'by' | 'skip' | 'limit' | 'outcome'>,
) {
  const { by, skip, limit, outcome } = query;
  const view = { snapshot: snapshotOf(all, spans), buffered: bufferOf(all) };
  const asked: RowsQuery = { companyId: COMPANY, window: windowOf(spans), source: { $gt: '' }, endpoint: '', ...query };
  const { rows, more } = await rowsOf(view, asked);
  const totals = new Map(
    all.map((key, index) => {
      const parts = [...key.spans.slice(0, spans.length), key.buffered];
      const sum = (name: keyof Requests) => parts.reduce((total, part) => total + part[name], 0);
      return [sourceOf(index), { accepted: sum('accepted'), rejected: sum('rejected'), limited: sum('limited') }];
    }),
  );
  const rank = (total: Requests) => (by === 'refused' ? total.rejected + total.limited : sumOf(total));
  const expected = [...totals.values()]
    .filter((total) => rank(total) > 0 && (outcome === undefined || countsOf(total)[outcome] !== undefined))
    .map(rank)
    .sort((a, b) => b - a);
  const read = rows.map(({ source, counts }) => {
    const { accepted_standard: accepted = 0, invalid_signature: rejected = 0, limited_standard: limited = 0 } = counts;
    expect({ accepted, rejected, limited }).toEqual(totals.get(source));
    return rank({ accepted, rejected, limited });
  });
  expect(new Set(rows.map(({ source }) => source)).size).toBe(rows.length);
  // Keys with equal numbers may be on either page.
  return {
    read: { ranks: read, more },
    expected: { ranks: expected.slice(skip, skip + limit), more: expected.length > skip + limit },
  };
}

test.each(['calls', 'refused'] as const)('a page has the keys with the most requests of two spans: %s', async (by) => {
  const property = fc.asyncProperty(keys, page, async (all, { skip, limit }) => {
    const { read, expected } = await pages(all, SPANS, { by, skip, limit });
    expect(read).toEqual(expected);
  });
  await fc.assert(property);
});

test.each(['accepted_standard', 'invalid_signature', 'limited_standard'] as const)(
  'a page has the keys with the most requests of a span that have the outcome %s',
  async (outcome) => {
    const property = fc.asyncProperty(keys, page, async (all, { skip, limit }) => {
      const by = rankedBy(outcome);
      const { read, expected } = await pages(all, SPANS.slice(0, 1), { by, skip, limit, outcome });
      expect(read).toEqual(expected);
    });
    await fc.assert(property);
  },
);

test('buffered requests without the outcome count for the place of a key that has it in a span', async () => {
  const keyOf = (accepted: number, limited: number, buffered: Requests): Key => ({
    spans: [{ ...NONE, accepted, limited }, NONE],
    buffered,
  });
  const before = keyOf(10, 0, { ...NONE, limited: 50 });
  const other = keyOf(0, 5, { ...NONE, limited: 90 });
  const all = [keyOf(20, 0, NONE), before, keyOf(30, 0, NONE), other];
  const { read } = await pages(all, SPANS.slice(0, 1), {
    by: 'calls',
    skip: 0,
    limit: 2,
    outcome: 'accepted_standard',
  });
  expect(read).toEqual({ ranks: [60, 30], more: true });
});

test.each([
  [undefined, 'calls'],
  ['accepted_free', 'calls'],
  ['limited_standard', 'refused'],
  ['invalid_nonce', 'refused'],
] as const)('rows with the outcome %s are ranked by %s', (outcome, by) => {
  expect(rankedBy(outcome)).toBe(by);
});

test('a key with the most requests of both spans is found even if it is not among the first of either', async () => {
  const both: Key = { spans: [60, 60].map((accepted) => ({ ...NONE, accepted })), buffered: NONE };
  const first: Key = { ...both, spans: [{ ...NONE, accepted: 100 }, NONE] };
  const second: Key = { ...both, spans: [NONE, { ...NONE, accepted: 100 }] };
  const all = [...Array.from({ length: 10 }, () => [first, second]).flat(), both];
  const { read } = await pages(all, SPANS, { by: 'calls', skip: 0, limit: 2 });
  expect(read).toEqual({ ranks: [120, 100], more: true });
});

test('at most 800 rows of each span are read to find the first ones', async () => {
  const key = (spans: Requests[]): Key => ({ spans, buffered: NONE });
  const one = { ...NONE, accepted: 1 };
  // Every unseen row may have one request in each span, so the first rows are never certain.
  const all = Array.from({ length: 1_000 }, () => [key([one, NONE]), key([NONE, one])]).flat();
  const snapshot = snapshotOf(all, SPANS);
  const limits: unknown[] = [];
  const find: Snapshot['find'] = (filter, fields, options) => {
    if (options?.limit) limits.push(options.limit);
    return snapshot.find(filter, fields, options);
  };
  const query = {
    companyId: COMPANY,
    window: windowOf(SPANS),
    source: { $gt: '' },
    endpoint: '',
    by: 'calls',
  } as const;
  const rows = await rowsOf(
    { snapshot: { ...snapshot, find }, buffered: bufferOf([]) },
    { ...query, skip: 0, limit: 99 },
  );
  expect(rows).toMatchObject({ rows: { length: 99 }, more: true });
  expect(limits).toEqual([200, 200, 800, 800]);
});

test('the counts of keys on other pages, and those before the window, are not read', async () => {
  const one: Key = { spans: [0, 1].map(() => ({ ...NONE, accepted: 1 })), buffered: NONE };
  const snapshot = snapshotOf([one, one, one, one], SPANS);
  const counted: string[] = [];
  const find: Snapshot['find'] = async (filter, fields, options) => {
    const found = await snapshot.find(filter, fields, options);
    if (!options) counted.push(...found.map(({ source, span }) => `${fields.at(-1)} of ${source} in ${span}`));
    return found;
  };
  const [first = '', second = ''] = SPANS;
  const points = [
    { span: first, point: 6, start: 0 },
    { span: second, point: 5, start: 60 },
  ];
  const window = { ...windowOf(SPANS), points, partial: first };
  const query = {
    companyId: COMPANY,
    window,
    source: { $gt: '' },
    endpoint: '',
    by: 'calls',
    skip: 0,
    limit: 2,
  } as const;
  const { rows } = await rowsOf({ snapshot: { ...snapshot, find }, buffered: bufferOf([]) }, query);
  expect(rows.map(({ source, counts }) => [source, counts])).toEqual([
    ['k00', { accepted_standard: 2 }],
    ['k01', { accepted_standard: 2 }],
  ]);
  expect(counted.sort()).toEqual([
    `points of k00 in ${first}`,
    `points of k01 in ${first}`,
    `sum of k00 in ${second}`,
    `sum of k01 in ${second}`,
  ]);
});

test('keys with equal numbers are ordered by their ids', async () => {
  const equal: Key = { spans: [{ ...NONE, accepted: 1 }, NONE], buffered: NONE };
  const view = { snapshot: snapshotOf([equal, equal, equal], SPANS), buffered: bufferOf([]) };
  const all = { companyId: COMPANY, window: windowOf(SPANS), source: { $gt: '' }, endpoint: '' };
  const { rows } = await rowsOf(view, { ...all, by: 'calls', skip: 0, limit: 2 });
  expect(rows.map(({ source }) => source)).toEqual(['k00', 'k01']);
});
