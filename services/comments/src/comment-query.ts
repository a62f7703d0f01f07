import type { CommentFilter, CommentSort, Comparator } from '@vitae/proto/comment';

/** Times from `from` on and before `before`, in milliseconds, without those within `except`. */
export type TimeRange = { from: number; before: number; except: { from: number; before: number }[] };

export type Direction = 1 | -1;
/** A complete order: one time, then the other, then the id in the direction of the first. */
export type Order = {
  first: 'created' | 'updated';
  second: 'created' | 'updated';
  directions: readonly [Direction, Direction];
};
/** Where in the order a page starts: after this comment. */
export type Position = { first: number; second: number; id: number };

export type CommentQuery = {
  companyId: number;
  /** The users asked for; undefined means all, none that nothing can match. */
  userIds: readonly number[] | undefined;
  created: TimeRange;
  updated: TimeRange;
  order: Order;
  after: Position | undefined;
  skip: number;
  limit: number;
};

const DAY_MS = 86_400_000;

/** What several filters on one time leave over; the same one twice is a range. */
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

/** A comparison with a day: `>` means from the next day on, `<=` up to its end. */
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

/** All that the user filters name must be the same user, and one of `within` where the caller is limited to some. */
export function userIdsOf(
  filters: readonly CommentFilter[],
  within: readonly number[] | undefined,
): readonly number[] | undefined {
  const named = new Set(filters.flatMap((filter) => (filter.type === 'user' ? [filter.value] : [])));
  if (named.size === 0) return within && [...new Set(within)];
  if (named.size > 1) return [];
  return [...named].filter((id) => within === undefined || within.includes(id));
}

/** Makes an order complete, so that ties are always in the same order. */
export function completeOrder(sort: readonly CommentSort[]): Order {
  const direction = (one: CommentSort): Direction => (one.order === 'DESC' ? -1 : 1);
  const [leading = { field: 'created', order: 'ASC' } as const] = sort;
  const second = leading.field === 'created' ? 'updated' : 'created';
  const following = sort.find((one) => one.field === second);
  return {
    first: leading.field,
    second,
    directions: [direction(leading), following ? direction(following) : direction(leading)],
  };
}
