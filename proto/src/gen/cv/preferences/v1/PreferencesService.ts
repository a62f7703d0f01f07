// Original file: cv/preferences/v1/preferences.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BatchGetPreferencesRequestInput as _cv_preferences_v1_BatchGetPreferencesRequestInput, BatchGetPreferencesRequest as _cv_preferences_v1_BatchGetPreferencesRequest } from '../../../cv/preferences/v1/BatchGetPreferencesRequest.ts';
import type { BatchGetPreferencesResponseInput as _cv_preferences_v1_BatchGetPreferencesResponseInput, BatchGetPreferencesResponse as _cv_preferences_v1_BatchGetPreferencesResponse } from '../../../cv/preferences/v1/BatchGetPreferencesResponse.ts';
import type { DoneInput as _cv_preferences_v1_DoneInput, Done as _cv_preferences_v1_Done } from '../../../cv/preferences/v1/Done.ts';
import type { PreferencesInput as _cv_preferences_v1_PreferencesInput, Preferences as _cv_preferences_v1_Preferences } from '../../../cv/preferences/v1/Preferences.ts';
import type { SetPreferencesRequestInput as _cv_preferences_v1_SetPreferencesRequestInput, SetPreferencesRequest as _cv_preferences_v1_SetPreferencesRequest } from '../../../cv/preferences/v1/SetPreferencesRequest.ts';
import type { UserRefInput as _cv_preferences_v1_UserRefInput, UserRef as _cv_preferences_v1_UserRef } from '../../../cv/preferences/v1/UserRef.ts';

export interface PreferencesServiceClient extends grpc.Client {
  /**
   * Gets preferences by user id, at most 64. Each item has its own caller and its own status;
   * results are in request order. A user without preferences has empty ones with revision 1.
   */
  BatchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  BatchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  BatchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  BatchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  /**
   * Gets preferences by user id, at most 64. Each item has its own caller and its own status;
   * results are in request order. A user without preferences has empty ones with revision 1.
   */
  batchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  batchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  batchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  batchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  
  /**
   * Permanently deletes all data of the user. Idempotent.
   */
  EraseUser(argument: _cv_preferences_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_Done>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_preferences_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_preferences_v1_Done>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_preferences_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_Done>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_preferences_v1_UserRefInput, callback: grpc.requestCallback<_cv_preferences_v1_Done>): grpc.ClientUnaryCall;
  /**
   * Permanently deletes all data of the user. Idempotent.
   */
  eraseUser(argument: _cv_preferences_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_Done>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_preferences_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_preferences_v1_Done>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_preferences_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_Done>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_preferences_v1_UserRefInput, callback: grpc.requestCallback<_cv_preferences_v1_Done>): grpc.ClientUnaryCall;
  
  /**
   * Replaces all preferences of a user; omitted fields become empty. INVALID_ARGUMENT lists every
   * invalid field; ABORTED "revision_conflict" if if_revision is set and is not the current one.
   */
  SetPreferences(argument: _cv_preferences_v1_SetPreferencesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_Preferences>): grpc.ClientUnaryCall;
  SetPreferences(argument: _cv_preferences_v1_SetPreferencesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_preferences_v1_Preferences>): grpc.ClientUnaryCall;
  SetPreferences(argument: _cv_preferences_v1_SetPreferencesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_Preferences>): grpc.ClientUnaryCall;
  SetPreferences(argument: _cv_preferences_v1_SetPreferencesRequestInput, callback: grpc.requestCallback<_cv_preferences_v1_Preferences>): grpc.ClientUnaryCall;
  /**
   * Replaces all preferences of a user; omitted fields become empty. INVALID_ARGUMENT lists every
   * invalid field; ABORTED "revision_conflict" if if_revision is set and is not the current one.
   */
  setPreferences(argument: _cv_preferences_v1_SetPreferencesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_Preferences>): grpc.ClientUnaryCall;
  setPreferences(argument: _cv_preferences_v1_SetPreferencesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_preferences_v1_Preferences>): grpc.ClientUnaryCall;
  setPreferences(argument: _cv_preferences_v1_SetPreferencesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_Preferences>): grpc.ClientUnaryCall;
  setPreferences(argument: _cv_preferences_v1_SetPreferencesRequestInput, callback: grpc.requestCallback<_cv_preferences_v1_Preferences>): grpc.ClientUnaryCall;
  
}

export interface PreferencesServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Gets preferences by user id, at most 64. Each item has its own caller and its own status;
   * results are in request order. A user without preferences has empty ones with revision 1.
   */
  BatchGetPreferences: grpc.handleUnaryCall<_cv_preferences_v1_BatchGetPreferencesRequest, _cv_preferences_v1_BatchGetPreferencesResponseInput>;
  
  /**
   * Permanently deletes all data of the user. Idempotent.
   */
  EraseUser: grpc.handleUnaryCall<_cv_preferences_v1_UserRef, _cv_preferences_v1_DoneInput>;
  
  /**
   * Replaces all preferences of a user; omitted fields become empty. INVALID_ARGUMENT lists every
   * invalid field; ABORTED "revision_conflict" if if_revision is set and is not the current one.
   */
  SetPreferences: grpc.handleUnaryCall<_cv_preferences_v1_SetPreferencesRequest, _cv_preferences_v1_PreferencesInput>;
  
}

export interface PreferencesServiceDefinition extends grpc.ServiceDefinition {
  BatchGetPreferences: MethodDefinition<_cv_preferences_v1_BatchGetPreferencesRequestInput, _cv_preferences_v1_BatchGetPreferencesResponseInput, _cv_preferences_v1_BatchGetPreferencesRequest, _cv_preferences_v1_BatchGetPreferencesResponse>
  EraseUser: MethodDefinition<_cv_preferences_v1_UserRefInput, _cv_preferences_v1_DoneInput, _cv_preferences_v1_UserRef, _cv_preferences_v1_Done>
  SetPreferences: MethodDefinition<_cv_preferences_v1_SetPreferencesRequestInput, _cv_preferences_v1_PreferencesInput, _cv_preferences_v1_SetPreferencesRequest, _cv_preferences_v1_Preferences>
}
