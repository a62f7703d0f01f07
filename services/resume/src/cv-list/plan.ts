import { completionValues } from '../cv/completion.ts';
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
};

const EQUALITIES = ['recipient', 'tagIds', 'managerId', 'main'] as const;
const SORTS: readonly SortField[] = ['createdAt', 'updatedAt', 'recipient', 'completion'];

/** Every index of the list: one for each equality filter and sort, and completion with each other sort. */
export const listIndexes: readonly ListIndex[] = [
  ...SORTS.filter((sort) => sort !== 'completion').map((sort) => [sort, '_id']),
  ...SORTS.filter((sort) => sort !== 'completion').map((sort) => ['completion', sort, '_id']),
  ...EQUALITIES.flatMap((equality) => SORTS.filter((sort) => sort !== equality).map((sort) => [equality, sort, '_id'])),
];

/**
 * How a list is read: by which index, in which order. `matching` and `all` are how many rows match
 * with and without the dates, to tell whether few enough match to be put in order in memory.
 */
export function planList(query: CvQuery, limit: number, matching: number, all: number): ListPlan {
  const [first, ...rest] = query.sort as [SortKey, ...SortKey[]];
  const equality = EQUALITIES.find((field) => fieldOf(query, field) !== undefined && field !== first.field);
  const dated = (['createdAt', 'updatedAt'] as const).find(
    (field) => query[field] !== undefined && field !== first.field,
  );
  if (query.userId !== undefined) return { index: undefined, order: ordered(query.sort), query };
  if (rest.length > 0) return { index: indexOfMany(query.sort, equality), order: ordered(query.sort), query };
  if (first.field === 'completion' && equality === undefined) {
    const then = dated ?? 'createdAt';
    return {
      index: ['completion', then, '_id'],
      order: ordered([first, { field: then, descending: first.descending }]),
      // Every value by name: then the dates bound the scan within each.
      query: { ...query, completion: query.completion ?? [...completionValues] },
    };
  }
  if (dated !== undefined && matching < (limit * all) / Math.max(matching, 1)) {
    return {
      index: equality === undefined ? [dated, '_id'] : [equality, dated, '_id'],
      order: ordered([first]),
      query,
    };
  }
  const narrowed =
    equality ?? (query.completion === undefined || first.field === 'completion' ? undefined : 'completion');
  return {
    index: narrowed === undefined ? [first.field, '_id'] : [narrowed, first.field, '_id'],
    order: ordered([first]),
    query,
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
