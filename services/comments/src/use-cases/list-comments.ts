import { decodeCursor, encodeCursor } from '@vitae/kit/cursor';
import type { CommentFilter, CommentSort } from '@vitae/proto/comment';
import { z } from 'zod';
import { type CommentQuery, completeOrder, type Order, type Position, timeRange, userIdsOf } from '../comment-query.ts';
import type { CommentStore, StoredComment } from '../store.ts';

export type ListComments = {
  companyId: number;
  /** The only user whose comments the caller may see, 0 for all of the company. */
  onlyUserId: number;
  /** The users that the list is limited to; empty means no limit. */
  userIds: readonly number[];
  filters: readonly CommentFilter[];
  sort: readonly CommentSort[];
  page: number;
  limit: number;
  cursor: string;
};
export type CommentPage = { comments: StoredComment[]; total: number; next: string };

const position = z
  .tuple([z.int(), z.int(), z.int().positive()])
  .transform(([first, second, id]): Position => ({ first, second, id }));

/** Comments that meet every filter, in a complete order, with the total and a cursor to the next page. */
export function createListComments(store: CommentStore) {
  return async ({
    companyId,
    onlyUserId,
    userIds,
    filters,
    sort,
    page,
    limit,
    cursor,
  }: ListComments): Promise<CommentPage> => {
    const order = completeOrder(sort);
    const asked = ['comments', companyId, onlyUserId, filters, order];
    const query: CommentQuery = {
      companyId,
      userIds: userIdsOf(filters, onlyUserId, userIds),
      created: timeRange(filters, 'created'),
      updated: timeRange(filters, 'updated'),
      order,
      after: cursor === '' ? undefined : decodeCursor(asked, cursor, position),
      skip: cursor === '' ? (page - 1) * limit : 0,
      limit: limit + 1,
    };
    const [found, total] = await Promise.all([store.list(query), store.count(query)]);
    const comments = found.slice(0, limit);
    const last = found.length > limit ? comments.at(-1) : undefined;
    return { comments, total, next: last ? encodeCursor(asked, positionOf(order, last)) : '' };
  };
}

function positionOf({ first, second }: Order, comment: StoredComment): number[] {
  return [comment[first].getTime(), comment[second].getTime(), comment.id];
}
