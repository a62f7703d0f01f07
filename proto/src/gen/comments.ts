import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CallerInput as _cv_caller_v1_CallerInput, Caller as _cv_caller_v1_Caller } from './cv/caller/v1/Caller.ts';
import type { ItemStatusInput as _cv_caller_v1_ItemStatusInput, ItemStatus as _cv_caller_v1_ItemStatus } from './cv/caller/v1/ItemStatus.ts';
import type { BatchGetCommentsRequestInput as _cv_comments_v1_BatchGetCommentsRequestInput, BatchGetCommentsRequest as _cv_comments_v1_BatchGetCommentsRequest } from './cv/comments/v1/BatchGetCommentsRequest.ts';
import type { BatchGetCommentsResponseInput as _cv_comments_v1_BatchGetCommentsResponseInput, BatchGetCommentsResponse as _cv_comments_v1_BatchGetCommentsResponse } from './cv/comments/v1/BatchGetCommentsResponse.ts';
import type { CommentsServiceClient as _cv_comments_v1_CommentsServiceClient, CommentsServiceDefinition as _cv_comments_v1_CommentsServiceDefinition } from './cv/comments/v1/CommentsService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  cv: {
    caller: {
      v1: {
        Caller: MessageTypeDefinition<_cv_caller_v1_CallerInput, _cv_caller_v1_Caller>
        ItemStatus: MessageTypeDefinition<_cv_caller_v1_ItemStatusInput, _cv_caller_v1_ItemStatus>
      }
    }
    comments: {
      v1: {
        BatchGetCommentsRequest: MessageTypeDefinition<_cv_comments_v1_BatchGetCommentsRequestInput, _cv_comments_v1_BatchGetCommentsRequest>
        BatchGetCommentsResponse: MessageTypeDefinition<_cv_comments_v1_BatchGetCommentsResponseInput, _cv_comments_v1_BatchGetCommentsResponse>
        /**
         * Comments that a company's people write on its users.
         */
        CommentsService: SubtypeConstructor<typeof grpc.Client, _cv_comments_v1_CommentsServiceClient> & { service: _cv_comments_v1_CommentsServiceDefinition }
      }
    }
  }
}

