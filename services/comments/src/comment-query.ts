import type { CommentFilter, CommentSort, Comparator } from '@vitae/proto/comment';

/** Times from `from` to `before`, which is excluded, except the ranges in `except`. In milliseconds since 1970. */
export type TimeRange = { from: number; before: number; except: { from: number; before: number }[] };

export type Direction = 1 | -1;
/** A total order: by one time, then by the other, then by the id in the direction of the first time. */
export type Order = {
  first: 'created' | 'updated';
  second: 'created' | 'updated';
  directions: readonly [Direction, Direction];
};
/** The position of a comment in an order: both times in milliseconds, and the id. */
export type CommentPosition = readonly [first: number, second: number, id: number];

export type CommentQuery = {
  companyId: number;
  /** Undefined for all users. An empty list matches no comment. */
  userIds: readonly number[] | undefined;
  created: TimeRange;
  updated: TimeRange;
  order: Order;
};

const DAY_MS = 86_400_000;

/** The intersection of all filters on a time. */
export function timeRange(filters: readonly CommentFilter[], type: 'created' | 'updated'): TimeRange {
  const range: TimeRange = { from: Number.NEGATIVE_INFINITY, before: Number.POSITIVE_INFINITY, except: [] };
  for (const filter of filters) {
    if (filter.type !== type) continue;
    const start = Date.parse(`${filter.value}T00:00:00Z`);
    const day = { from: start, before: start + DAY_MS };
    const { from, before } = bounds(filter.comparator ?? '=', day);
    range.from = Math.max(range.from, from);
    range.before = Math.min(range.before, before);
    if (filter.comparator === '!=') range.except.push(day);
  }
  return range;
}

/** The range of a comparison with a whole day: `>` starts with the next day, `<=` includes the day. */
function bounds(comparator: Comparator, day: { from: number; before: number }): { from: number; before: number } {
  const always = { from: Number.NEGATIVE_INFINITY, before: Number.POSITIVE_INFINITY };
  switch (comparator) {
    case '=':
      return day;
    case '!=':
      return always;
    case '<':
      return { ...always, before: day.from };
    case '<=':
      return { ...always, before: day.before };
    case '>':
      return { ...always, from: day.before };
    case '>=':
      return { ...always, from: day.from };
  }
}

/** The users that meet all user filters, limited to `within` unless it is undefined. */
export function userIdsOf(
  filters: readonly CommentFilter[],
  within: readonly number[] | undefined,
): readonly number[] | undefined {
  const named = new Set(filters.flatMap((filter) => (filter.type === 'user' ? [filter.value] : [])));
  if (named.size === 0) return within && [...new Set(within)];
  if (named.size > 1) return [];
  return [...named].filter((id) => within === undefined || within.includes(id));
}

/** Completes a sort order, so that equal times are always in the same order. */
export function completeOrder(sort: readonly CommentSort[]): Order {
  const direction = (by: CommentSort): Direction => (by.order === 'DESC' ? -1 : 1);
  const [leading = { field: 'created', order: 'ASC' } as const] = sort;
  const second = leading.field === 'created' ? 'updated' : 'created';
  const following = sort.find(({ field }) => field === second);
  return {
    first: leading.field,
    second,
    directions: [direction(leading), following ? direction(following) : direction(leading)],
  };
}
