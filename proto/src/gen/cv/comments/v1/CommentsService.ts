// Original file: cv/comments/v1/comments.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BatchGetCommentsRequestInput as _cv_comments_v1_BatchGetCommentsRequestInput, BatchGetCommentsRequest as _cv_comments_v1_BatchGetCommentsRequest } from '../../../cv/comments/v1/BatchGetCommentsRequest.ts';
import type { BatchGetCommentsResponseInput as _cv_comments_v1_BatchGetCommentsResponseInput, BatchGetCommentsResponse as _cv_comments_v1_BatchGetCommentsResponse } from '../../../cv/comments/v1/BatchGetCommentsResponse.ts';
import type { BatchGetUserCommentsRequestInput as _cv_comments_v1_BatchGetUserCommentsRequestInput, BatchGetUserCommentsRequest as _cv_comments_v1_BatchGetUserCommentsRequest } from '../../../cv/comments/v1/BatchGetUserCommentsRequest.ts';
import type { CommentInput as _cv_comments_v1_CommentInput, Comment as _cv_comments_v1_Comment } from '../../../cv/comments/v1/Comment.ts';
import type { CommentPageInput as _cv_comments_v1_CommentPageInput, CommentPage as _cv_comments_v1_CommentPage } from '../../../cv/comments/v1/CommentPage.ts';
import type { CreateCommentRequestInput as _cv_comments_v1_CreateCommentRequestInput, CreateCommentRequest as _cv_comments_v1_CreateCommentRequest } from '../../../cv/comments/v1/CreateCommentRequest.ts';
import type { DoneInput as _cv_comments_v1_DoneInput, Done as _cv_comments_v1_Done } from '../../../cv/comments/v1/Done.ts';
import type { ListCommentsRequestInput as _cv_comments_v1_ListCommentsRequestInput, ListCommentsRequest as _cv_comments_v1_ListCommentsRequest } from '../../../cv/comments/v1/ListCommentsRequest.ts';
import type { UpdateCommentRequestInput as _cv_comments_v1_UpdateCommentRequestInput, UpdateCommentRequest as _cv_comments_v1_UpdateCommentRequest } from '../../../cv/comments/v1/UpdateCommentRequest.ts';
import type { UserRefInput as _cv_comments_v1_UserRefInput, UserRef as _cv_comments_v1_UserRef } from '../../../cv/comments/v1/UserRef.ts';

export interface CommentsServiceClient extends grpc.Client {
  /**
   * Gets comments by id, at most 64. Each item has its own caller and its own status; results
   * are in request order. NOT_FOUND "comment_not_found".
   */
  BatchGetComments(argument: _cv_comments_v1_BatchGetCommentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  BatchGetComments(argument: _cv_comments_v1_BatchGetCommentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  BatchGetComments(argument: _cv_comments_v1_BatchGetCommentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  BatchGetComments(argument: _cv_comments_v1_BatchGetCommentsRequestInput, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  /**
   * Gets comments by id, at most 64. Each item has its own caller and its own status; results
   * are in request order. NOT_FOUND "comment_not_found".
   */
  batchGetComments(argument: _cv_comments_v1_BatchGetCommentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  batchGetComments(argument: _cv_comments_v1_BatchGetCommentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  batchGetComments(argument: _cv_comments_v1_BatchGetCommentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  batchGetComments(argument: _cv_comments_v1_BatchGetCommentsRequestInput, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Gets the latest comment on each user, at most 64 items. NOT_FOUND "comment_not_found" if
   * there is none.
   */
  BatchGetUserComments(argument: _cv_comments_v1_BatchGetUserCommentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  BatchGetUserComments(argument: _cv_comments_v1_BatchGetUserCommentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  BatchGetUserComments(argument: _cv_comments_v1_BatchGetUserCommentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  BatchGetUserComments(argument: _cv_comments_v1_BatchGetUserCommentsRequestInput, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  /**
   * Gets the latest comment on each user, at most 64 items. NOT_FOUND "comment_not_found" if
   * there is none.
   */
  batchGetUserComments(argument: _cv_comments_v1_BatchGetUserCommentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  batchGetUserComments(argument: _cv_comments_v1_BatchGetUserCommentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  batchGetUserComments(argument: _cv_comments_v1_BatchGetUserCommentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  batchGetUserComments(argument: _cv_comments_v1_BatchGetUserCommentsRequestInput, callback: grpc.requestCallback<_cv_comments_v1_BatchGetCommentsResponse>): grpc.ClientUnaryCall;
  
  CreateComment(argument: _cv_comments_v1_CreateCommentRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_Comment>): grpc.ClientUnaryCall;
  CreateComment(argument: _cv_comments_v1_CreateCommentRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_comments_v1_Comment>): grpc.ClientUnaryCall;
  CreateComment(argument: _cv_comments_v1_CreateCommentRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_Comment>): grpc.ClientUnaryCall;
  CreateComment(argument: _cv_comments_v1_CreateCommentRequestInput, callback: grpc.requestCallback<_cv_comments_v1_Comment>): grpc.ClientUnaryCall;
  createComment(argument: _cv_comments_v1_CreateCommentRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_Comment>): grpc.ClientUnaryCall;
  createComment(argument: _cv_comments_v1_CreateCommentRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_comments_v1_Comment>): grpc.ClientUnaryCall;
  createComment(argument: _cv_comments_v1_CreateCommentRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_Comment>): grpc.ClientUnaryCall;
  createComment(argument: _cv_comments_v1_CreateCommentRequestInput, callback: grpc.requestCallback<_cv_comments_v1_Comment>): grpc.ClientUnaryCall;
  
  /**
   * Permanently deletes every comment on or by the user. Idempotent.
   */
  EraseUser(argument: _cv_comments_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_Done>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_comments_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_comments_v1_Done>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_comments_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_Done>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_comments_v1_UserRefInput, callback: grpc.requestCallback<_cv_comments_v1_Done>): grpc.ClientUnaryCall;
  /**
   * Permanently deletes every comment on or by the user. Idempotent.
   */
  eraseUser(argument: _cv_comments_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_Done>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_comments_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_comments_v1_Done>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_comments_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_Done>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_comments_v1_UserRefInput, callback: grpc.requestCallback<_cv_comments_v1_Done>): grpc.ClientUnaryCall;
  
  /**
   * Hides a deleted user: comments on the user are no longer returned, and comments by the user
   * have an empty author. Idempotent.
   */
  HideUser(argument: _cv_comments_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_Done>): grpc.ClientUnaryCall;
  HideUser(argument: _cv_comments_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_comments_v1_Done>): grpc.ClientUnaryCall;
  HideUser(argument: _cv_comments_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_Done>): grpc.ClientUnaryCall;
  HideUser(argument: _cv_comments_v1_UserRefInput, callback: grpc.requestCallback<_cv_comments_v1_Done>): grpc.ClientUnaryCall;
  /**
   * Hides a deleted user: comments on the user are no longer returned, and comments by the user
   * have an empty author. Idempotent.
   */
  hideUser(argument: _cv_comments_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_Done>): grpc.ClientUnaryCall;
  hideUser(argument: _cv_comments_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_comments_v1_Done>): grpc.ClientUnaryCall;
  hideUser(argument: _cv_comments_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_Done>): grpc.ClientUnaryCall;
  hideUser(argument: _cv_comments_v1_UserRefInput, callback: grpc.requestCallback<_cv_comments_v1_Done>): grpc.ClientUnaryCall;
  
  /**
   * Lists the comments that match all filters, in a stable order.
   */
  ListComments(argument: _cv_comments_v1_ListCommentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_CommentPage>): grpc.ClientUnaryCall;
  ListComments(argument: _cv_comments_v1_ListCommentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_comments_v1_CommentPage>): grpc.ClientUnaryCall;
  ListComments(argument: _cv_comments_v1_ListCommentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_CommentPage>): grpc.ClientUnaryCall;
  ListComments(argument: _cv_comments_v1_ListCommentsRequestInput, callback: grpc.requestCallback<_cv_comments_v1_CommentPage>): grpc.ClientUnaryCall;
  /**
   * Lists the comments that match all filters, in a stable order.
   */
  listComments(argument: _cv_comments_v1_ListCommentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_CommentPage>): grpc.ClientUnaryCall;
  listComments(argument: _cv_comments_v1_ListCommentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_comments_v1_CommentPage>): grpc.ClientUnaryCall;
  listComments(argument: _cv_comments_v1_ListCommentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_CommentPage>): grpc.ClientUnaryCall;
  listComments(argument: _cv_comments_v1_ListCommentsRequestInput, callback: grpc.requestCallback<_cv_comments_v1_CommentPage>): grpc.ClientUnaryCall;
  
  /**
   * Changes the text of the author's latest comment on the user. NOT_FOUND
   * "comment_not_found" if the author has none; ABORTED "revision_conflict" if if_id and
   * if_revision are set and do not match that comment.
   */
  UpdateComment(argument: _cv_comments_v1_UpdateCommentRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_Comment>): grpc.ClientUnaryCall;
  UpdateComment(argument: _cv_comments_v1_UpdateCommentRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_comments_v1_Comment>): grpc.ClientUnaryCall;
  UpdateComment(argument: _cv_comments_v1_UpdateCommentRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_Comment>): grpc.ClientUnaryCall;
  UpdateComment(argument: _cv_comments_v1_UpdateCommentRequestInput, callback: grpc.requestCallback<_cv_comments_v1_Comment>): grpc.ClientUnaryCall;
  /**
   * Changes the text of the author's latest comment on the user. NOT_FOUND
   * "comment_not_found" if the author has none; ABORTED "revision_conflict" if if_id and
   * if_revision are set and do not match that comment.
   */
  updateComment(argument: _cv_comments_v1_UpdateCommentRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_Comment>): grpc.ClientUnaryCall;
  updateComment(argument: _cv_comments_v1_UpdateCommentRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_comments_v1_Comment>): grpc.ClientUnaryCall;
  updateComment(argument: _cv_comments_v1_UpdateCommentRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_comments_v1_Comment>): grpc.ClientUnaryCall;
  updateComment(argument: _cv_comments_v1_UpdateCommentRequestInput, callback: grpc.requestCallback<_cv_comments_v1_Comment>): grpc.ClientUnaryCall;
  
}

export interface CommentsServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Gets comments by id, at most 64. Each item has its own caller and its own status; results
   * are in request order. NOT_FOUND "comment_not_found".
   */
  BatchGetComments: grpc.handleUnaryCall<_cv_comments_v1_BatchGetCommentsRequest, _cv_comments_v1_BatchGetCommentsResponseInput>;
  
  /**
   * Gets the latest comment on each user, at most 64 items. NOT_FOUND "comment_not_found" if
   * there is none.
   */
  BatchGetUserComments: grpc.handleUnaryCall<_cv_comments_v1_BatchGetUserCommentsRequest, _cv_comments_v1_BatchGetCommentsResponseInput>;
  
  CreateComment: grpc.handleUnaryCall<_cv_comments_v1_CreateCommentRequest, _cv_comments_v1_CommentInput>;
  
  /**
   * Permanently deletes every comment on or by the user. Idempotent.
   */
  EraseUser: grpc.handleUnaryCall<_cv_comments_v1_UserRef, _cv_comments_v1_DoneInput>;
  
  /**
   * Hides a deleted user: comments on the user are no longer returned, and comments by the user
   * have an empty author. Idempotent.
   */
  HideUser: grpc.handleUnaryCall<_cv_comments_v1_UserRef, _cv_comments_v1_DoneInput>;
  
  /**
   * Lists the comments that match all filters, in a stable order.
   */
  ListComments: grpc.handleUnaryCall<_cv_comments_v1_ListCommentsRequest, _cv_comments_v1_CommentPageInput>;
  
  /**
   * Changes the text of the author's latest comment on the user. NOT_FOUND
   * "comment_not_found" if the author has none; ABORTED "revision_conflict" if if_id and
   * if_revision are set and do not match that comment.
   */
  UpdateComment: grpc.handleUnaryCall<_cv_comments_v1_UpdateCommentRequest, _cv_comments_v1_CommentInput>;
  
}

export interface CommentsServiceDefinition extends grpc.ServiceDefinition {
  BatchGetComments: MethodDefinition<_cv_comments_v1_BatchGetCommentsRequestInput, _cv_comments_v1_BatchGetCommentsResponseInput, _cv_comments_v1_BatchGetCommentsRequest, _cv_comments_v1_BatchGetCommentsResponse>
  BatchGetUserComments: MethodDefinition<_cv_comments_v1_BatchGetUserCommentsRequestInput, _cv_comments_v1_BatchGetCommentsResponseInput, _cv_comments_v1_BatchGetUserCommentsRequest, _cv_comments_v1_BatchGetCommentsResponse>
  CreateComment: MethodDefinition<_cv_comments_v1_CreateCommentRequestInput, _cv_comments_v1_CommentInput, _cv_comments_v1_CreateCommentRequest, _cv_comments_v1_Comment>
  EraseUser: MethodDefinition<_cv_comments_v1_UserRefInput, _cv_comments_v1_DoneInput, _cv_comments_v1_UserRef, _cv_comments_v1_Done>
  HideUser: MethodDefinition<_cv_comments_v1_UserRefInput, _cv_comments_v1_DoneInput, _cv_comments_v1_UserRef, _cv_comments_v1_Done>
  ListComments: MethodDefinition<_cv_comments_v1_ListCommentsRequestInput, _cv_comments_v1_CommentPageInput, _cv_comments_v1_ListCommentsRequest, _cv_comments_v1_CommentPage>
  UpdateComment: MethodDefinition<_cv_comments_v1_UpdateCommentRequestInput, _cv_comments_v1_CommentInput, _cv_comments_v1_UpdateCommentRequest, _cv_comments_v1_Comment>
}
