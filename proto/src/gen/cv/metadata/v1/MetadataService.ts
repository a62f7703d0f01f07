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
   * Gets the keys of users, at most 64. Each item has its own caller and its own status; results
   * are in request order. The list of a user without keys is empty.
   */
  BatchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  BatchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  BatchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  BatchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  /**
   * Gets the keys of users, at most 64. Each item has its own caller and its own status; results
   * are in request order. The list of a user without keys is empty.
   */
  batchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  batchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  batchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  batchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  
  /**
   * Permanently deletes all data of the user. Idempotent.
   */
  EraseUser(argument: _cv_metadata_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_metadata_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_metadata_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_metadata_v1_UserRefInput, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  /**
   * Permanently deletes all data of the user. Idempotent.
   */
  eraseUser(argument: _cv_metadata_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_metadata_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_metadata_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_metadata_v1_UserRefInput, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  
  /**
   * Removes a deleted user from all searches. Idempotent.
   */
  HideUser(argument: _cv_metadata_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  HideUser(argument: _cv_metadata_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  HideUser(argument: _cv_metadata_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  HideUser(argument: _cv_metadata_v1_UserRefInput, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  /**
   * Removes a deleted user from all searches. Idempotent.
   */
  hideUser(argument: _cv_metadata_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  hideUser(argument: _cv_metadata_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  hideUser(argument: _cv_metadata_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  hideUser(argument: _cv_metadata_v1_UserRefInput, callback: grpc.requestCallback<_cv_metadata_v1_Done>): grpc.ClientUnaryCall;
  
  /**
   * Returns the candidates that match, in the given order. Accepts any query.
   */
  MatchUsers(argument: _cv_metadata_v1_MatchUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_MatchUsersResponse>): grpc.ClientUnaryCall;
  MatchUsers(argument: _cv_metadata_v1_MatchUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_MatchUsersResponse>): grpc.ClientUnaryCall;
  MatchUsers(argument: _cv_metadata_v1_MatchUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_MatchUsersResponse>): grpc.ClientUnaryCall;
  MatchUsers(argument: _cv_metadata_v1_MatchUsersRequestInput, callback: grpc.requestCallback<_cv_metadata_v1_MatchUsersResponse>): grpc.ClientUnaryCall;
  /**
   * Returns the candidates that match, in the given order. Accepts any query.
   */
  matchUsers(argument: _cv_metadata_v1_MatchUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_MatchUsersResponse>): grpc.ClientUnaryCall;
  matchUsers(argument: _cv_metadata_v1_MatchUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_MatchUsersResponse>): grpc.ClientUnaryCall;
  matchUsers(argument: _cv_metadata_v1_MatchUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_MatchUsersResponse>): grpc.ClientUnaryCall;
  matchUsers(argument: _cv_metadata_v1_MatchUsersRequestInput, callback: grpc.requestCallback<_cv_metadata_v1_MatchUsersResponse>): grpc.ClientUnaryCall;
  
  /**
   * Lists the users of the company that match, by ascending id. INVALID_ARGUMENT for a negated
   * query, or for a caller with an application or a user; use MatchUsers for these.
   */
  SearchUsers(argument: _cv_metadata_v1_SearchUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_SearchUsersResponse>): grpc.ClientUnaryCall;
  SearchUsers(argument: _cv_metadata_v1_SearchUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_SearchUsersResponse>): grpc.ClientUnaryCall;
  SearchUsers(argument: _cv_metadata_v1_SearchUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_SearchUsersResponse>): grpc.ClientUnaryCall;
  SearchUsers(argument: _cv_metadata_v1_SearchUsersRequestInput, callback: grpc.requestCallback<_cv_metadata_v1_SearchUsersResponse>): grpc.ClientUnaryCall;
  /**
   * Lists the users of the company that match, by ascending id. INVALID_ARGUMENT for a negated
   * query, or for a caller with an application or a user; use MatchUsers for these.
   */
  searchUsers(argument: _cv_metadata_v1_SearchUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_SearchUsersResponse>): grpc.ClientUnaryCall;
  searchUsers(argument: _cv_metadata_v1_SearchUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_SearchUsersResponse>): grpc.ClientUnaryCall;
  searchUsers(argument: _cv_metadata_v1_SearchUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_SearchUsersResponse>): grpc.ClientUnaryCall;
  searchUsers(argument: _cv_metadata_v1_SearchUsersRequestInput, callback: grpc.requestCallback<_cv_metadata_v1_SearchUsersResponse>): grpc.ClientUnaryCall;
  
  /**
   * Resets, then unassigns, then assigns keys of the given users in one serializable
   * transaction. ABORTED "metadata_limit" if a user would have more than 2,000 keys;
   * INVALID_ARGUMENT "metadata_too_large" if the keys of all users exceed 32 MB; UNAVAILABLE
   * "write_contention" if too many requests change the same users. On error, nothing changes.
   */
  UpdateMetadata(argument: _cv_metadata_v1_UpdateMetadataRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_UpdateMetadataResponse>): grpc.ClientUnaryCall;
  UpdateMetadata(argument: _cv_metadata_v1_UpdateMetadataRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_UpdateMetadataResponse>): grpc.ClientUnaryCall;
  UpdateMetadata(argument: _cv_metadata_v1_UpdateMetadataRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_UpdateMetadataResponse>): grpc.ClientUnaryCall;
  UpdateMetadata(argument: _cv_metadata_v1_UpdateMetadataRequestInput, callback: grpc.requestCallback<_cv_metadata_v1_UpdateMetadataResponse>): grpc.ClientUnaryCall;
  /**
   * Resets, then unassigns, then assigns keys of the given users in one serializable
   * transaction. ABORTED "metadata_limit" if a user would have more than 2,000 keys;
   * INVALID_ARGUMENT "metadata_too_large" if the keys of all users exceed 32 MB; UNAVAILABLE
   * "write_contention" if too many requests change the same users. On error, nothing changes.
   */
  updateMetadata(argument: _cv_metadata_v1_UpdateMetadataRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_UpdateMetadataResponse>): grpc.ClientUnaryCall;
  updateMetadata(argument: _cv_metadata_v1_UpdateMetadataRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_UpdateMetadataResponse>): grpc.ClientUnaryCall;
  updateMetadata(argument: _cv_metadata_v1_UpdateMetadataRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_UpdateMetadataResponse>): grpc.ClientUnaryCall;
  updateMetadata(argument: _cv_metadata_v1_UpdateMetadataRequestInput, callback: grpc.requestCallback<_cv_metadata_v1_UpdateMetadataResponse>): grpc.ClientUnaryCall;
  
}

export interface MetadataServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Gets the keys of users, at most 64. Each item has its own caller and its own status; results
   * are in request order. The list of a user without keys is empty.
   */
  BatchGetMetadata: grpc.handleUnaryCall<_cv_metadata_v1_BatchGetMetadataRequest, _cv_metadata_v1_BatchGetMetadataResponseInput>;
  
  /**
   * Permanently deletes all data of the user. Idempotent.
   */
  EraseUser: grpc.handleUnaryCall<_cv_metadata_v1_UserRef, _cv_metadata_v1_DoneInput>;
  
  /**
   * Removes a deleted user from all searches. Idempotent.
   */
  HideUser: grpc.handleUnaryCall<_cv_metadata_v1_UserRef, _cv_metadata_v1_DoneInput>;
  
  /**
   * Returns the candidates that match, in the given order. Accepts any query.
   */
  MatchUsers: grpc.handleUnaryCall<_cv_metadata_v1_MatchUsersRequest, _cv_metadata_v1_MatchUsersResponseInput>;
  
  /**
   * Lists the users of the company that match, by ascending id. INVALID_ARGUMENT for a negated
   * query, or for a caller with an application or a user; use MatchUsers for these.
   */
  SearchUsers: grpc.handleUnaryCall<_cv_metadata_v1_SearchUsersRequest, _cv_metadata_v1_SearchUsersResponseInput>;
  
  /**
   * Resets, then unassigns, then assigns keys of the given users in one serializable
   * transaction. ABORTED "metadata_limit" if a user would have more than 2,000 keys;
   * INVALID_ARGUMENT "metadata_too_large" if the keys of all users exceed 32 MB; UNAVAILABLE
   * "write_contention" if too many requests change the same users. On error, nothing changes.
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
