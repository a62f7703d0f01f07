import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CallerInput as _cv_caller_v1_CallerInput, Caller as _cv_caller_v1_Caller } from './cv/caller/v1/Caller.ts';
import type { ItemStatusInput as _cv_caller_v1_ItemStatusInput, ItemStatus as _cv_caller_v1_ItemStatus } from './cv/caller/v1/ItemStatus.ts';
import type { AuthorInput as _cv_comments_v1_AuthorInput, Author as _cv_comments_v1_Author } from './cv/comments/v1/Author.ts';
import type { BatchGetCommentsRequestInput as _cv_comments_v1_BatchGetCommentsRequestInput, BatchGetCommentsRequest as _cv_comments_v1_BatchGetCommentsRequest } from './cv/comments/v1/BatchGetCommentsRequest.ts';
import type { BatchGetCommentsResponseInput as _cv_comments_v1_BatchGetCommentsResponseInput, BatchGetCommentsResponse as _cv_comments_v1_BatchGetCommentsResponse } from './cv/comments/v1/BatchGetCommentsResponse.ts';
import type { BatchGetUserCommentsRequestInput as _cv_comments_v1_BatchGetUserCommentsRequestInput, BatchGetUserCommentsRequest as _cv_comments_v1_BatchGetUserCommentsRequest } from './cv/comments/v1/BatchGetUserCommentsRequest.ts';
import type { CommentInput as _cv_comments_v1_CommentInput, Comment as _cv_comments_v1_Comment } from './cv/comments/v1/Comment.ts';
import type { CommentPageInput as _cv_comments_v1_CommentPageInput, CommentPage as _cv_comments_v1_CommentPage } from './cv/comments/v1/CommentPage.ts';
import type { CommentsServiceClient as _cv_comments_v1_CommentsServiceClient, CommentsServiceDefinition as _cv_comments_v1_CommentsServiceDefinition } from './cv/comments/v1/CommentsService.ts';
import type { CreateCommentRequestInput as _cv_comments_v1_CreateCommentRequestInput, CreateCommentRequest as _cv_comments_v1_CreateCommentRequest } from './cv/comments/v1/CreateCommentRequest.ts';
import type { DoneInput as _cv_comments_v1_DoneInput, Done as _cv_comments_v1_Done } from './cv/comments/v1/Done.ts';
import type { FilterInput as _cv_comments_v1_FilterInput, Filter as _cv_comments_v1_Filter } from './cv/comments/v1/Filter.ts';
import type { ListCommentsRequestInput as _cv_comments_v1_ListCommentsRequestInput, ListCommentsRequest as _cv_comments_v1_ListCommentsRequest } from './cv/comments/v1/ListCommentsRequest.ts';
import type { PageRequestInput as _cv_comments_v1_PageRequestInput, PageRequest as _cv_comments_v1_PageRequest } from './cv/comments/v1/PageRequest.ts';
import type { SortInput as _cv_comments_v1_SortInput, Sort as _cv_comments_v1_Sort } from './cv/comments/v1/Sort.ts';
import type { UpdateCommentRequestInput as _cv_comments_v1_UpdateCommentRequestInput, UpdateCommentRequest as _cv_comments_v1_UpdateCommentRequest } from './cv/comments/v1/UpdateCommentRequest.ts';
import type { UserRefInput as _cv_comments_v1_UserRefInput, UserRef as _cv_comments_v1_UserRef } from './cv/comments/v1/UserRef.ts';

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
        Author: MessageTypeDefinition<_cv_comments_v1_AuthorInput, _cv_comments_v1_Author>
        BatchGetCommentsRequest: MessageTypeDefinition<_cv_comments_v1_BatchGetCommentsRequestInput, _cv_comments_v1_BatchGetCommentsRequest>
        BatchGetCommentsResponse: MessageTypeDefinition<_cv_comments_v1_BatchGetCommentsResponseInput, _cv_comments_v1_BatchGetCommentsResponse>
        BatchGetUserCommentsRequest: MessageTypeDefinition<_cv_comments_v1_BatchGetUserCommentsRequestInput, _cv_comments_v1_BatchGetUserCommentsRequest>
        Comment: MessageTypeDefinition<_cv_comments_v1_CommentInput, _cv_comments_v1_Comment>
        CommentPage: MessageTypeDefinition<_cv_comments_v1_CommentPageInput, _cv_comments_v1_CommentPage>
        CommentsService: SubtypeConstructor<typeof grpc.Client, _cv_comments_v1_CommentsServiceClient> & { service: _cv_comments_v1_CommentsServiceDefinition }
        CreateCommentRequest: MessageTypeDefinition<_cv_comments_v1_CreateCommentRequestInput, _cv_comments_v1_CreateCommentRequest>
        Done: MessageTypeDefinition<_cv_comments_v1_DoneInput, _cv_comments_v1_Done>
        Filter: MessageTypeDefinition<_cv_comments_v1_FilterInput, _cv_comments_v1_Filter>
        ListCommentsRequest: MessageTypeDefinition<_cv_comments_v1_ListCommentsRequestInput, _cv_comments_v1_ListCommentsRequest>
        PageRequest: MessageTypeDefinition<_cv_comments_v1_PageRequestInput, _cv_comments_v1_PageRequest>
        Sort: MessageTypeDefinition<_cv_comments_v1_SortInput, _cv_comments_v1_Sort>
        UpdateCommentRequest: MessageTypeDefinition<_cv_comments_v1_UpdateCommentRequestInput, _cv_comments_v1_UpdateCommentRequest>
        UserRef: MessageTypeDefinition<_cv_comments_v1_UserRefInput, _cv_comments_v1_UserRef>
      }
    }
  }
}

