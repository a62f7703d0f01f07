// Original file: cv/comments/v1/comments.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BatchGetCommentsRequestInput as _cv_comments_v1_BatchGetCommentsRequestInput, BatchGetCommentsRequest as _cv_comments_v1_BatchGetCommentsRequest } from '../../../cv/comments/v1/BatchGetCommentsRequest.ts';
import type { BatchGetCommentsResponseInput as _cv_comments_v1_BatchGetCommentsResponseInput, BatchGetCommentsResponse as _cv_comments_v1_BatchGetCommentsResponse } from '../../../cv/comments/v1/BatchGetCommentsResponse.ts';

/**
 * Comments that a company's people write on its users.
 */
export interface CommentsServiceClient extends grpc.Client {
  /**
   * Reads by comment id, at most 64 items, each scoped by its own caller.
   */
  BatchGetComments(argument: _cv_comments_v1_BatchGetCommentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  BatchGetComments(argument: _cv_comments_v1_BatchGetCommentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  BatchGetComments(argument: _cv_comments_v1_BatchGetCommentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  BatchGetComments(argument: _cv_comments_v1_BatchGetCommentsRequestInput, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  /**
   * Reads by comment id, at most 64 items, each scoped by its own caller.
   */
  batchGetComments(argument: _cv_comments_v1_BatchGetCommentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  batchGetComments(argument: _cv_comments_v1_BatchGetCommentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  batchGetComments(argument: _cv_comments_v1_BatchGetCommentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  batchGetComments(argument: _cv_comments_v1_BatchGetCommentsRequestInput, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  
}

/**
 * Comments that a company's people write on its users.
 */
export interface CommentsServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Reads by comment id, at most 64 items, each scoped by its own caller.
   */
  BatchGetComments: grpc.handleUnaryCall<_cv_comments_v1_BatchGetCommentsRequest, _cv_comments_v1_BatchGetCommentsResponseInput>;
  
}

export interface CommentsServiceDefinition extends grpc.ServiceDefinition {
  BatchGetComments: MethodDefinition<_cv_comments_v1_BatchGetCommentsRequestInput, _cv_comments_v1_BatchGetCommentsResponseInput, _cv_comments_v1_BatchGetCommentsRequest, _cv_comments_v1_BatchGetCommentsResponse>
}
