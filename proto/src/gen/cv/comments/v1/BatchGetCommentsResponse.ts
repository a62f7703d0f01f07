// Original file: cv/comments/v1/comments.proto

import type { ItemStatusInput as _cv_caller_v1_ItemStatusInput, ItemStatus as _cv_caller_v1_ItemStatus } from '../../../cv/caller/v1/ItemStatus.ts';
import type { CommentInput as _cv_comments_v1_CommentInput, Comment as _cv_comments_v1_Comment } from '../../../cv/comments/v1/Comment.ts';

export interface _cv_comments_v1_BatchGetCommentsResponse_ItemInput {
  'status'?: (_cv_caller_v1_ItemStatusInput | null);
  /**
   * Set if the status is OK.
   */
  'comment'?: (_cv_comments_v1_CommentInput | null);
}

export interface _cv_comments_v1_BatchGetCommentsResponse_Item {
  'status': (_cv_caller_v1_ItemStatus | null);
  /**
   * Set if the status is OK.
   */
  'comment': (_cv_comments_v1_Comment | null);
}

export interface BatchGetCommentsResponseInput {
  'items'?: (_cv_comments_v1_BatchGetCommentsResponse_ItemInput)[];
}

export interface BatchGetCommentsResponse {
  'items': (_cv_comments_v1_BatchGetCommentsResponse_Item)[];
}
