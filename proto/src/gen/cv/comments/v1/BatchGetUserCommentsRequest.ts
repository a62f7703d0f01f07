// Original file: cv/comments/v1/comments.proto

import type { CallerInput as _cv_caller_v1_CallerInput, Caller as _cv_caller_v1_Caller } from '../../../cv/caller/v1/Caller.ts';
import type { Long } from '@grpc/proto-loader';

export interface _cv_comments_v1_BatchGetUserCommentsRequest_ItemInput {
  'caller'?: (_cv_caller_v1_CallerInput | null);
  'userId'?: (number | string | Long);
  /**
   * If the kind is set, the latest comment by this author; otherwise the latest by any author.
   */
  'authorKind'?: (string);
  'authorId'?: (number | string | Long);
}

export interface _cv_comments_v1_BatchGetUserCommentsRequest_Item {
  'caller': (_cv_caller_v1_Caller | null);
  'userId': (number);
  /**
   * If the kind is set, the latest comment by this author; otherwise the latest by any author.
   */
  'authorKind': (string);
  'authorId': (number);
}

export interface BatchGetUserCommentsRequestInput {
  'items'?: (_cv_comments_v1_BatchGetUserCommentsRequest_ItemInput)[];
}

export interface BatchGetUserCommentsRequest {
  'items': (_cv_comments_v1_BatchGetUserCommentsRequest_Item)[];
}
