import { VitaeError } from '@vitae/kit/errors';
import { queryOptions } from '@vitae/kit/mongo';
import { MAX_TOTAL, type Position, type ReadStart } from '@vitae/kit/read-page';
import type { CvRow } from '../cv/list-item.ts';
import type { Interval, ListScope } from '../cv-list/list-query.ts';
import type { ListTerms } from '../cv-list/list-terms.ts';
import { type Bounds, type IndexRead, type ListPlan, type Order, planCount } from '../cv-list/plan.ts';
import type { CvListStore, StatusQuery } from '../store.ts';
import { type BoundedFilter, countBounded, countKeys, type Hint } from './bounded-reads.ts';
import type { CvDocument } from './documents.ts';
import type { Models } from './models.ts';
import { collatedIndex, keysOf, NAME_ORDER } from './schemas.ts';

type Filter = Record<string, unknown>;
type FieldOrder = { field: string; descending: boolean };
type Row = Omit<
  CvDocument,
  keyof ListTerms | 'content' | 'display' | 'photo' | 'password' | 'history' | 'json' | 'mark' | 'until'
> & {
  content: { title: string };
};

const ROW = Object.fromEntries(
  (
    'companyId userId revision culture content.title completion main published indexed protected anonymized recipient ' +
    'status statusChangedAt userSlug slug token managerId tagIds createdAt updatedAt'
  )
    .split(' ')
    .map((field) => [field, 1 as const]),
);

const ID_ORDER: readonly FieldOrder[] = [{ field: '_id', descending: false }];
const STATUS_ORDER: readonly FieldOrder[] = [
  { field: 'statusChangedAt', descending: false },
  { field: '_id', descending: false },
];
const STATUS_INDEX = keysOf(['status', 'statusChangedAt', '_id']);
const USER_INDEX = keysOf(['userId', '_id']);

/** Bounds the work for filters that no index decides completely. */
export const RESIDUAL_LIMITS = {
  /** Up to this number of candidates, all are read and sorted in memory immediately. */
  fewRows: 1_000,
  /** Otherwise, the first rows in sort order are checked. */
  shortWalk: 2_000,
  /** If they do not fill the page, up to this number of candidates are sorted in memory. */
  manyRows: MAX_TOTAL,
  /** Otherwise, more rows in sort order are checked. */
  longWalk: 100_000,
};

export function createMongoCvList({ cvs }: Pick<Models, 'cvs'>, limits = RESIDUAL_LIMITS): CvListStore {
  const findInOrder = createFind({ cvs });
  const walk = createWalk({ cvs });
  const findAmong = async (plan: ListPlan, max: number, read: ListRead): Promise<CvRow[] | undefined> => {
    const { bounds, hint } = filterOf(planCount(plan.query));
    const options = { projection: { _id: 1 }, limit: max + 1, hint, ...queryOptions(read.signal) };
    const ids = (await cvs.collection.find(bounds as never, options).toArray()).map(({ _id }) => _id);
    if (ids.length > max) return undefined;
    const filter = { companyId: plan.companyId, _id: { $in: ids }, ...conditionsFilter(plan.query) };
    return findInOrder(filter, plan.order, { ...read, hint: { _id: 1 } });
  };
  return {
    page: async (plan, start, limit, signal) => {
      const { bounds, residual, hint } = filterOf(plan);
      const read = { ...start, limit, hint, ...(signal && { signal }) };
      if (plan.index === undefined) return findInOrder({ ...bounds, ...residual }, plan.order, read);
      if (residual === undefined) return findInOrder(bounds as Filter, plan.order, read);
      const rows =
        (await findAmong(plan, limits.fewRows, read)) ??
        (await walk(plan, limits.shortWalk, read)) ??
        (await findAmong(plan, limits.manyRows, read)) ??
        (await walk(plan, limits.longWalk, read));
      if (rows === undefined) throw listTooExpensive();
      return rows;
    },
    count: (query, signal) => countBounded(cvs, filterOf(planCount(query)), signal),
    ofUser: (companyId, userId, start, limit, signal) =>
      findInOrder({ companyId, userId }, ID_ORDER, { ...start, limit, hint: USER_INDEX, ...(signal && { signal }) }),
    pageByStatus: (query, start, limit, signal) => {
      const hint = query.userId === undefined ? STATUS_INDEX : USER_INDEX;
      return findInOrder(statusFilter(query), STATUS_ORDER, { ...start, limit, hint, ...(signal && { signal }) });
    },
    countByStatus: (query, signal) => {
      const { userId, companyId, ...residual } = statusFilter(query);
      const filter =
        userId === undefined
          ? { bounds: { companyId, ...residual }, hint: STATUS_INDEX }
          : { bounds: { companyId, userId }, residual, hint: USER_INDEX };
      return countBounded(cvs, filter, signal);
    },
  };
}

type FindOptions = { limit: number; hint: Hint; skip?: number; signal?: AbortSignal };
type ListRead = FindOptions & ReadStart;

type FindInOrder = (filter: Filter, order: readonly FieldOrder[], read: ListRead) => Promise<CvRow[]>;

/** Reads rows in an order that the hinted index has, or sorts them in memory. */
function createFind({ cvs }: Pick<Models, 'cvs'>): FindInOrder {
  const find = async (filter: Filter, order: readonly FieldOrder[], options: FindOptions): Promise<CvRow[]> => {
    const { signal, ...others } = options;
    const sort = sortOf(order);
    const collation = 'recipient' in sort || 'recipient' in filter ? { collation: NAME_ORDER } : {};
    const cursor = cvs.collection.find(filter as never, {
      ...{ projection: ROW, sort, ...collation, ...others },
      ...queryOptions(signal),
    });
    return (await cursor.toArray()).map((row) => rowOf(row as unknown as Row));
  };
  return async (filter, order, { after, skip, ...options }) => {
    if (after === undefined) return find(filter, order, { ...options, skip });
    const rows: CvRow[] = [];
    for (const range of rangesAfter(order, after)) {
      const limit = options.limit - rows.length;
      if (limit > 0) rows.push(...(await find(merge(filter, range.filter), range.order, { ...options, limit })));
    }
    return rows;
  };
}

type Walk = (plan: ListPlan, max: number, read: ListRead) => Promise<CvRow[] | undefined>;

/** Checks the residual conditions of at most `max` rows in sort order. Returns undefined if more rows are required. */
function createWalk({ cvs }: Pick<Models, 'cvs'>): Walk {
  return async (plan, max, { after, skip, limit, signal }) => {
    const { bounds, residual, hint } = filterOf(plan);
    const collation = 'recipient' in sortOf(plan.order) ? { collation: NAME_ORDER } : {};
    const ranges = after === undefined ? [{ filter: {}, order: plan.order }] : rangesAfter(plan.order, after);
    const rows: CvRow[] = [];
    for (const range of ranges) {
      const missing = limit - rows.length;
      if (missing === 0) break;
      const filter = merge(bounds as Filter, range.filter);
      const pipeline = [
        ...[{ $match: filter }, { $sort: sortOf(range.order) }, { $limit: max }, { $match: residual }],
        ...[...(skip > 0 ? [{ $skip: skip }] : []), { $limit: missing }, { $project: ROW }],
      ];
      const options = { hint, ...collation, ...queryOptions(signal) };
      const found = await cvs.collection.aggregate<Row>(pipeline, options).toArray();
      rows.push(...found.map(rowOf));
      if (found.length === missing) break;
      if ((await countKeys(cvs, { bounds: filter, hint, ...collation }, max + 1, signal)) > max) return undefined;
    }
    return rows;
  };
}

function listTooExpensive(): VitaeError {
  return new VitaeError(
    'INVALID_ARGUMENT',
    'list_too_expensive',
    'Too few of the CVs that match some of the filters match all of them. Use fewer filters or a shorter period.',
  );
}

function filterOf({ companyId, index, bounds, residual }: IndexRead): BoundedFilter {
  const conditions = conditionsFilter(residual);
  return {
    bounds: boundsFilter(companyId, bounds),
    residual: Object.keys(conditions).length === 0 ? undefined : conditions,
    hint: index === undefined ? USER_INDEX : (collatedIndex(index) ?? keysOf(index)),
  };
}

function boundsFilter(companyId: number, bounds: Bounds): Filter {
  const { userId, terms, nameTerms, createdDays, updatedDays, completion } = bounds;
  return {
    companyId,
    ...(userId === undefined ? {} : { userId }),
    ...(terms === undefined ? {} : { terms }),
    ...(nameTerms === undefined ? {} : { nameTerms }),
    ...(createdDays === undefined ? {} : { createdDays: { $in: createdDays } }),
    ...(updatedDays === undefined ? {} : { updatedDays: { $in: updatedDays } }),
    ...(completion === undefined ? {} : { completion: { $in: completion } }),
    ...datesFilter(bounds),
  };
}

function conditionsFilter(conditions: IndexRead['residual']): Filter {
  const { main, managerId, recipient, tagId, otherTagIds = [], completion, cvIds, ...dates } = conditions;
  const tagIds = tagId === undefined ? otherTagIds : [tagId, ...otherTagIds];
  return {
    ...(main === undefined ? {} : { main }),
    ...(managerId === undefined ? {} : { managerId }),
    ...(recipient === undefined ? {} : { recipient }),
    ...(tagIds.length === 0 ? {} : { tagIds: { $all: tagIds } }),
    ...cvsFilter({ cvIds }),
    ...(completion === undefined ? {} : { completion: { $in: completion } }),
    ...datesFilter(dates),
  };
}

type Dates = { createdAt?: readonly Interval[]; updatedAt?: readonly Interval[] };

function datesFilter({ createdAt, updatedAt }: Dates): Filter {
  const dates = [dateFilter('createdAt', createdAt), dateFilter('updatedAt', updatedAt)].filter(
    (filter) => filter !== undefined,
  );
  return dates.length === 0 ? {} : { $and: dates };
}

function dateFilter(field: string, intervals: readonly Interval[] | undefined): Filter | undefined {
  if (intervals === undefined) return undefined;
  const ranges = intervals.map(({ from, until }) => ({
    [field]: {
      ...(from === -Infinity ? {} : { $gte: new Date(from) }),
      ...(until === Infinity ? {} : { $lt: new Date(until) }),
    },
  }));
  return ranges.length === 1 ? ranges[0] : { $or: ranges };
}

function statusFilter({ companyId, userId, status, since, cvIds }: StatusQuery): Filter {
  const owner = userId === undefined ? {} : { userId };
  return { companyId, ...owner, ...cvsFilter({ cvIds }), status, statusChangedAt: { $gte: new Date(since) } };
}

function cvsFilter({ cvIds }: { cvIds: ListScope['cvIds'] | undefined }): Filter {
  return cvIds === undefined ? {} : { _id: { $in: cvIds } };
}

/**
 * The rows after a position, as ranges to be read one after the other: first those that differ only in the last value,
 * and so on. A position may omit the last values, which means after all rows with the first values.
 */
function rangesAfter(order: readonly FieldOrder[], position: Position) {
  // A forged cursor may have further values.
  const values = position
    .slice(0, order.length)
    .map((value, index) => (order[index]?.field.endsWith('At') ? new Date(Number(value)) : value));
  return values
    .map((value, index) => {
      const { field, descending } = order[index] as FieldOrder;
      const equal = order.slice(0, index).map((one, at) => [one.field, values[at]] as const);
      const filter = { ...Object.fromEntries(equal), [field]: { [descending ? '$lt' : '$gt']: value } };
      return { filter, order: order.slice(index) };
    })
    .toReversed();
}

/** Combines two filters that may constrain the same field. */
function merge(base: Filter, range: Filter): Filter {
  const hasSameField = Object.keys(range).some((field) => Object.hasOwn(base, field));
  if (!hasSameField) return { ...base, ...range };
  const { $and = [], ...rest } = base as Filter & { $and?: Filter[] };
  return { ...rest, $and: [...$and, range] };
}

function sortOf(order: readonly FieldOrder[] | Order): Record<string, 1 | -1> {
  return Object.fromEntries(order.map(({ field, descending }) => [field, descending ? -1 : 1] as const));
}

function rowOf({ _id, content, ...row }: Row): CvRow {
  return { ...row, id: _id, title: content.title };
}
