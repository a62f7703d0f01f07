import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CallerInput as _cv_caller_v1_CallerInput, Caller as _cv_caller_v1_Caller } from './cv/caller/v1/Caller.ts';
import type { ItemStatusInput as _cv_caller_v1_ItemStatusInput, ItemStatus as _cv_caller_v1_ItemStatus } from './cv/caller/v1/ItemStatus.ts';
import type { BatchGetStatsRequestInput as _cv_stats_v1_BatchGetStatsRequestInput, BatchGetStatsRequest as _cv_stats_v1_BatchGetStatsRequest } from './cv/stats/v1/BatchGetStatsRequest.ts';
import type { BatchGetStatsResponseInput as _cv_stats_v1_BatchGetStatsResponseInput, BatchGetStatsResponse as _cv_stats_v1_BatchGetStatsResponse } from './cv/stats/v1/BatchGetStatsResponse.ts';
import type { StatsServiceClient as _cv_stats_v1_StatsServiceClient, StatsServiceDefinition as _cv_stats_v1_StatsServiceDefinition } from './cv/stats/v1/StatsService.ts';

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
    stats: {
      v1: {
        BatchGetStatsRequest: MessageTypeDefinition<_cv_stats_v1_BatchGetStatsRequestInput, _cv_stats_v1_BatchGetStatsRequest>
        BatchGetStatsResponse: MessageTypeDefinition<_cv_stats_v1_BatchGetStatsResponseInput, _cv_stats_v1_BatchGetStatsResponse>
        /**
         * Unique visitors of a CV owner's pages, by day.
         */
        StatsService: SubtypeConstructor<typeof grpc.Client, _cv_stats_v1_StatsServiceClient> & { service: _cv_stats_v1_StatsServiceDefinition }
      }
    }
  }
}

