// Original file: cv/stats/v1/stats.proto

import type { CallerInput as _cv_caller_v1_CallerInput, Caller as _cv_caller_v1_Caller } from '../../../cv/caller/v1/Caller.ts';
import type { Long } from '@grpc/proto-loader';

export interface _cv_stats_v1_BatchGetStatsRequest_ItemInput {
  'caller'?: (_cv_caller_v1_CallerInput | null);
  'userId'?: (number | string | Long);
  /**
   * When the user was last updated, as the resume service has it: Unix time in seconds.
   * 0 when not known: `last_update` is then the time of the last visit counted, or 0.
   */
  'userUpdated'?: (number | string | Long);
}

export interface _cv_stats_v1_BatchGetStatsRequest_Item {
  'caller': (_cv_caller_v1_Caller | null);
  'userId': (number);
  /**
   * When the user was last updated, as the resume service has it: Unix time in seconds.
   * 0 when not known: `last_update` is then the time of the last visit counted, or 0.
   */
  'userUpdated': (number);
}

export interface BatchGetStatsRequestInput {
  'items'?: (_cv_stats_v1_BatchGetStatsRequest_ItemInput)[];
}

export interface BatchGetStatsRequest {
  'items': (_cv_stats_v1_BatchGetStatsRequest_Item)[];
}
