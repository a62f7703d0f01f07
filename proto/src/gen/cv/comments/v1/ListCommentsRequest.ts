// Original file: cv/comments/v1/comments.proto

import type { FilterInput as _cv_comments_v1_FilterInput, Filter as _cv_comments_v1_Filter } from '../../../cv/comments/v1/Filter.ts';
import type { SortInput as _cv_comments_v1_SortInput, Sort as _cv_comments_v1_Sort } from '../../../cv/comments/v1/Sort.ts';
import type { PageRequestInput as _cv_comments_v1_PageRequestInput, PageRequest as _cv_comments_v1_PageRequest } from '../../../cv/comments/v1/PageRequest.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListCommentsRequestInput {
  /**
   * At most 20. Two filters of the same type form a range.
   */
  'filters'?: (_cv_comments_v1_FilterInput)[];
  /**
   * At most 2. Default: created, ascending. Ties are broken by the other time and then by id,
   * in the direction of the first field.
   */
  'sort'?: (_cv_comments_v1_SortInput)[];
  'page'?: (_cv_comments_v1_PageRequestInput | null);
  /**
   * Limits the list to comments on these users, at most 1,000. For an application, the gateway
   * sends the users who authorized it: an empty list then matches no user. For a company key, an
   * empty list matches all users. A caller with a user sees only comments on that user.
   */
  'userIds'?: (number | string | Long)[];
}

export interface ListCommentsRequest {
  /**
   * At most 20. Two filters of the same type form a range.
   */
  'filters': (_cv_comments_v1_Filter)[];
  /**
   * At most 2. Default: created, ascending. Ties are broken by the other time and then by id,
   * in the direction of the first field.
   */
  'sort': (_cv_comments_v1_Sort)[];
  'page': (_cv_comments_v1_PageRequest | null);
  /**
   * Limits the list to comments on these users, at most 1,000. For an application, the gateway
   * sends the users who authorized it: an empty list then matches no user. For a company key, an
   * empty list matches all users. A caller with a user sees only comments on that user.
   */
  'userIds': (number)[];
}
