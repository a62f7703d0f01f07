import { completionValues } from '../cv/completion.ts';
import { bucketsWithin } from './day-buckets.ts';
import type { CvQuery, SortField, SortKey } from './list-query.ts';

/** An index of the list, by its fields after companyId. */
export type ListIndex = readonly string[];

type Order = { field: SortField | '_id'; descending: boolean };

export type ListPlan = {
  /** Undefined when MongoDB is to choose: the caller reaches one user's few CVs alone. */
  index: ListIndex | undefined;
  /** By what rows are sorted; the id last, so that ties have an order too. */
  order: Order[];
  query: CvQuery;
  /** The date filter once more as buckets of days, where the index is made of them. */
  buckets?: { field: 'createdIn' | 'updatedIn'; any: number[] };
};

const EQUALITIES = ['recipient', 'tagIds', 'managerId', 'main'] as const;
const SORTS: readonly SortField[] = ['createdAt', 'updatedAt', 'recipient', 'completion'];
const BUCKETS = { createdAt: 'createdIn', updatedAt: 'updatedIn' } as const;

/**
 * Every index of the list: one for each equality filter and sort, completion with each other
 * sort, and the buckets of each date with the sorts by something else.
 */
export const listIndexes: readonly ListIndex[] = [
  ...SORTS.filter((sort) => sort !== 'completion').map((sort) => [sort, '_id']),
  ...SORTS.filter((sort) => sort !== 'completion').map((sort) => ['completion', sort, '_id']),
  ...EQUALITIES.flatMap((equality) => SORTS.filter((sort) => sort !== equality).map((sort) => [equality, sort, '_id'])),
  ['createdIn', 'updatedAt', '_id'],
  ['createdIn', 'recipient', '_id'],
  ['updatedIn', 'createdAt', '_id'],
  ['updatedIn', 'recipient', '_id'],
];

/**
 * How a list is read: by which index, in which order. `matching` and `all` are how many rows match
 * with and without the dates, to tell few from many.
 */
export function planList(query: CvQuery, limit: number, matching: number, all: number): ListPlan {
  const [first, ...rest] = query.sort as [SortKey, ...SortKey[]];
  if (query.userId !== undefined) return { index: undefined, order: ordered(query.sort), query };
  const equality = EQUALITIES.find((field) => fieldOf(query, field) !== undefined && field !== first.field);
  if (rest.length > 0) return { index: indexOfMany(query.sort, equality), order: ordered(query.sort), query };
  const dated = (['createdAt', 'updatedAt'] as const).find(
    (field) => query[field] !== undefined && field !== first.field,
  );
  if (dated !== undefined) return planDated(query, first, equality, dated, { limit, matching, all });
  if (first.field === 'completion' && equality === undefined) return byCompletion(query, first, 'createdAt');
  const narrowed =
    equality ?? (query.completion === undefined || first.field === 'completion' ? undefined : 'completion');
  return {
    index: narrowed === undefined ? [first.field, '_id'] : [narrowed, first.field, '_id'],
    order: ordered([first]),
    query,
  };
}

type Sizes = { limit: number; matching: number; all: number };

/** A list filtered by one date and sorted by something else. */
function planDated(
  query: CvQuery,
  sort: SortKey,
  equality: string | undefined,
  dated: 'createdAt' | 'updatedAt',
  sizes: Sizes,
): ListPlan {
  const { limit, matching, all } = sizes;
  const order = ordered([sort]);
  const along = (field: string): ListIndex => (equality === undefined ? [field, '_id'] : [equality, field, '_id']);
  // Few enough to put in order in memory.
  if (matching <= limit) return { index: along(dated), order, query };
  if (equality === undefined) {
    if (sort.field === 'completion') return byCompletion(query, sort, dated);
    // So many that passing over the others costs less than merging.
    if (matching > 0.95 * all) return { index: along(sort.field), order, query };
    const field = BUCKETS[dated];
    return {
      index: [field, sort.field, '_id'],
      order,
      query,
      buckets: { field, any: bucketsWithin(query[dated] ?? []) },
    };
  }
  return { index: along(matching < (limit * all) / matching ? dated : sort.field), order, query };
}

/** Every value of completion by name: then a date bounds the scan within each. */
function byCompletion(query: CvQuery, sort: SortKey, then: 'createdAt' | 'updatedAt'): ListPlan {
  return {
    index: ['completion', then, '_id'],
    order: ordered([sort, { field: then, descending: sort.descending }]),
    query: { ...query, completion: query.completion ?? [...completionValues] },
  };
}

/** Several sorts at once are put in order in memory, but for the two that an index has. */
function indexOfMany([first, second, ...rest]: readonly SortKey[], equality: string | undefined): ListIndex {
  const inIndex =
    first?.field === 'completion' &&
    second !== undefined &&
    second.descending === first.descending &&
    rest.length === 0;
  if (equality === undefined && inIndex) return ['completion', second.field, '_id'];
  const field = first?.field === 'completion' ? 'createdAt' : (first?.field ?? 'createdAt');
  return equality === undefined || equality === field ? [field, '_id'] : [equality, field, '_id'];
}

function fieldOf(query: CvQuery, field: (typeof EQUALITIES)[number]): unknown {
  return field === 'tagIds' ? query.tagId : query[field];
}

function ordered(keys: readonly SortKey[]): Order[] {
  return [...keys, { field: '_id', descending: keys[0]?.descending ?? false }];
}
