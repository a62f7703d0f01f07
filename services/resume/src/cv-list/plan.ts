import { completionValues } from '../cv/completion.ts';
import { bucketsWithin } from './day-buckets.ts';
import { datedToken, type Facet, facet, MOST_TOGETHER, tokenOf } from './facets.ts';
import type { CvQuery, SortField, SortKey } from './list-query.ts';

/** An index of the list, by its fields after companyId. */
export type ListIndex = readonly string[];

type Order = { field: SortField | '_id'; descending: boolean };
type DateField = 'createdAt' | 'updatedAt';

/** The tokens of facets.ts, one of which each row has: each is a run of the index, and MongoDB merges them. */
export type Runs = { field: 'facets' | 'createdFacets' | 'updatedFacets'; any: string[] };

export type ListPlan = {
  /** Undefined when MongoDB is to choose: the caller reaches one user's few CVs alone. */
  index: ListIndex | undefined;
  runs?: Runs;
  /** By what rows are sorted; the id last, so that ties have an order too. */
  order: Order[];
  query: CvQuery;
};

const DATES: readonly DateField[] = ['createdAt', 'updatedAt'];
const DATED = { createdAt: 'createdFacets', updatedAt: 'updatedFacets' } as const;

/**
 * Every index of the list: tokens with each sort, and those of buckets of days with the sorts by
 * something else. Ties of completion are in the order of a date, so that a date filter bounds each.
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
 * How a list is read: by which index, in which order. `matching` and `all` are how many rows match
 * with and without the dates, to tell few from many.
 */
export function planList(query: CvQuery, limit: number, matching: number, all: number): ListPlan {
  const [first, ...rest] = query.sort as [SortKey, ...SortKey[]];
  if (query.userId !== undefined) return { index: undefined, order: ordered(query.sort), query };
  // Those of one recipient all tie: read in the order of their creation, they need not be put in any.
  if (rest.length === 0 && first.field === 'recipient' && query.recipient !== undefined)
    return planList({ ...query, sort: [{ ...first, field: 'createdAt' }] }, limit, matching, all);
  const dated = DATES.find((field) => query[field] !== undefined && field !== first.field);
  if (rest.length > 0) return planSorts(query, dated);
  // So few that putting them in order costs less than looking for each value.
  if (first.field === 'completion' && dated !== undefined && matching <= limit) return along(query, dated);
  if (first.field === 'completion') return byCompletion(query, first, dated ?? 'createdAt');
  const straight = along(query, first.field);
  if (dated === undefined) return straight;
  const byDays = acrossDays(query, first, dated);
  return cheapest([
    { plan: straight, keys: (limit * all) / Math.max(1, matching) + runsOf(straight) },
    // Put in order in memory.
    { plan: along(query, dated), keys: matching },
    ...(byDays ? [{ plan: byDays, keys: limit + 2 * runsOf(byDays) }] : []),
  ]);
}

function cheapest(plans: readonly { plan: ListPlan; keys: number }[]): ListPlan {
  const [best] = plans.toSorted((a, b) => a.keys - b.keys);
  return (best as { plan: ListPlan }).plan;
}

function runsOf({ runs }: ListPlan): number {
  return runs?.any.length ?? 0;
}

/** The rows with the filters' tokens, in the order of one field. */
function along(query: CvQuery, field: string): ListPlan {
  const asked = facetsOf(query);
  const values = completionsOf(query, asked);
  const any = values.length === 0 ? [tokenOf(asked)] : values.map((value) => tokenOf([...asked, value]));
  return { index: ['facets', field, '_id'], runs: { field: 'facets', any }, order: ordered(query.sort), query };
}

/** By the buckets of a date filter and one more filter; undefined where more are asked for. */
function acrossDays(query: CvQuery, sort: SortKey, dated: DateField): ListPlan | undefined {
  const asked = facetsOf(query);
  const values = completionsOf(query, []);
  if (asked.length + Math.min(values.length, 1) > 1) return undefined;
  const single: readonly Facet[] = asked.length > 0 ? asked : values.length > 0 ? values : [''];
  const buckets = bucketsWithin(query[dated] ?? []);
  const any = buckets.flatMap((bucket) => single.map((one) => datedToken(bucket, one)));
  const field = DATED[dated];
  return { index: [field, sort.field, '_id'], runs: { field, any }, order: ordered(query.sort), query };
}

/** Every value of completion by name: then a date bounds the scan within each. */
function byCompletion(query: CvQuery, sort: SortKey, then: DateField): ListPlan {
  return {
    index: ['facets', 'completion', then, '_id'],
    runs: { field: 'facets', any: [tokenOf(facetsOf(query))] },
    order: ordered([sort, { field: then, descending: sort.descending }]),
    query: { ...query, completion: query.completion ?? [...completionValues] },
  };
}

/** Several sorts at once are put in order in memory, but for the two that an index has. */
function planSorts(query: CvQuery, dated: DateField | undefined): ListPlan {
  const [first, second, ...rest] = query.sort;
  const inIndex =
    first?.field === 'completion' &&
    (second?.field === 'createdAt' || second?.field === 'updatedAt') &&
    second.descending === first.descending &&
    rest.length === 0;
  if (inIndex) return { ...byCompletion(query, first, second.field as DateField), order: ordered(query.sort) };
  return along(query, dated ?? 'createdAt');
}

/** What the filters ask for but completion, which may be one of several values. */
function facetsOf({ managerId, main, recipient, tagId }: CvQuery): Facet[] {
  return [
    ...(recipient === undefined ? [] : [facet.recipient(recipient)]),
    ...(tagId === undefined ? [] : [facet.tag(tagId)]),
    ...(managerId === undefined ? [] : [facet.manager(managerId)]),
    ...(main === undefined ? [] : [facet.main(main)]),
  ].slice(0, MOST_TOGETHER);
}

/** None where every value will do, or where there are facets enough without. */
function completionsOf({ completion }: CvQuery, asked: readonly Facet[]): Facet[] {
  if (completion === undefined || completion.length === completionValues.length) return [];
  return asked.length < MOST_TOGETHER ? completion.map(facet.completion) : [];
}

function ordered(keys: readonly SortKey[]): Order[] {
  return [...keys, { field: '_id', descending: keys[0]?.descending ?? false }];
}
