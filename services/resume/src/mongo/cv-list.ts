import type { QueryFilter, SortOrder } from 'mongoose';
import mongoose from 'mongoose';
import type { CvRow } from '../cv/list-item.ts';
import type { ListTokens } from '../cv-list/facets.ts';
import type { CvQuery, Interval } from '../cv-list/list-query.ts';
import type { ListPlan } from '../cv-list/plan.ts';
import type { Position, ReadStart } from '../paging/list-cache.ts';
import type { CvListStore, StatusQuery } from '../store.ts';
import type { CvDocument } from './documents.ts';
import type { Models } from './models.ts';
import { collatedIndex, keysOf, NAME_ORDER } from './schemas.ts';

const { trusted } = mongoose;

type Filter = QueryFilter<CvDocument>;
type FieldOrder = { field: string; descending: boolean };
type Row = Omit<
  CvDocument,
  keyof ListTokens | 'content' | 'display' | 'photo' | 'password' | 'history' | 'json' | 'mark' | 'until'
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

const STATUS_ORDER: readonly FieldOrder[] = [
  { field: 'statusChangedAt', descending: false },
  { field: '_id', descending: false },
];

export function createMongoCvList({ cvs }: Pick<Models, 'cvs'>): CvListStore {
  const find = async (
    filter: Filter,
    sort: Record<string, SortOrder>,
    start: ReadStart,
    limit: number,
    hint: Record<string, 1> | string | undefined,
  ): Promise<CvRow[]> => {
    const query = cvs.find(filter, ROW).sort(sort).skip(start.skip).limit(limit).lean<Row[]>();
    if ('recipient' in sort) query.collation(NAME_ORDER);
    if (hint) query.hint(hint);
    return (await query).map(rowOf);
  };
  return {
    page: (plan, start, limit) => {
      const { order, index } = plan;
      const sort = Object.fromEntries(order.map(({ field, descending }) => [field, descending ? -1 : 1] as const));
      const filter = start.after ? { $or: branchesAfter(plan, start.after) } : planFilter(plan);
      return find(filter, sort, start, limit, index && (collatedIndex(index) ?? keysOf(index)));
    },
    count: (query) => cvs.countDocuments(filterOf(query)),
    ofUser: (userId, start, limit) => {
      const filter = { userId, ...(start.after ? { _id: trusted({ $gt: start.after[0] }) } : {}) } as Filter;
      return find(filter, { _id: 1 }, start, limit, undefined);
    },
    pageByStatus: (query, start, limit) => {
      const base = statusFilter(query);
      const filter = start.after
        ? { $or: rangesAfter(STATUS_ORDER, start.after).map((range) => merge(base, range)) }
        : base;
      const hint = query.userId === undefined ? keysOf(['status', 'statusChangedAt', '_id']) : undefined;
      return find(filter, { statusChangedAt: 1, _id: 1 }, start, limit, hint);
    },
    countByStatus: (query) => cvs.countDocuments(statusFilter(query)),
  };
}

function statusFilter({ companyId, userId, status, since }: StatusQuery): Filter {
  const owner = userId === undefined ? {} : { userId };
  return { companyId, ...owner, status, statusChangedAt: trusted({ $gte: new Date(since) }) } as Filter;
}

function filterOf({
  companyId,
  userId,
  main,
  managerId,
  recipient,
  tagId,
  createdAt,
  updatedAt,
  completion,
}: CvQuery): Filter {
  const dates = [dateFilter('createdAt', createdAt), dateFilter('updatedAt', updatedAt)].filter(
    (filter) => filter !== undefined,
  );
  return {
    companyId,
    ...(userId === undefined ? {} : { userId }),
    ...(main === undefined ? {} : { main }),
    ...(managerId === undefined ? {} : { managerId }),
    ...(recipient === undefined ? {} : { recipient }),
    ...(tagId === undefined ? {} : { tagIds: tagId }),
    ...(completion === undefined ? {} : { completion: trusted({ $in: completion }) }),
    ...(dates.length === 0 ? {} : { $and: dates }),
  } as Filter;
}

function planFilter({ query, tokens }: ListPlan): Filter {
  return { ...filterOf(query), ...(tokens ? { [tokens.field]: trusted({ $in: tokens.anyOf }) } : {}) } as Filter;
}

/**
 * The rows after a position, as one branch for each index range, which MongoDB merges in order.
 * MongoDB splits a top-level `$in` into ranges itself, but not an `$in` inside a branch.
 */
function branchesAfter({ query, tokens, order }: ListPlan, position: Position): Filter[] {
  const base = filterOf(query);
  const perToken = tokens?.anyOf.map((token) => ({ ...base, [tokens.field]: token })) ?? [base];
  return perToken.flatMap((branch) => rangesAfter(order, position).map((range) => merge(branch as Filter, range)));
}

function dateFilter(field: string, intervals: readonly Interval[] | undefined): Filter | undefined {
  if (intervals === undefined) return undefined;
  const ranges = intervals.map(({ from, until }) => ({
    [field]: trusted({
      ...(from === -Infinity ? {} : { $gte: new Date(from) }),
      ...(until === Infinity ? {} : { $lt: new Date(until) }),
    }),
  }));
  return (ranges.length === 1 ? ranges[0] : { $or: ranges }) as Filter;
}

/** The rows after a position: a greater first value, or an equal first value and a greater second one, and so on. */
function rangesAfter(order: readonly FieldOrder[], position: Position): Filter[] {
  const values = order.map(({ field }, index) =>
    field.endsWith('At') ? new Date(Number(position[index])) : position[index],
  );
  return order.map(({ field, descending }, index) => ({
    ...Object.fromEntries(order.slice(0, index).map((equal, at) => [equal.field, values[at]])),
    [field]: trusted({ [descending ? '$lt' : '$gt']: values[index] }),
  }));
}

/** Combines two filters that may constrain the same field. */
function merge(base: Filter, range: Filter): Filter {
  const hasSameField = Object.keys(range).some((field) => Object.hasOwn(base, field));
  if (!hasSameField) return { ...base, ...range };
  const { $and = [], ...rest } = base as Filter & { $and?: Filter[] };
  return { ...rest, $and: [...$and, range] } as Filter;
}

function rowOf({ _id, content, ...row }: Row): CvRow {
  return { ...row, id: _id, title: content.title };
}
