// Original file: cv/comments/v1/comments.proto

import type { CallerInput as _cv_caller_v1_CallerInput, Caller as _cv_caller_v1_Caller } from '../../../cv/caller/v1/Caller.ts';
import type { Long } from '@grpc/proto-loader';

export interface _cv_comments_v1_BatchGetCommentsRequest_ItemInput {
  'caller'?: (_cv_caller_v1_CallerInput | null);
  'id'?: (number | string | Long);
}

export interface _cv_comments_v1_BatchGetCommentsRequest_Item {
  'caller': (_cv_caller_v1_Caller | null);
  'id': (number);
}

export interface BatchGetCommentsRequestInput {
  'items'?: (_cv_comments_v1_BatchGetCommentsRequest_ItemInput)[];
}

export interface BatchGetCommentsRequest {
  'items': (_cv_comments_v1_BatchGetCommentsRequest_Item)[];
}
