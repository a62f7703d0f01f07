// Original file: cv/metadata/v1/metadata.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BatchGetMetadataRequestInput as _cv_metadata_v1_BatchGetMetadataRequestInput, BatchGetMetadataRequest as _cv_metadata_v1_BatchGetMetadataRequest } from '../../../cv/metadata/v1/BatchGetMetadataRequest.ts';
import type { BatchGetMetadataResponseInput as _cv_metadata_v1_BatchGetMetadataResponseInput, BatchGetMetadataResponse as _cv_metadata_v1_BatchGetMetadataResponse } from '../../../cv/metadata/v1/BatchGetMetadataResponse.ts';
import type { DoneInput as _cv_metadata_v1_DoneInput, Done as _cv_metadata_v1_Done } from '../../../cv/metadata/v1/Done.ts';
import type { MatchUsersRequestInput as _cv_metadata_v1_MatchUsersRequestInput, MatchUsersRequest as _cv_metadata_v1_MatchUsersRequest } from '../../../cv/metadata/v1/MatchUsersRequest.ts';
import type { MatchUsersResponseInput as _cv_metadata_v1_MatchUsersResponseInput, MatchUsersResponse as _cv_metadata_v1_MatchUsersResponse } from '../../../cv/metadata/v1/MatchUsersResponse.ts';
import type { SearchUsersRequestInput as _cv_metadata_v1_SearchUsersRequestInput, SearchUsersRequest as _cv_metadata_v1_SearchUsersRequest } from '../../../cv/metadata/v1/SearchUsersRequest.ts';
import type { SearchUsersResponseInput as _cv_metadata_v1_SearchUsersResponseInput, SearchUsersResponse as _cv_metadata_v1_SearchUsersResponse } from '../../../cv/metadata/v1/SearchUsersResponse.ts';
import type { UpdateMetadataRequestInput as _cv_metadata_v1_UpdateMetadataRequestInput, UpdateMetadataRequest as _cv_metadata_v1_UpdateMetadataRequest } from '../../../cv/metadata/v1/UpdateMetadataRequest.ts';
import type { UpdateMetadataResponseInput as _cv_metadata_v1_UpdateMetadataResponseInput, UpdateMetadataResponse as _cv_metadata_v1_UpdateMetadataResponse } from '../../../cv/metadata/v1/UpdateMetadataResponse.ts';
import type { UserRefInput as _cv_metadata_v1_UserRefInput, UserRef as _cv_metadata_v1_UserRef } from '../../../cv/metadata/v1/UserRef.ts';

export interface MetadataServiceClient extends grpc.Client {
  /**
   * The keys of each user asked for, at most 64 items; each carries its own caller and gets
   * its own status, in the order asked. A user without keys has an empty list.
   */
  BatchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  BatchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  BatchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  BatchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  /**
   * The keys of each user asked for, at most 64 items; each carries its own caller and gets
   * its own status, in the order asked. A user without keys has an empty list.
   */
  batchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  batchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  batchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  batchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  
  /**
   * Removes everything that is kept of the user for good. May be repeated.
   */
  EraseUser(argument: _cv_metadata_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_metadata_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_metadata_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_metadata_v1_UserRefInput, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  /**
   * Removes everything that is kept of the user for good. May be repeated.
   */
  eraseUser(argument: _cv_metadata_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_metadata_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_metadata_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_metadata_v1_UserRefInput, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  
  /**
   * For a user who was deleted: out of every search at once. May be repeated.
   */
  HideUser(argument: _cv_metadata_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  HideUser(argument: _cv_metadata_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  HideUser(argument: _cv_metadata_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  HideUser(argument: _cv_metadata_v1_UserRefInput, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  /**
   * For a user who was deleted: out of every search at once. May be repeated.
   */
  hideUser(argument: _cv_metadata_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  hideUser(argument: _cv_metadata_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  hideUser(argument: _cv_metadata_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  hideUser(argument: _cv_metadata_v1_UserRefInput, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  
  /**
   * Which of the candidates match, in the order given. Any query.
   */
  MatchUsers(argument: _cv_metadata_v1_MatchUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_MatchUsersResponse>): grpc.ClientUnaryCall;
  MatchUsers(argument: _cv_metadata_v1_MatchUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_MatchUsersResponse>): grpc.ClientUnaryCall;
  MatchUsers(argument: _cv_metadata_v1_MatchUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_MatchUsersResponse>): grpc.ClientUnaryCall;
  MatchUsers(argument: _cv_metadata_v1_MatchUsersRequestInput, callback: grpc.requestCallback<_cv_metadata_v1_MatchUsersResponse>): grpc.ClientUnaryCall;
  /**
   * Which of the candidates match, in the order given. Any query.
   */
  matchUsers(argument: _cv_metadata_v1_MatchUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_MatchUsersResponse>): grpc.ClientUnaryCall;
  matchUsers(argument: _cv_metadata_v1_MatchUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_MatchUsersResponse>): grpc.ClientUnaryCall;
  matchUsers(argument: _cv_metadata_v1_MatchUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_MatchUsersResponse>): grpc.ClientUnaryCall;
  matchUsers(argument: _cv_metadata_v1_MatchUsersRequestInput, callback: grpc.requestCallback<_cv_metadata_v1_MatchUsersResponse>): grpc.ClientUnaryCall;
  
  /**
   * The users of the company that match, by ascending id. Of whole companies only:
   * INVALID_ARGUMENT for a negated query, and for a caller that names an application or a
   * user; those ask MatchUsers.
   */
  SearchUsers(argument: _cv_metadata_v1_SearchUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_SearchUsersResponse>): grpc.ClientUnaryCall;
  SearchUsers(argument: _cv_metadata_v1_SearchUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_SearchUsersResponse>): grpc.ClientUnaryCall;
  SearchUsers(argument: _cv_metadata_v1_SearchUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_SearchUsersResponse>): grpc.ClientUnaryCall;
  SearchUsers(argument: _cv_metadata_v1_SearchUsersRequestInput, callback: grpc.requestCallback<_cv_metadata_v1_SearchUsersResponse>): grpc.ClientUnaryCall;
  /**
   * The users of the company that match, by ascending id. Of whole companies only:
   * INVALID_ARGUMENT for a negated query, and for a caller that names an application or a
   * user; those ask MatchUsers.
   */
  searchUsers(argument: _cv_metadata_v1_SearchUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_SearchUsersResponse>): grpc.ClientUnaryCall;
  searchUsers(argument: _cv_metadata_v1_SearchUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_SearchUsersResponse>): grpc.ClientUnaryCall;
  searchUsers(argument: _cv_metadata_v1_SearchUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_SearchUsersResponse>): grpc.ClientUnaryCall;
  searchUsers(argument: _cv_metadata_v1_SearchUsersRequestInput, callback: grpc.requestCallback<_cv_metadata_v1_SearchUsersResponse>): grpc.ClientUnaryCall;
  
  /**
   * Reset, then unassign, then assign, for each user named: all of it or nothing. Requests at
   * the same time end as if they had come one after the other. ABORTED "metadata_limit" when a
   * user would hold more than 2,000 keys; INVALID_ARGUMENT "metadata_too_large" when the users
   * together hold more than 32 MB; UNAVAILABLE "write_contention" when others change the same
   * users all the time. None of these changes anything.
   */
  UpdateMetadata(argument: _cv_metadata_v1_UpdateMetadataRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_UpdateMetadataResponse>): grpc.ClientUnaryCall;
  UpdateMetadata(argument: _cv_metadata_v1_UpdateMetadataRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_UpdateMetadataResponse>): grpc.ClientUnaryCall;
  UpdateMetadata(argument: _cv_metadata_v1_UpdateMetadataRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_UpdateMetadataResponse>): grpc.ClientUnaryCall;
  UpdateMetadata(argument: _cv_metadata_v1_UpdateMetadataRequestInput, callback: grpc.requestCallback<_cv_metadata_v1_UpdateMetadataResponse>): grpc.ClientUnaryCall;
  /**
   * Reset, then unassign, then assign, for each user named: all of it or nothing. Requests at
   * the same time end as if they had come one after the other. ABORTED "metadata_limit" when a
   * user would hold more than 2,000 keys; INVALID_ARGUMENT "metadata_too_large" when the users
   * together hold more than 32 MB; UNAVAILABLE "write_contention" when others change the same
   * users all the time. None of these changes anything.
   */
  updateMetadata(argument: _cv_metadata_v1_UpdateMetadataRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_UpdateMetadataResponse>): grpc.ClientUnaryCall;
  updateMetadata(argument: _cv_metadata_v1_UpdateMetadataRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_UpdateMetadataResponse>): grpc.ClientUnaryCall;
  updateMetadata(argument: _cv_metadata_v1_UpdateMetadataRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_UpdateMetadataResponse>): grpc.ClientUnaryCall;
  updateMetadata(argument: _cv_metadata_v1_UpdateMetadataRequestInput, callback: grpc.requestCallback<_cv_metadata_v1_UpdateMetadataResponse>): grpc.ClientUnaryCall;
  
}

export interface MetadataServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * The keys of each user asked for, at most 64 items; each carries its own caller and gets
   * its own status, in the order asked. A user without keys has an empty list.
   */
  BatchGetMetadata: grpc.handleUnaryCall<_cv_metadata_v1_BatchGetMetadataRequest, _cv_metadata_v1_BatchGetMetadataResponseInput>;
  
  /**
   * Removes everything that is kept of the user for good. May be repeated.
   */
  EraseUser: grpc.handleUnaryCall<_cv_metadata_v1_UserRef, _cv_metadata_v1_DoneInput>;
  
  /**
   * For a user who was deleted: out of every search at once. May be repeated.
   */
  HideUser: grpc.handleUnaryCall<_cv_metadata_v1_UserRef, _cv_metadata_v1_DoneInput>;
  
  /**
   * Which of the candidates match, in the order given. Any query.
   */
  MatchUsers: grpc.handleUnaryCall<_cv_metadata_v1_MatchUsersRequest, _cv_metadata_v1_MatchUsersResponseInput>;
  
  /**
   * The users of the company that match, by ascending id. Of whole companies only:
   * INVALID_ARGUMENT for a negated query, and for a caller that names an application or a
   * user; those ask MatchUsers.
   */
  SearchUsers: grpc.handleUnaryCall<_cv_metadata_v1_SearchUsersRequest, _cv_metadata_v1_SearchUsersResponseInput>;
  
  /**
   * Reset, then unassign, then assign, for each user named: all of it or nothing. Requests at
   * the same time end as if they had come one after the other. ABORTED "metadata_limit" when a
   * user would hold more than 2,000 keys; INVALID_ARGUMENT "metadata_too_large" when the users
   * together hold more than 32 MB; UNAVAILABLE "write_contention" when others change the same
   * users all the time. None of these changes anything.
   */
  UpdateMetadata: grpc.handleUnaryCall<_cv_metadata_v1_UpdateMetadataRequest, _cv_metadata_v1_UpdateMetadataResponseInput>;
  
}

export interface MetadataServiceDefinition extends grpc.ServiceDefinition {
  BatchGetMetadata: MethodDefinition<_cv_metadata_v1_BatchGetMetadataRequestInput, _cv_metadata_v1_BatchGetMetadataResponseInput, _cv_metadata_v1_BatchGetMetadataRequest, _cv_metadata_v1_BatchGetMetadataResponse>
  EraseUser: MethodDefinition<_cv_metadata_v1_UserRefInput, _cv_metadata_v1_DoneInput, _cv_metadata_v1_UserRef, _cv_metadata_v1_Done>
  HideUser: MethodDefinition<_cv_metadata_v1_UserRefInput, _cv_metadata_v1_DoneInput, _cv_metadata_v1_UserRef, _cv_metadata_v1_Done>
  MatchUsers: MethodDefinition<_cv_metadata_v1_MatchUsersRequestInput, _cv_metadata_v1_MatchUsersResponseInput, _cv_metadata_v1_MatchUsersRequest, _cv_metadata_v1_MatchUsersResponse>
  SearchUsers: MethodDefinition<_cv_metadata_v1_SearchUsersRequestInput, _cv_metadata_v1_SearchUsersResponseInput, _cv_metadata_v1_SearchUsersRequest, _cv_metadata_v1_SearchUsersResponse>
  UpdateMetadata: MethodDefinition<_cv_metadata_v1_UpdateMetadataRequestInput, _cv_metadata_v1_UpdateMetadataResponseInput, _cv_metadata_v1_UpdateMetadataRequest, _cv_metadata_v1_UpdateMetadataResponse>
}
