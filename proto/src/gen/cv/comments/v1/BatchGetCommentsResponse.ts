// Original file: cv/comments/v1/comments.proto

import type { ItemStatusInput as _cv_caller_v1_ItemStatusInput, ItemStatus as _cv_caller_v1_ItemStatus } from '../../../cv/caller/v1/ItemStatus.ts';

export interface _cv_comments_v1_BatchGetCommentsResponse_ItemInput {
  'status'?: (_cv_caller_v1_ItemStatusInput | null);
  'json'?: (Buffer | Uint8Array | string);
}

export interface _cv_comments_v1_BatchGetCommentsResponse_Item {
  'status': (_cv_caller_v1_ItemStatus | null);
  'json': (Buffer);
}

export interface BatchGetCommentsResponseInput {
  'items'?: (_cv_comments_v1_BatchGetCommentsResponse_ItemInput)[];
}

export interface BatchGetCommentsResponse {
  'items': (_cv_comments_v1_BatchGetCommentsResponse_Item)[];
}
