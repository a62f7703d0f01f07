import { decodeCursor, encodeCursor } from '@vitae/kit/cursor';
import type { CommentFilter, CommentSort } from '@vitae/proto/comment';
import { z } from 'zod';
import { type CommentQuery, completeOrder, type Order, type Position, timeRange, userIdsOf } from '../comment-query.ts';
import type { CommentStore, StoredComment } from '../store.ts';

export type ListComments = {
  companyId: number;
  /** The only users whose comments the caller may see; undefined for all of the company. */
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

/** Comments that meet every filter, in a complete order, with the total and a cursor to the next page. */
export function createListComments(store: CommentStore) {
  return async (list: ListComments): Promise<CommentPage> => {
    const { companyId, within, filters, sort, page, limit, cursor } = list;
    const order = completeOrder(sort);
    // Without `within`: who may be seen can change between two pages, the position stays right.
    const asked = ['comments', companyId, filters, order];
    const query: CommentQuery = {
      companyId,
      userIds: userIdsOf(filters, within),
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
