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
   * Reads by user id, at most 64 items; each carries its own caller and gets its own status,
   * in the order asked. A user who has set none has the empty ones, with revision 1.
   */
  BatchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  BatchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  BatchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  BatchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  /**
   * Reads by user id, at most 64 items; each carries its own caller and gets its own status,
   * in the order asked. A user who has set none has the empty ones, with revision 1.
   */
  batchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  batchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  batchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  batchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  
  /**
   * Removes everything that is kept of the user for good. May be repeated.
   */
  EraseUser(argument: _cv_preferences_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_Done>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_preferences_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_preferences_v1_Done>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_preferences_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_Done>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_preferences_v1_UserRefInput, callback: grpc.requestCallback<_cv_preferences_v1_Done>): grpc.ClientUnaryCall;
  /**
   * Removes everything that is kept of the user for good. May be repeated.
   */
  eraseUser(argument: _cv_preferences_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_Done>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_preferences_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_preferences_v1_Done>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_preferences_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_Done>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_preferences_v1_UserRefInput, callback: grpc.requestCallback<_cv_preferences_v1_Done>): grpc.ClientUnaryCall;
  
  /**
   * Replaces all of them: what is left out is not given. INVALID_ARGUMENT names every wrong
   * field; ABORTED "revision_conflict" when if_revision is given and is not the stored one.
   */
  SetPreferences(argument: _cv_preferences_v1_SetPreferencesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_Preferences>): grpc.ClientUnaryCall;
  SetPreferences(argument: _cv_preferences_v1_SetPreferencesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_preferences_v1_Preferences>): grpc.ClientUnaryCall;
  SetPreferences(argument: _cv_preferences_v1_SetPreferencesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_Preferences>): grpc.ClientUnaryCall;
  SetPreferences(argument: _cv_preferences_v1_SetPreferencesRequestInput, callback: grpc.requestCallback<_cv_preferences_v1_Preferences>): grpc.ClientUnaryCall;
  /**
   * Replaces all of them: what is left out is not given. INVALID_ARGUMENT names every wrong
   * field; ABORTED "revision_conflict" when if_revision is given and is not the stored one.
   */
  setPreferences(argument: _cv_preferences_v1_SetPreferencesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_Preferences>): grpc.ClientUnaryCall;
  setPreferences(argument: _cv_preferences_v1_SetPreferencesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_preferences_v1_Preferences>): grpc.ClientUnaryCall;
  setPreferences(argument: _cv_preferences_v1_SetPreferencesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_Preferences>): grpc.ClientUnaryCall;
  setPreferences(argument: _cv_preferences_v1_SetPreferencesRequestInput, callback: grpc.requestCallback<_cv_preferences_v1_Preferences>): grpc.ClientUnaryCall;
  
}

export interface PreferencesServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Reads by user id, at most 64 items; each carries its own caller and gets its own status,
   * in the order asked. A user who has set none has the empty ones, with revision 1.
   */
  BatchGetPreferences: grpc.handleUnaryCall<_cv_preferences_v1_BatchGetPreferencesRequest, _cv_preferences_v1_BatchGetPreferencesResponseInput>;
  
  /**
   * Removes everything that is kept of the user for good. May be repeated.
   */
  EraseUser: grpc.handleUnaryCall<_cv_preferences_v1_UserRef, _cv_preferences_v1_DoneInput>;
  
  /**
   * Replaces all of them: what is left out is not given. INVALID_ARGUMENT names every wrong
   * field; ABORTED "revision_conflict" when if_revision is given and is not the stored one.
   */
  SetPreferences: grpc.handleUnaryCall<_cv_preferences_v1_SetPreferencesRequest, _cv_preferences_v1_PreferencesInput>;
  
}

export interface PreferencesServiceDefinition extends grpc.ServiceDefinition {
  BatchGetPreferences: MethodDefinition<_cv_preferences_v1_BatchGetPreferencesRequestInput, _cv_preferences_v1_BatchGetPreferencesResponseInput, _cv_preferences_v1_BatchGetPreferencesRequest, _cv_preferences_v1_BatchGetPreferencesResponse>
  EraseUser: MethodDefinition<_cv_preferences_v1_UserRefInput, _cv_preferences_v1_DoneInput, _cv_preferences_v1_UserRef, _cv_preferences_v1_Done>
  SetPreferences: MethodDefinition<_cv_preferences_v1_SetPreferencesRequestInput, _cv_preferences_v1_PreferencesInput, _cv_preferences_v1_SetPreferencesRequest, _cv_preferences_v1_Preferences>
}
