// Original file: cv/preferences/v1/preferences.proto

import type { ItemStatusInput as _cv_caller_v1_ItemStatusInput, ItemStatus as _cv_caller_v1_ItemStatus } from '../../../cv/caller/v1/ItemStatus.ts';

export interface _cv_preferences_v1_BatchGetPreferencesResponse_ItemInput {
  'status'?: (_cv_caller_v1_ItemStatusInput | null);
  /**
   * The public JSON of the preferences.
   */
  'json'?: (Buffer | Uint8Array | string);
}

export interface _cv_preferences_v1_BatchGetPreferencesResponse_Item {
  'status': (_cv_caller_v1_ItemStatus | null);
  /**
   * The public JSON of the preferences.
   */
  'json': (Buffer);
}

export interface BatchGetPreferencesResponseInput {
  'items'?: (_cv_preferences_v1_BatchGetPreferencesResponse_ItemInput)[];
}

export interface BatchGetPreferencesResponse {
  'items': (_cv_preferences_v1_BatchGetPreferencesResponse_Item)[];
}
