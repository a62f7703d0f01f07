import { completionValues } from '../cv/completion.ts';
import { areExact, bucketsWithin } from './day-buckets.ts';
import type { CvConditions, CvQuery, Interval, ListScope, SortField, SortKey } from './list-query.ts';
import { term, termOf } from './list-terms.ts';

/** The fields of a list index after `companyId`. */
export type ListIndex = readonly string[];

export type Order = readonly { field: SortField | '_id'; descending: boolean }[];
type DateField = 'createdAt' | 'updatedAt';

/** The ranges of an index that are read. */
export type Bounds = {
  userId?: number;
  terms?: string;
  nameTerms?: string;
  createdDays?: readonly number[];
  updatedDays?: readonly number[];
  completion?: readonly number[];
  createdAt?: readonly Interval[];
  updatedAt?: readonly Interval[];
};

export type IndexRead = {
  companyId: number;
  /** Undefined to read all CVs of one user. */
  index: ListIndex | undefined;
  bounds: Bounds;
  /** The filters that the bounds do not express. They are checked on each row. */
  residual: Residual;
};

type Residual = CvConditions & Pick<ListScope, 'cvIds'>;

export type ListPlan = IndexRead & {
  query: CvQuery;
  /** The order of the index, which ends with the id so that it is total. */
  order: Order;
};

const DATES: readonly DateField[] = ['createdAt', 'updatedAt'];
const DAYS = { createdAt: 'createdDays', updatedAt: 'updatedDays' } as const;

/**
 * All list indexes. Completion has eleven values, so it precedes the sort field: MongoDB merges eleven ranges into the
 * order of that field, and lists by completion read them one after the other.
 */
export const listIndexes: readonly ListIndex[] = [
  ['terms', 'completion', 'createdAt', '_id'],
  ['terms', 'completion', 'updatedAt', '_id'],
  ['nameTerms', 'completion', 'recipient', '_id'],
  ['createdDays', 'updatedAt', '_id'],
  ['createdDays', 'recipient', '_id'],
  ['updatedDays', 'createdAt', '_id'],
  ['updatedDays', 'recipient', '_id'],
];

/** Reads a list in the order of its first sort field. */
export function planList(query: CvQuery): ListPlan {
  const [first] = query.sort as [SortKey];
  const order = (...fields: (SortField | '_id')[]): Order =>
    fields.map((field) => ({ field, descending: first.descending }));
  if (query.userId !== undefined) return { ...planOfUser(query), query, order: order(first.field, '_id') };
  // The recipient filter makes all sort values equal, so the creation date gives the same order.
  const field = first.field === 'recipient' && query.recipient !== undefined ? 'createdAt' : first.field;
  if (field === 'completion') {
    const then = datesOf(query)[0] ?? 'createdAt';
    return { ...readTerms(query, then), query, order: order('completion', then, '_id') };
  }
  const dated = datesOf(query).find((date) => date !== field);
  const isDated = dated !== undefined && valuesOf(query).length === 0 && query.completion === undefined;
  const read = isDated ? readDays(query, dated, field) : readTerms(query, field);
  return { ...read, query, order: order(field, '_id') };
}

/** Reads the fewest rows that include all rows of a list, in any order. */
export function planCount(query: CvQuery): IndexRead {
  if (query.userId !== undefined) return planOfUser(query);
  const read = readTerms(query, datesOf(query)[0] ?? 'createdAt');
  const { completion: _all, ...bounds } = read.bounds;
  // All completions of a term without a date are one range.
  return query.completion === undefined && datesOf(query).length === 0 ? { ...read, bounds } : read;
}

/** Returns whether index keys decide completely which CVs a list contains. */
export function isCountedByIndex(query: CvQuery): boolean {
  return Object.values(planCount(query).residual).every((condition) => condition === undefined);
}

function planOfUser({ companyId, userId = 0, sort: _sort, ...residual }: CvQuery): IndexRead {
  return { companyId, index: undefined, bounds: { userId }, residual };
}

function readTerms(query: CvQuery, field: 'createdAt' | 'updatedAt' | 'recipient'): IndexRead {
  const { companyId, sort: _sort, completion = completionValues, ...conditions } = query;
  const values = valuesOf(query).slice(0, 2);
  const residual: Residual = { ...conditions };
  for (const [condition] of values) delete residual[condition];
  const termField = field === 'recipient' ? 'nameTerms' : 'terms';
  const index: ListIndex = [termField, 'completion', field, '_id'];
  const bounds = { [termField]: termOf(values.map(([, value]) => value)), completion };
  if (field === 'recipient' || residual[field] === undefined) return { companyId, index, bounds, residual };
  const { [field]: intervals, ...others } = residual;
  return { companyId, index, bounds: { ...bounds, [field]: intervals }, residual: others };
}

/** Reads the buckets of a date filter in the order of another field. */
function readDays(query: CvQuery, dated: DateField, field: SortField): IndexRead {
  const { companyId, sort: _sort, ...conditions } = query;
  const { [dated]: intervals = [], ...others } = conditions;
  const residual: Residual = areExact(intervals) ? others : conditions;
  const index: ListIndex = [DAYS[dated], field, '_id'];
  const bounds = { [DAYS[dated]]: bucketsWithin(intervals) };
  if (field === 'recipient' || field === 'completion' || residual[field] === undefined)
    return { companyId, index, bounds, residual };
  const { [field]: range, ...rest } = residual;
  return { companyId, index, bounds: { ...bounds, [field]: range }, residual: rest };
}

function datesOf(query: CvQuery): DateField[] {
  return DATES.filter((date) => query[date] !== undefined);
}

type ValueFilter = 'recipient' | 'tagId' | 'managerId' | 'main';

/** The filters by one value and their terms. The first ones usually match the fewest CVs. */
function valuesOf({ managerId, main, recipient, tagId }: CvQuery): [ValueFilter, string][] {
  const values: [ValueFilter, string | undefined][] = [
    ['recipient', recipient === undefined ? undefined : term.recipient(recipient)],
    ['tagId', tagId === undefined ? undefined : term.tag(tagId)],
    ['managerId', managerId === undefined ? undefined : term.manager(managerId)],
    ['main', main === undefined ? undefined : term.main(main)],
  ];
  return values.filter((pair): pair is [ValueFilter, string] => pair[1] !== undefined);
}
