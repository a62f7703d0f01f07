import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CallerInput as _cv_caller_v1_CallerInput, Caller as _cv_caller_v1_Caller } from './cv/caller/v1/Caller.ts';
import type { ItemStatusInput as _cv_caller_v1_ItemStatusInput, ItemStatus as _cv_caller_v1_ItemStatus } from './cv/caller/v1/ItemStatus.ts';
import type { BatchGetPreferencesRequestInput as _cv_preferences_v1_BatchGetPreferencesRequestInput, BatchGetPreferencesRequest as _cv_preferences_v1_BatchGetPreferencesRequest } from './cv/preferences/v1/BatchGetPreferencesRequest.ts';
import type { BatchGetPreferencesResponseInput as _cv_preferences_v1_BatchGetPreferencesResponseInput, BatchGetPreferencesResponse as _cv_preferences_v1_BatchGetPreferencesResponse } from './cv/preferences/v1/BatchGetPreferencesResponse.ts';
import type { DoneInput as _cv_preferences_v1_DoneInput, Done as _cv_preferences_v1_Done } from './cv/preferences/v1/Done.ts';
import type { PreferencesInput as _cv_preferences_v1_PreferencesInput, Preferences as _cv_preferences_v1_Preferences } from './cv/preferences/v1/Preferences.ts';
import type { PreferencesServiceClient as _cv_preferences_v1_PreferencesServiceClient, PreferencesServiceDefinition as _cv_preferences_v1_PreferencesServiceDefinition } from './cv/preferences/v1/PreferencesService.ts';
import type { SetPreferencesRequestInput as _cv_preferences_v1_SetPreferencesRequestInput, SetPreferencesRequest as _cv_preferences_v1_SetPreferencesRequest } from './cv/preferences/v1/SetPreferencesRequest.ts';
import type { UserRefInput as _cv_preferences_v1_UserRefInput, UserRef as _cv_preferences_v1_UserRef } from './cv/preferences/v1/UserRef.ts';

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
    preferences: {
      v1: {
        BatchGetPreferencesRequest: MessageTypeDefinition<_cv_preferences_v1_BatchGetPreferencesRequestInput, _cv_preferences_v1_BatchGetPreferencesRequest>
        BatchGetPreferencesResponse: MessageTypeDefinition<_cv_preferences_v1_BatchGetPreferencesResponseInput, _cv_preferences_v1_BatchGetPreferencesResponse>
        Done: MessageTypeDefinition<_cv_preferences_v1_DoneInput, _cv_preferences_v1_Done>
        Preferences: MessageTypeDefinition<_cv_preferences_v1_PreferencesInput, _cv_preferences_v1_Preferences>
        PreferencesService: SubtypeConstructor<typeof grpc.Client, _cv_preferences_v1_PreferencesServiceClient> & { service: _cv_preferences_v1_PreferencesServiceDefinition }
        SetPreferencesRequest: MessageTypeDefinition<_cv_preferences_v1_SetPreferencesRequestInput, _cv_preferences_v1_SetPreferencesRequest>
        UserRef: MessageTypeDefinition<_cv_preferences_v1_UserRefInput, _cv_preferences_v1_UserRef>
      }
    }
  }
}

