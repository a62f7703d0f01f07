import { type Page, type PagedList, type PageRequest, readPage } from '@vitae/kit/read-page';
import { validate } from '@vitae/kit/validate';
import type { CommentFilter, CommentSort } from '@vitae/proto/comment';
import { z } from 'zod';
import { type CommentQuery, completeOrder, type Order, timeRange, userIdsOf } from '../comment-query.ts';
import type { StoredComment } from '../model.ts';
import type { CommentsDeps } from '../store.ts';

export type ListCommentsQuery = {
  companyId: number;
  /** The users that the caller can access; undefined for all users of the company. */
  within: readonly number[] | undefined;
  filters: readonly CommentFilter[];
  sort: readonly CommentSort[];
};

const position = z.tuple([z.int(), z.int(), z.int().positive()]);

/**
 * Lists comments that meet all filters.
 * @throws {VitaeError} INVALID_ARGUMENT invalid_cursor when the cursor belongs to another query
 */
export function listComments({ store, totals }: Pick<CommentsDeps, 'store' | 'totals'>) {
  return (request: ListCommentsQuery, page: PageRequest): Promise<Page<StoredComment>> => {
    const { companyId, within, filters, sort } = request;
    const order = completeOrder(sort);
    const query: CommentQuery = {
      companyId,
      userIds: userIdsOf(filters, within),
      created: timeRange(filters, 'created'),
      updated: timeRange(filters, 'updated'),
      order,
    };
    const list: PagedList<StoredComment> = {
      // Excludes `within`: the accessible users can change between two pages without affecting the position.
      query: ['comments', companyId, filters, order],
      count: () => totals.get(companyId, query, () => store.count(query, page.signal)),
      read: ({ after, skip }, limit) => {
        const start = { after: after && validate(position, after), skip };
        return store.list(query, start, limit, page.signal);
      },
      positionOf: (comment) => positionOf(order, comment),
    };
    return readPage(list, page);
  };
}

function positionOf({ first, second }: Order, comment: StoredComment): number[] {
  return [comment[first].getTime(), comment[second].getTime(), comment.id];
}
