import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CallerInput as _cv_caller_v1_CallerInput, Caller as _cv_caller_v1_Caller } from './cv/caller/v1/Caller.ts';
import type { ItemStatusInput as _cv_caller_v1_ItemStatusInput, ItemStatus as _cv_caller_v1_ItemStatus } from './cv/caller/v1/ItemStatus.ts';
import type { BatchGetStatsRequestInput as _cv_stats_v1_BatchGetStatsRequestInput, BatchGetStatsRequest as _cv_stats_v1_BatchGetStatsRequest } from './cv/stats/v1/BatchGetStatsRequest.ts';
import type { BatchGetStatsResponseInput as _cv_stats_v1_BatchGetStatsResponseInput, BatchGetStatsResponse as _cv_stats_v1_BatchGetStatsResponse } from './cv/stats/v1/BatchGetStatsResponse.ts';
import type { DailyVisitsInput as _cv_stats_v1_DailyVisitsInput, DailyVisits as _cv_stats_v1_DailyVisits } from './cv/stats/v1/DailyVisits.ts';
import type { DoneInput as _cv_stats_v1_DoneInput, Done as _cv_stats_v1_Done } from './cv/stats/v1/Done.ts';
import type { GetDailyVisitsRequestInput as _cv_stats_v1_GetDailyVisitsRequestInput, GetDailyVisitsRequest as _cv_stats_v1_GetDailyVisitsRequest } from './cv/stats/v1/GetDailyVisitsRequest.ts';
import type { RecordVisitRequestInput as _cv_stats_v1_RecordVisitRequestInput, RecordVisitRequest as _cv_stats_v1_RecordVisitRequest } from './cv/stats/v1/RecordVisitRequest.ts';
import type { RecordVisitResponseInput as _cv_stats_v1_RecordVisitResponseInput, RecordVisitResponse as _cv_stats_v1_RecordVisitResponse } from './cv/stats/v1/RecordVisitResponse.ts';
import type { SetOfferRequestInput as _cv_stats_v1_SetOfferRequestInput, SetOfferRequest as _cv_stats_v1_SetOfferRequest } from './cv/stats/v1/SetOfferRequest.ts';
import type { StatsServiceClient as _cv_stats_v1_StatsServiceClient, StatsServiceDefinition as _cv_stats_v1_StatsServiceDefinition } from './cv/stats/v1/StatsService.ts';
import type { UserRefInput as _cv_stats_v1_UserRefInput, UserRef as _cv_stats_v1_UserRef } from './cv/stats/v1/UserRef.ts';

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
        DailyVisits: MessageTypeDefinition<_cv_stats_v1_DailyVisitsInput, _cv_stats_v1_DailyVisits>
        Done: MessageTypeDefinition<_cv_stats_v1_DoneInput, _cv_stats_v1_Done>
        GetDailyVisitsRequest: MessageTypeDefinition<_cv_stats_v1_GetDailyVisitsRequestInput, _cv_stats_v1_GetDailyVisitsRequest>
        RecordVisitRequest: MessageTypeDefinition<_cv_stats_v1_RecordVisitRequestInput, _cv_stats_v1_RecordVisitRequest>
        RecordVisitResponse: MessageTypeDefinition<_cv_stats_v1_RecordVisitResponseInput, _cv_stats_v1_RecordVisitResponse>
        SetOfferRequest: MessageTypeDefinition<_cv_stats_v1_SetOfferRequestInput, _cv_stats_v1_SetOfferRequest>
        StatsService: SubtypeConstructor<typeof grpc.Client, _cv_stats_v1_StatsServiceClient> & { service: _cv_stats_v1_StatsServiceDefinition }
        UserRef: MessageTypeDefinition<_cv_stats_v1_UserRefInput, _cv_stats_v1_UserRef>
      }
    }
  }
}

