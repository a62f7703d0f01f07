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

/** The index that has the comments in the requested order, of each user if the query names users. */
export function indexFor({ userIds, order: { first, directions } }: CommentQuery): OrderIndex {
  return orderIndex(userIds !== undefined, first, directions[0] === directions[1]);
}

/** The index for a count, which needs no order: that of the limited time, so that only its range is read. */
export function countIndexFor({ userIds, created, updated, order }: CommentQuery): OrderIndex {
  const first = isLimited(created) === isLimited(updated) ? order.first : isLimited(created) ? 'created' : 'updated';
  return orderIndex(userIds !== undefined, first, true);
}

const isLimited = ({ from, before }: TimeRange) => Number.isFinite(from) || Number.isFinite(before);

// MongoDB merges up to 200 ranges in order, and a page has three for each user. The comments of more users would be
// sorted in memory.
const MAX_MERGED_USERS = 50;

/** Splits a query into queries whose comments MongoDB reads in order. The caller merges their results. */
export function partsOf(query: CommentQuery): CommentQuery[] {
  const { userIds } = query;
  if (userIds === undefined) return [query];
  return Array.from({ length: Math.ceil(userIds.length / MAX_MERGED_USERS) }, (_, part) => ({
    ...query,
    userIds: userIds.slice(part * MAX_MERGED_USERS, (part + 1) * MAX_MERGED_USERS),
  }));
}

/** Matches all comments of a list, regardless of the page. */
export function listFilter(query: CommentQuery): Condition {
  return { ...scopeOf(query), ...and(timeFilters(query)) };
}

/**
 * Matches the comments of a part after the start of a page. Each branch is a range of the index,
 * and MongoDB merges the ranges in order. Lists of some users have branches for each user.
 */
export function pageFilter(query: CommentQuery, after: CommentPosition | undefined): Condition {
  if (!after) return listFilter(query);
  const ranges = rangesAfter(query.order, after);
  const scopes = query.userIds?.map((userId) => scopeOf({ ...query, userIds: [userId] })) ?? [scopeOf(query)];
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

type Times = { _id: number; created: Date; updated: Date };

/** Compares comments in the order of a list. */
export function comparisonIn({ first, second, directions }: Order): (one: Times, other: Times) => number {
  return (one, other) =>
    directions[0] * (one[first].getTime() - other[first].getTime()) ||
    directions[1] * (one[second].getTime() - other[second].getTime()) ||
    directions[0] * (one._id - other._id);
}
