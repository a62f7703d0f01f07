import { decodeCursor, encodeCursor } from '@vitae/kit/cursor';
import type { CommentFilter, CommentSort } from '@vitae/proto/comment';
import { z } from 'zod';
import { type CommentQuery, completeOrder, type Order, type Position, timeRange, userIdsOf } from '../comment-query.ts';
import type { StoredComment } from '../model.ts';
import type { CommentsDeps } from '../store.ts';

export type ListCommentsQuery = {
  companyId: number;
  /** The users that the caller can access; undefined for all users of the company. */
  within: readonly number[] | undefined;
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

/**
 * Lists comments that meet all filters.
 * @returns a page with the total and a cursor to the next page, "" on the last page
 * @throws {VitaeError} INVALID_ARGUMENT invalid_cursor when the cursor belongs to another query
 */
export function listComments({ store }: Pick<CommentsDeps, 'store'>) {
  return async (request: ListCommentsQuery): Promise<CommentPage> => {
    const { companyId, within, filters, sort, page, limit, cursor } = request;
    const order = completeOrder(sort);
    // Excludes `within`: the accessible users can change between two pages without affecting the position.
    const cursorQuery = ['comments', companyId, filters, order];
    const query: CommentQuery = {
      companyId,
      userIds: userIdsOf(filters, within),
      created: timeRange(filters, 'created'),
      updated: timeRange(filters, 'updated'),
      order,
      after: cursor === '' ? undefined : decodeCursor(cursorQuery, cursor, position),
      skip: cursor === '' ? (page - 1) * limit : 0,
      limit: limit + 1,
    };
    const [commentsAndNext, total] = await Promise.all([store.list(query), store.count(query)]);
    const comments = commentsAndNext.slice(0, limit);
    const last = commentsAndNext.length > limit ? comments.at(-1) : undefined;
    return { comments, total, next: last ? encodeCursor(cursorQuery, positionOf(order, last)) : '' };
  };
}

function positionOf({ first, second }: Order, comment: StoredComment): number[] {
  return [comment[first].getTime(), comment[second].getTime(), comment.id];
}
