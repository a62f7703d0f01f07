// Original file: cv/preferences/v1/preferences.proto

import type { CallerInput as _cv_caller_v1_CallerInput, Caller as _cv_caller_v1_Caller } from '../../../cv/caller/v1/Caller.ts';
import type { Long } from '@grpc/proto-loader';

export interface _cv_preferences_v1_BatchGetPreferencesRequest_ItemInput {
  'caller'?: (_cv_caller_v1_CallerInput | null);
  'userId'?: (number | string | Long);
}

export interface _cv_preferences_v1_BatchGetPreferencesRequest_Item {
  'caller': (_cv_caller_v1_Caller | null);
  'userId': (number);
}

export interface BatchGetPreferencesRequestInput {
  'items'?: (_cv_preferences_v1_BatchGetPreferencesRequest_ItemInput)[];
}

export interface BatchGetPreferencesRequest {
  'items': (_cv_preferences_v1_BatchGetPreferencesRequest_Item)[];
}
