// Original file: cv/preferences/v1/preferences.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BatchGetPreferencesRequestInput as _cv_preferences_v1_BatchGetPreferencesRequestInput, BatchGetPreferencesRequest as _cv_preferences_v1_BatchGetPreferencesRequest } from '../../../cv/preferences/v1/BatchGetPreferencesRequest.ts';
import type { BatchGetPreferencesResponseInput as _cv_preferences_v1_BatchGetPreferencesResponseInput, BatchGetPreferencesResponse as _cv_preferences_v1_BatchGetPreferencesResponse } from '../../../cv/preferences/v1/BatchGetPreferencesResponse.ts';

/**
 * Employment preferences of CV owners.
 */
export interface PreferencesServiceClient extends grpc.Client {
  /**
   * Reads by user id, at most 64 items, each scoped by its own caller.
   */
  BatchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  BatchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  BatchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  BatchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  /**
   * Reads by user id, at most 64 items, each scoped by its own caller.
   */
  batchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  batchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  batchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  batchGetPreferences(argument: _cv_preferences_v1_BatchGetPreferencesRequestInput, callback: grpc.requestCallback<_cv_preferences_v1_BatchGetPreferencesResponse>): grpc.ClientUnaryCall;
  
}

/**
 * Employment preferences of CV owners.
 */
export interface PreferencesServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Reads by user id, at most 64 items, each scoped by its own caller.
   */
  BatchGetPreferences: grpc.handleUnaryCall<_cv_preferences_v1_BatchGetPreferencesRequest, _cv_preferences_v1_BatchGetPreferencesResponseInput>;
  
}

export interface PreferencesServiceDefinition extends grpc.ServiceDefinition {
  BatchGetPreferences: MethodDefinition<_cv_preferences_v1_BatchGetPreferencesRequestInput, _cv_preferences_v1_BatchGetPreferencesResponseInput, _cv_preferences_v1_BatchGetPreferencesRequest, _cv_preferences_v1_BatchGetPreferencesResponse>
}
