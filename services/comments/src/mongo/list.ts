import { type IndexDirection, trusted } from 'mongoose';
import type { CommentPosition, CommentQuery, Order, TimeRange } from '../comment-query.ts';

type Condition = Record<string, unknown>;
type OrderIndex = Record<string, IndexDirection>;

/**
 * An index of the comments of a company or a user in a complete order. Read backwards, it serves
 * the opposite order. The index of a company ends with the user, so that comments on other users
 * are skipped without reading them.
 */
function orderIndex(perUser: boolean, first: 'created' | 'updated', sameDirection: boolean): OrderIndex {
  const second = first === 'created' ? 'updated' : 'created';
  return {
    companyId: 1,
    hidden: 1,
    ...(perUser ? { userId: 1 } : {}),
    [first]: 1,
    [second]: sameDirection ? 1 : -1,
    _id: 1,
    ...(perUser ? {} : { userId: 1 }),
  };
}

export const orderIndexes: readonly OrderIndex[] = [true, false].flatMap((perUser) =>
  (['created', 'updated'] as const).flatMap((first) =>
    [true, false].map((sameDirection) => orderIndex(perUser, first, sameDirection)),
  ),
);

/** The index that has the comments in the requested order. */
export function indexFor(query: CommentQuery): OrderIndex {
  const { first, directions } = query.order;
  return orderIndex(isMergedByUser(query), first, directions[0] === directions[1]);
}

/** Matches all comments of a list, regardless of the page. */
export function listFilter(query: CommentQuery): Condition {
  return { ...scopeOf(query), ...and(timeFilters(query)) };
}

/**
 * Matches the comments of a list after the start of a page. Each branch is a range of the index,
 * and MongoDB merges the ranges in order. Lists of a few users have branches for each user.
 */
export function pageFilter(query: CommentQuery, after: CommentPosition | undefined): Condition {
  if (!after) return listFilter(query);
  const ranges = rangesAfter(query.order, after);
  const scopes = isMergedByUser(query)
    ? query.userIds.map((userId) => scopeOf({ ...query, userIds: [userId] }))
    : [scopeOf(query)];
  return {
    $or: scopes.flatMap((scope) => ranges.map((range) => ({ ...scope, ...and([...timeFilters(query), range]) }))),
  };
}

export function sortOf({ first, second, directions }: Order): [string, 1 | -1][] {
  return [
    [first, directions[0]],
    [second, directions[1]],
    ['_id', directions[0]],
  ];
}

function scopeOf({ companyId, userIds }: CommentQuery): Condition {
  const users =
    userIds === undefined ? {} : { userId: userIds.length === 1 ? userIds[0] : trusted({ $in: [...userIds] }) };
  return { companyId, hidden: false, ...users };
}

const timeFilters = ({ created, updated }: CommentQuery) => [
  ...rangeFilters('created', created),
  ...rangeFilters('updated', updated),
];
const and = (conditions: Condition[]): Condition => (conditions.length === 0 ? {} : { $and: conditions });

/** After the first time; or equal to it and after the second time; or equal to both and after the id. */
function rangesAfter({ first, second, directions }: Order, [firstMs, secondMs, id]: CommentPosition): Condition[] {
  const [afterFirst, afterSecond] = directions.map((direction) => (direction === 1 ? '$gt' : '$lt')) as [
    string,
    string,
  ];
  const [firstTime, secondTime] = [new Date(firstMs), new Date(secondMs)];
  return [
    { [first]: trusted({ [afterFirst]: firstTime }) },
    { [first]: firstTime, [second]: trusted({ [afterSecond]: secondTime }) },
    { [first]: firstTime, [second]: secondTime, _id: trusted({ [afterFirst]: id }) },
  ];
}

function rangeFilters(field: string, { from, before, except }: TimeRange): Condition[] {
  const range = {
    ...(Number.isFinite(from) ? { $gte: new Date(from) } : {}),
    ...(Number.isFinite(before) ? { $lt: new Date(before) } : {}),
  };
  const exclusions = except.map((day) => ({
    $or: [{ [field]: trusted({ $lt: new Date(day.from) }) }, { [field]: trusted({ $gte: new Date(day.before) }) }],
  }));
  return [...(Object.keys(range).length > 0 ? [{ [field]: trusted(range) }] : []), ...exclusions];
}

// MongoDB merges up to 200 ranges in order, and a page has three for each user. With more users it
// would sort their comments in memory, so the comments of the whole company are scanned instead.
const MAX_MERGED_USERS = 50;

function isMergedByUser(query: CommentQuery): query is CommentQuery & { userIds: readonly number[] } {
  return query.userIds !== undefined && query.userIds.length > 0 && query.userIds.length <= MAX_MERGED_USERS;
}
