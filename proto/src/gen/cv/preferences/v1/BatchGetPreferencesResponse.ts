// Original file: cv/preferences/v1/preferences.proto

import type { ItemStatusInput as _cv_caller_v1_ItemStatusInput, ItemStatus as _cv_caller_v1_ItemStatus } from '../../../cv/caller/v1/ItemStatus.ts';
import type { PreferencesInput as _cv_preferences_v1_PreferencesInput, Preferences as _cv_preferences_v1_Preferences } from '../../../cv/preferences/v1/Preferences.ts';

export interface _cv_preferences_v1_BatchGetPreferencesResponse_ItemInput {
  'status'?: (_cv_caller_v1_ItemStatusInput | null);
  /**
   * Set if the status is OK.
   */
  'preferences'?: (_cv_preferences_v1_PreferencesInput | null);
}

export interface _cv_preferences_v1_BatchGetPreferencesResponse_Item {
  'status': (_cv_caller_v1_ItemStatus | null);
  /**
   * Set if the status is OK.
   */
  'preferences': (_cv_preferences_v1_Preferences | null);
}

export interface BatchGetPreferencesResponseInput {
  'items'?: (_cv_preferences_v1_BatchGetPreferencesResponse_ItemInput)[];
}

export interface BatchGetPreferencesResponse {
  'items': (_cv_preferences_v1_BatchGetPreferencesResponse_Item)[];
}
