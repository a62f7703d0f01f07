// Original file: cv/stats/v1/stats.proto

import type { ItemStatusInput as _cv_caller_v1_ItemStatusInput, ItemStatus as _cv_caller_v1_ItemStatus } from '../../../cv/caller/v1/ItemStatus.ts';

export interface _cv_stats_v1_BatchGetStatsResponse_ItemInput {
  'status'?: (_cv_caller_v1_ItemStatusInput | null);
  /**
   * {offer, last_update, visits}, in UTF-8 (proto/src/user-statistics.ts).
   */
  'json'?: (Buffer | Uint8Array | string);
}

export interface _cv_stats_v1_BatchGetStatsResponse_Item {
  'status': (_cv_caller_v1_ItemStatus | null);
  /**
   * {offer, last_update, visits}, in UTF-8 (proto/src/user-statistics.ts).
   */
  'json': (Buffer);
}

export interface BatchGetStatsResponseInput {
  'items'?: (_cv_stats_v1_BatchGetStatsResponse_ItemInput)[];
}

export interface BatchGetStatsResponse {
  'items': (_cv_stats_v1_BatchGetStatsResponse_Item)[];
}
