// Original file: cv/stats/v1/stats.proto

import type { CallerInput as _cv_caller_v1_CallerInput, Caller as _cv_caller_v1_Caller } from '../../../cv/caller/v1/Caller.ts';
import type { Long } from '@grpc/proto-loader';

export interface _cv_stats_v1_BatchGetStatsRequest_ItemInput {
  'caller'?: (_cv_caller_v1_CallerInput | null);
  'userId'?: (number | string | Long);
  /**
   * The time of the user's last update in the resume service, in Unix seconds. If 0,
   * `last_update` is the time of the last counted visit, or 0.
   */
  'userUpdated'?: (number | string | Long);
}

export interface _cv_stats_v1_BatchGetStatsRequest_Item {
  'caller': (_cv_caller_v1_Caller | null);
  'userId': (number);
  /**
   * The time of the user's last update in the resume service, in Unix seconds. If 0,
   * `last_update` is the time of the last counted visit, or 0.
   */
  'userUpdated': (number);
}

export interface BatchGetStatsRequestInput {
  'items'?: (_cv_stats_v1_BatchGetStatsRequest_ItemInput)[];
}

export interface BatchGetStatsRequest {
  'items': (_cv_stats_v1_BatchGetStatsRequest_Item)[];
}
