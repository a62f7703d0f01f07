import { trusted } from 'mongoose';
import type { CommentQuery, Order, Position, TimeRange } from './comment-query.ts';
import { orderIndex } from './model.ts';

type Condition = Record<string, unknown>;

/** What a comment must meet to be listed, wherever the page starts. */
export function listFilter(query: CommentQuery): Condition {
  return { ...scopeOf(query), ...all(timesOf(query)) };
}

/**
 * Those of them that come after the position where the page starts: after it by the first time,
 * or equal in that and after it by the second, or equal in both and after it by the id. Each is a
 * range of the index in the order asked for, one for each user where there are few, and MongoDB
 * merges them as they are.
 */
export function pageFilter(query: CommentQuery): Condition {
  if (!query.after) return listFilter(query);
  const ranges = beyond(query.order, query.after);
  const scopes = mergedByUser(query)
    ? query.userIds.map((userId) => scopeOf({ ...query, userIds: [userId] }))
    : [scopeOf(query)];
  return { $or: scopes.flatMap((scope) => ranges.map((range) => ({ ...scope, ...all([...timesOf(query), range]) }))) };
}

function scopeOf({ companyId, userIds }: CommentQuery): Condition {
  const users =
    userIds === undefined ? {} : { userId: userIds.length === 1 ? userIds[0] : trusted({ $in: [...userIds] }) };
  return { companyId, hidden: false, ...users };
}

const timesOf = ({ created, updated }: CommentQuery) => [
  ...timeConditions('created', created),
  ...timeConditions('updated', updated),
];
const all = (conditions: Condition[]): Condition => (conditions.length === 0 ? {} : { $and: conditions });

function beyond({ first, second, directions }: Order, position: Position): Condition[] {
  const [afterFirst, afterSecond] = directions.map((direction) => (direction === 1 ? '$gt' : '$lt')) as [
    string,
    string,
  ];
  const [one, two] = [new Date(position.first), new Date(position.second)];
  return [
    { [first]: trusted({ [afterFirst]: one }) },
    { [first]: one, [second]: trusted({ [afterSecond]: two }) },
    { [first]: one, [second]: two, _id: trusted({ [afterFirst]: position.id }) },
  ];
}

function timeConditions(field: string, { from, before, except }: TimeRange): Condition[] {
  const within = {
    ...(Number.isFinite(from) ? { $gte: new Date(from) } : {}),
    ...(Number.isFinite(before) ? { $lt: new Date(before) } : {}),
  };
  const outside = except.map((day) => ({
    $or: [{ [field]: trusted({ $lt: new Date(day.from) }) }, { [field]: trusted({ $gte: new Date(day.before) }) }],
  }));
  return [...(Object.keys(within).length > 0 ? [{ [field]: trusted(within) }] : []), ...outside];
}

export function sortOf({ first, second, directions }: Order): [string, 1 | -1][] {
  return [
    [first, directions[0]],
    [second, directions[1]],
    ['_id', directions[0]],
  ];
}

// MongoDB merges up to 200 ranges in order, and a page has three for each user; with more users it
// would sort all their comments, so the company's are gone through instead.
const MOST_MERGED_USERS = 50;

function mergedByUser(query: CommentQuery): query is CommentQuery & { userIds: readonly number[] } {
  return query.userIds !== undefined && query.userIds.length > 0 && query.userIds.length <= MOST_MERGED_USERS;
}

/** The index that has the comments in the order asked for. */
export function indexFor(query: CommentQuery) {
  const { first, directions } = query.order;
  return orderIndex(mergedByUser(query), first, directions[0] === directions[1]);
}
