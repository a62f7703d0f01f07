import { completionValues } from '../cv/completion.ts';
import { bucketsWithin } from './day-buckets.ts';
import { datedToken, type Facet, facet, MAX_COMBINED_FACETS, tokenOf } from './facets.ts';
import type { CvQuery, SortField, SortKey } from './list-query.ts';

/** The fields of a list index after `companyId`. */
export type ListIndex = readonly string[];

type Order = { field: SortField | '_id'; descending: boolean };
type DateField = 'createdAt' | 'updatedAt';

/** Matches rows that have one of the tokens. MongoDB reads one index range for each token and merges them in order. */
export type TokenMatch = { field: 'facets' | 'createdFacets' | 'updatedFacets'; anyOf: string[] };

export type ListPlan = {
  /** Undefined if MongoDB chooses the index, because the list has only the CVs of one user. */
  index: ListIndex | undefined;
  tokens?: TokenMatch;
  /** The sort order, which ends with the id so that it is total. */
  order: Order[];
  query: CvQuery;
};

const DATES: readonly DateField[] = ['createdAt', 'updatedAt'];
const DATED_FACETS = { createdAt: 'createdFacets', updatedAt: 'updatedFacets' } as const;

/**
 * All list indexes: facet tokens with each sort field, and tokens of day buckets with the other
 * sort fields. Equal completions are sorted by a date, so that a date filter bounds each range.
 */
export const listIndexes: readonly ListIndex[] = [
  ['facets', 'createdAt', '_id'],
  ['facets', 'updatedAt', '_id'],
  ['facets', 'recipient', '_id'],
  ['facets', 'completion', 'createdAt', '_id'],
  ['facets', 'completion', 'updatedAt', '_id'],
  ['createdFacets', 'updatedAt', '_id'],
  ['createdFacets', 'recipient', '_id'],
  ['updatedFacets', 'createdAt', '_id'],
  ['updatedFacets', 'recipient', '_id'],
];

/**
 * Chooses the index and the order in which a list is read.
 * @param matching the number of rows that match the query
 * @param undated the number of rows that match the query without its date filters
 */
export function planList(query: CvQuery, limit: number, matching: number, undated: number): ListPlan {
  const [first, ...rest] = query.sort as [SortKey, ...SortKey[]];
  if (query.userId !== undefined) return { index: undefined, order: withId(query.sort), query };
  // The recipient filter makes all sort values equal, so the creation date gives the same order without a sort.
  if (rest.length === 0 && first.field === 'recipient' && query.recipient !== undefined)
    return planList({ ...query, sort: [{ ...first, field: 'createdAt' }] }, limit, matching, undated);
  const dated = DATES.find((field) => query[field] !== undefined && field !== first.field);
  if (rest.length > 0) return planSeveralSorts(query, dated);
  // Sorting a few rows in memory costs less than seeking each value of completion.
  if (first.field === 'completion' && dated !== undefined && matching <= limit) return planByFacets(query, dated);
  if (first.field === 'completion') return planByCompletion(query, first, dated ?? 'createdAt');
  const inSortOrder = planByFacets(query, first.field);
  if (dated === undefined) return inSortOrder;
  const byDayBuckets = planByDayBuckets(query, first.field, dated);
  return cheapest([
    { plan: inSortOrder, keys: (limit * undated) / Math.max(1, matching) + tokenCount(inSortOrder) },
    // Only an index with the recipient has the collation of the sort.
    ...(first.field === 'recipient' ? [] : [{ plan: planByFacets(query, dated), keys: matching }]),
    ...(byDayBuckets ? [{ plan: byDayBuckets, keys: limit + 2 * tokenCount(byDayBuckets) }] : []),
  ]);
}

/** The plan that examines the fewest index keys. */
function cheapest(plans: readonly { plan: ListPlan; keys: number }[]): ListPlan {
  const [best] = plans.toSorted((a, b) => a.keys - b.keys);
  return (best as { plan: ListPlan }).plan;
}

function tokenCount({ tokens }: ListPlan): number {
  return tokens?.anyOf.length ?? 0;
}

/** Reads the rows with the facets of the filters in the order of one field. */
function planByFacets(query: CvQuery, field: string): ListPlan {
  const facets = facetsOf(query);
  const completions = completionFacets(query, facets);
  const anyOf =
    completions.length === 0 ? [tokenOf(facets)] : completions.map((completion) => tokenOf([...facets, completion]));
  return { index: ['facets', field, '_id'], tokens: { field: 'facets', anyOf }, order: withId(query.sort), query };
}

/**
 * Reads the day buckets of a date filter with at most one other facet; undefined if the query has more and another
 * index can sort it in memory.
 */
function planByDayBuckets(query: CvQuery, field: SortField, dated: DateField): ListPlan | undefined {
  const facets = facetsOf(query);
  const completions = completionFacets(query, []);
  if (facets.length + Math.min(completions.length, 1) > 1 && field !== 'recipient') return undefined;
  const single: readonly Facet[] = facets.length > 0 ? facets.slice(0, 1) : completions.length > 0 ? completions : [''];
  const buckets = bucketsWithin(query[dated] ?? []);
  const anyOf = buckets.flatMap((bucket) => single.map((value) => datedToken(bucket, value)));
  const tokenField = DATED_FACETS[dated];
  return {
    index: [tokenField, field, '_id'],
    tokens: { field: tokenField, anyOf },
    order: withId(query.sort),
    query,
  };
}

/** Filters by an explicit list of completions, so that a date filter bounds the range within each of them. */
function planByCompletion(query: CvQuery, sort: SortKey, then: DateField): ListPlan {
  return {
    index: ['facets', 'completion', then, '_id'],
    tokens: { field: 'facets', anyOf: [tokenOf(facetsOf(query))] },
    order: withId([sort, { field: then, descending: sort.descending }]),
    query: { ...query, completion: query.completion ?? [...completionValues] },
  };
}

/** Rows are sorted in memory unless an index has the two sort fields. */
function planSeveralSorts(query: CvQuery, dated: DateField | undefined): ListPlan {
  const [first, second, ...rest] = query.sort;
  const inIndex =
    first?.field === 'completion' &&
    (second?.field === 'createdAt' || second?.field === 'updatedAt') &&
    second.descending === first.descending &&
    rest.length === 0;
  if (inIndex) return { ...planByCompletion(query, first, second.field as DateField), order: withId(query.sort) };
  if (query.sort.some(({ field }) => field === 'recipient'))
    return (dated && planByDayBuckets(query, 'recipient', dated)) ?? planByFacets(query, 'recipient');
  return planByFacets(query, dated ?? 'createdAt');
}

/** The facets of all filters except completion, which can match several values. */
function facetsOf({ managerId, main, recipient, tagId }: CvQuery): Facet[] {
  return [
    ...(recipient === undefined ? [] : [facet.recipient(recipient)]),
    ...(tagId === undefined ? [] : [facet.tag(tagId)]),
    ...(managerId === undefined ? [] : [facet.manager(managerId)]),
    ...(main === undefined ? [] : [facet.main(main)]),
  ].slice(0, MAX_COMBINED_FACETS);
}

/** The facets of the completion filter; none if it matches every value or the token has no space for it. */
function completionFacets({ completion }: CvQuery, others: readonly Facet[]): Facet[] {
  if (completion === undefined || completion.length === completionValues.length) return [];
  return others.length < MAX_COMBINED_FACETS ? completion.map(facet.completion) : [];
}

function withId(keys: readonly SortKey[]): Order[] {
  return [...keys, { field: '_id', descending: keys[0]?.descending ?? false }];
}
