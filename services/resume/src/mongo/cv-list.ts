import type { QueryFilter, SortOrder } from 'mongoose';
import mongoose from 'mongoose';
import type { From, Position } from '../paging/position-cache.ts';
import type { CvRow } from '../cv/list-item.ts';
import type { ListTokens } from '../cv-list/facets.ts';
import type { CvQuery, Interval } from '../cv-list/list-query.ts';
import type { ListPlan } from '../cv-list/plan.ts';
import type { Models } from './models.ts';
import type { CvListStore, StatusQuery } from '../store.ts';
import type { CvDocument } from './documents.ts';
import { keysOf } from './schemas.ts';

const { trusted } = mongoose;

/** More than a person could keep up to date. */
const MOST_OF_USER = 1_000;

type Filter = QueryFilter<CvDocument>;
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

export function createMongoCvList({ cvs }: Pick<Models, 'cvs'>): CvListStore {
  const find = async (
    filter: Filter,
    sort: Record<string, SortOrder>,
    from: From,
    limit: number,
    hint: Record<string, 1> | undefined,
  ): Promise<CvRow[]> => {
    const query = cvs.find(filter, ROW).sort(sort).skip(from.skip).limit(limit).lean<Row[]>();
    if (hint) query.hint(hint);
    return (await query).map(rowOf);
  };
  return {
    page: (plan: ListPlan, from: From, limit: number): Promise<CvRow[]> => {
      const { order, index } = plan;
      const sort = Object.fromEntries(order.map(({ field, descending }) => [field, descending ? -1 : 1] as const));
      const filter = from.after ? { $or: branchesAfter(plan, from.after) } : withRuns(plan);
      return find(filter, sort, from, limit, index && keysOf(index));
    },
    count: (query: CvQuery): Promise<number> => cvs.countDocuments(filterOf(query)),
    ofUser: (userId) => find({ userId }, { _id: 1 }, { skip: 0 }, MOST_OF_USER, undefined),
    pageByStatus: (query: StatusQuery, from: From, limit: number): Promise<CvRow[]> => {
      const order = [
        { field: 'statusChangedAt', descending: false },
        { field: '_id', descending: false },
      ];
      const base = statusFilter(query);
      const filter = from.after ? { $or: pastOf(order, from.after).map((past) => merge(base, past)) } : base;
      const hint = query.userId === undefined ? keysOf(['status', 'statusChangedAt', '_id']) : undefined;
      return find(filter, { statusChangedAt: 1, _id: 1 }, from, limit, hint);
    },
    countByStatus: (query: StatusQuery): Promise<number> => cvs.countDocuments(statusFilter(query)),
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
  const dates = [datesOf('createdAt', createdAt), datesOf('updatedAt', updatedAt)].filter((one) => one !== undefined);
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

function withRuns({ query, runs }: ListPlan): Filter {
  return { ...filterOf(query), ...(runs ? { [runs.field]: trusted({ $in: runs.any }) } : {}) } as Filter;
}

/**
 * What comes after a position, as branches that each read one run of the index: MongoDB merges
 * them. It does so by itself for a list of values, but not for one inside a branch.
 */
function branchesAfter({ query, runs, order }: ListPlan, position: Position): Filter[] {
  const base = filterOf(query);
  const each = runs?.any.map((token) => ({ ...base, [runs.field]: token })) ?? [base];
  return each.flatMap((run) => pastOf(order, position).map((past) => merge(run as Filter, past)));
}

function datesOf(field: string, intervals: readonly Interval[] | undefined): Filter | undefined {
  if (intervals === undefined) return undefined;
  const ranges = intervals.map(({ from, until }) => ({
    [field]: trusted({
      ...(from === -Infinity ? {} : { $gte: new Date(from) }),
      ...(until === Infinity ? {} : { $lt: new Date(until) }),
    }),
  }));
  return (ranges.length === 1 ? ranges[0] : { $or: ranges }) as Filter;
}

/** The rows that come after a position: further in the first field, or level with it and further in the next. */
function pastOf(order: readonly { field: string; descending: boolean }[], position: Position): Filter[] {
  const values = order.map(({ field }, index) =>
    field.endsWith('At') ? new Date(Number(position[index])) : position[index],
  );
  return order.map(({ field, descending }, index) => ({
    ...Object.fromEntries(order.slice(0, index).map((level, before) => [level.field, values[before]])),
    [field]: trusted({ [descending ? '$lt' : '$gt']: values[index] }),
  }));
}

/** Both filters at once, also where they speak of the same field. */
function merge(base: Filter, past: Filter): Filter {
  const same = Object.keys(past).filter((field) => Object.hasOwn(base, field));
  if (same.length === 0) return { ...base, ...past };
  const { $and = [], ...rest } = base as Filter & { $and?: Filter[] };
  return { ...rest, $and: [...$and, past] } as Filter;
}

function rowOf({ _id, content, ...row }: Row): CvRow {
  return { ...row, id: _id, title: content.title };
}
