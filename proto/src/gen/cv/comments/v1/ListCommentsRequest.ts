// Original file: cv/comments/v1/comments.proto

import type { FilterInput as _cv_comments_v1_FilterInput, Filter as _cv_comments_v1_Filter } from '../../../cv/comments/v1/Filter.ts';
import type { SortInput as _cv_comments_v1_SortInput, Sort as _cv_comments_v1_Sort } from '../../../cv/comments/v1/Sort.ts';
import type { PageRequestInput as _cv_comments_v1_PageRequestInput, PageRequest as _cv_comments_v1_PageRequest } from '../../../cv/comments/v1/PageRequest.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListCommentsRequestInput {
  /**
   * At most 20; the same type twice is a range.
   */
  'filters'?: (_cv_comments_v1_FilterInput)[];
  /**
   * At most 2. Without: created, ascending. Equal times are put in order by the other time,
   * then by id, in the direction of the first.
   */
  'sort'?: (_cv_comments_v1_SortInput)[];
  'page'?: (_cv_comments_v1_PageRequestInput | null);
  /**
   * Comments on these users alone, at most 1,000. An application sees the users who let it, whom
   * the gateway knows: for a caller that names an application and no user, none here is nobody.
   * For a company's own caller none is everybody; a caller that names a user has that user's alone.
   */
  'userIds'?: (number | string | Long)[];
}

export interface ListCommentsRequest {
  /**
   * At most 20; the same type twice is a range.
   */
  'filters': (_cv_comments_v1_Filter)[];
  /**
   * At most 2. Without: created, ascending. Equal times are put in order by the other time,
   * then by id, in the direction of the first.
   */
  'sort': (_cv_comments_v1_Sort)[];
  'page': (_cv_comments_v1_PageRequest | null);
  /**
   * Comments on these users alone, at most 1,000. An application sees the users who let it, whom
   * the gateway knows: for a caller that names an application and no user, none here is nobody.
   * For a company's own caller none is everybody; a caller that names a user has that user's alone.
   */
  'userIds': (number)[];
}
