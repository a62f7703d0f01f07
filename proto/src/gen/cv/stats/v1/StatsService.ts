// Original file: cv/stats/v1/stats.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BatchGetStatsRequestInput as _cv_stats_v1_BatchGetStatsRequestInput, BatchGetStatsRequest as _cv_stats_v1_BatchGetStatsRequest } from '../../../cv/stats/v1/BatchGetStatsRequest.ts';
import type { BatchGetStatsResponseInput as _cv_stats_v1_BatchGetStatsResponseInput, BatchGetStatsResponse as _cv_stats_v1_BatchGetStatsResponse } from '../../../cv/stats/v1/BatchGetStatsResponse.ts';
import type { DailyVisitsInput as _cv_stats_v1_DailyVisitsInput, DailyVisits as _cv_stats_v1_DailyVisits } from '../../../cv/stats/v1/DailyVisits.ts';
import type { DoneInput as _cv_stats_v1_DoneInput, Done as _cv_stats_v1_Done } from '../../../cv/stats/v1/Done.ts';
import type { GetDailyVisitsRequestInput as _cv_stats_v1_GetDailyVisitsRequestInput, GetDailyVisitsRequest as _cv_stats_v1_GetDailyVisitsRequest } from '../../../cv/stats/v1/GetDailyVisitsRequest.ts';
import type { RecordVisitRequestInput as _cv_stats_v1_RecordVisitRequestInput, RecordVisitRequest as _cv_stats_v1_RecordVisitRequest } from '../../../cv/stats/v1/RecordVisitRequest.ts';
import type { RecordVisitResponseInput as _cv_stats_v1_RecordVisitResponseInput, RecordVisitResponse as _cv_stats_v1_RecordVisitResponse } from '../../../cv/stats/v1/RecordVisitResponse.ts';
import type { SetOfferRequestInput as _cv_stats_v1_SetOfferRequestInput, SetOfferRequest as _cv_stats_v1_SetOfferRequest } from '../../../cv/stats/v1/SetOfferRequest.ts';
import type { UserRefInput as _cv_stats_v1_UserRefInput, UserRef as _cv_stats_v1_UserRef } from '../../../cv/stats/v1/UserRef.ts';

export interface StatsServiceClient extends grpc.Client {
  /**
   * Gets statistics by user id, at most 64. Each item has its own caller and its own status;
   * results are in request order. A user without visits has zeros.
   */
  BatchGetStats(argument: _cv_stats_v1_BatchGetStatsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_BatchGetStatsResponse>): grpc.ClientUnaryCall;
  BatchGetStats(argument: _cv_stats_v1_BatchGetStatsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_stats_v1_BatchGetStatsResponse>): grpc.ClientUnaryCall;
  BatchGetStats(argument: _cv_stats_v1_BatchGetStatsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_BatchGetStatsResponse>): grpc.ClientUnaryCall;
  BatchGetStats(argument: _cv_stats_v1_BatchGetStatsRequestInput, callback: grpc.requestCallback<_cv_stats_v1_BatchGetStatsResponse>): grpc.ClientUnaryCall;
  /**
   * Gets statistics by user id, at most 64. Each item has its own caller and its own status;
   * results are in request order. A user without visits has zeros.
   */
  batchGetStats(argument: _cv_stats_v1_BatchGetStatsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_BatchGetStatsResponse>): grpc.ClientUnaryCall;
  batchGetStats(argument: _cv_stats_v1_BatchGetStatsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_stats_v1_BatchGetStatsResponse>): grpc.ClientUnaryCall;
  batchGetStats(argument: _cv_stats_v1_BatchGetStatsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_BatchGetStatsResponse>): grpc.ClientUnaryCall;
  batchGetStats(argument: _cv_stats_v1_BatchGetStatsRequestInput, callback: grpc.requestCallback<_cv_stats_v1_BatchGetStatsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Permanently deletes all data of the user. Idempotent.
   */
  EraseUser(argument: _cv_stats_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_Done>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_stats_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_stats_v1_Done>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_stats_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_Done>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_stats_v1_UserRefInput, callback: grpc.requestCallback<_cv_stats_v1_Done>): grpc.ClientUnaryCall;
  /**
   * Permanently deletes all data of the user. Idempotent.
   */
  eraseUser(argument: _cv_stats_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_Done>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_stats_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_stats_v1_Done>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_stats_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_Done>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_stats_v1_UserRefInput, callback: grpc.requestCallback<_cv_stats_v1_Done>): grpc.ClientUnaryCall;
  
  /**
   * Gets the daily visitors of an owner or of one CV, the oldest day first. Omits days without
   * visits. For the owner, not for applications: the number of days does not depend on the offer.
   */
  GetDailyVisits(argument: _cv_stats_v1_GetDailyVisitsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_DailyVisits>): grpc.ClientUnaryCall;
  GetDailyVisits(argument: _cv_stats_v1_GetDailyVisitsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_stats_v1_DailyVisits>): grpc.ClientUnaryCall;
  GetDailyVisits(argument: _cv_stats_v1_GetDailyVisitsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_DailyVisits>): grpc.ClientUnaryCall;
  GetDailyVisits(argument: _cv_stats_v1_GetDailyVisitsRequestInput, callback: grpc.requestCallback<_cv_stats_v1_DailyVisits>): grpc.ClientUnaryCall;
  /**
   * Gets the daily visitors of an owner or of one CV, the oldest day first. Omits days without
   * visits. For the owner, not for applications: the number of days does not depend on the offer.
   */
  getDailyVisits(argument: _cv_stats_v1_GetDailyVisitsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_DailyVisits>): grpc.ClientUnaryCall;
  getDailyVisits(argument: _cv_stats_v1_GetDailyVisitsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_stats_v1_DailyVisits>): grpc.ClientUnaryCall;
  getDailyVisits(argument: _cv_stats_v1_GetDailyVisitsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_DailyVisits>): grpc.ClientUnaryCall;
  getDailyVisits(argument: _cv_stats_v1_GetDailyVisitsRequestInput, callback: grpc.requestCallback<_cv_stats_v1_DailyVisits>): grpc.ClientUnaryCall;
  
  /**
   * Counts a visit of the owner's pages, once per visitor and day, and once per CV, up to 100,000
   * visitors of an owner per day. Ignores crawlers and requests without a User-Agent.
   */
  RecordVisit(argument: _cv_stats_v1_RecordVisitRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_RecordVisitResponse>): grpc.ClientUnaryCall;
  RecordVisit(argument: _cv_stats_v1_RecordVisitRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_stats_v1_RecordVisitResponse>): grpc.ClientUnaryCall;
  RecordVisit(argument: _cv_stats_v1_RecordVisitRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_RecordVisitResponse>): grpc.ClientUnaryCall;
  RecordVisit(argument: _cv_stats_v1_RecordVisitRequestInput, callback: grpc.requestCallback<_cv_stats_v1_RecordVisitResponse>): grpc.ClientUnaryCall;
  /**
   * Counts a visit of the owner's pages, once per visitor and day, and once per CV, up to 100,000
   * visitors of an owner per day. Ignores crawlers and requests without a User-Agent.
   */
  recordVisit(argument: _cv_stats_v1_RecordVisitRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_RecordVisitResponse>): grpc.ClientUnaryCall;
  recordVisit(argument: _cv_stats_v1_RecordVisitRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_stats_v1_RecordVisitResponse>): grpc.ClientUnaryCall;
  recordVisit(argument: _cv_stats_v1_RecordVisitRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_RecordVisitResponse>): grpc.ClientUnaryCall;
  recordVisit(argument: _cv_stats_v1_RecordVisitRequestInput, callback: grpc.requestCallback<_cv_stats_v1_RecordVisitResponse>): grpc.ClientUnaryCall;
  
  /**
   * Sets the number of days that the statistics of a user cover.
   */
  SetOffer(argument: _cv_stats_v1_SetOfferRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_Done>): grpc.ClientUnaryCall;
  SetOffer(argument: _cv_stats_v1_SetOfferRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_stats_v1_Done>): grpc.ClientUnaryCall;
  SetOffer(argument: _cv_stats_v1_SetOfferRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_Done>): grpc.ClientUnaryCall;
  SetOffer(argument: _cv_stats_v1_SetOfferRequestInput, callback: grpc.requestCallback<_cv_stats_v1_Done>): grpc.ClientUnaryCall;
  /**
   * Sets the number of days that the statistics of a user cover.
   */
  setOffer(argument: _cv_stats_v1_SetOfferRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_Done>): grpc.ClientUnaryCall;
  setOffer(argument: _cv_stats_v1_SetOfferRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_stats_v1_Done>): grpc.ClientUnaryCall;
  setOffer(argument: _cv_stats_v1_SetOfferRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_Done>): grpc.ClientUnaryCall;
  setOffer(argument: _cv_stats_v1_SetOfferRequestInput, callback: grpc.requestCallback<_cv_stats_v1_Done>): grpc.ClientUnaryCall;
  
}

export interface StatsServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Gets statistics by user id, at most 64. Each item has its own caller and its own status;
   * results are in request order. A user without visits has zeros.
   */
  BatchGetStats: grpc.handleUnaryCall<_cv_stats_v1_BatchGetStatsRequest, _cv_stats_v1_BatchGetStatsResponseInput>;
  
  /**
   * Permanently deletes all data of the user. Idempotent.
   */
  EraseUser: grpc.handleUnaryCall<_cv_stats_v1_UserRef, _cv_stats_v1_DoneInput>;
  
  /**
   * Gets the daily visitors of an owner or of one CV, the oldest day first. Omits days without
   * visits. For the owner, not for applications: the number of days does not depend on the offer.
   */
  GetDailyVisits: grpc.handleUnaryCall<_cv_stats_v1_GetDailyVisitsRequest, _cv_stats_v1_DailyVisitsInput>;
  
  /**
   * Counts a visit of the owner's pages, once per visitor and day, and once per CV, up to 100,000
   * visitors of an owner per day. Ignores crawlers and requests without a User-Agent.
   */
  RecordVisit: grpc.handleUnaryCall<_cv_stats_v1_RecordVisitRequest, _cv_stats_v1_RecordVisitResponseInput>;
  
  /**
   * Sets the number of days that the statistics of a user cover.
   */
  SetOffer: grpc.handleUnaryCall<_cv_stats_v1_SetOfferRequest, _cv_stats_v1_DoneInput>;
  
}

export interface StatsServiceDefinition extends grpc.ServiceDefinition {
  BatchGetStats: MethodDefinition<_cv_stats_v1_BatchGetStatsRequestInput, _cv_stats_v1_BatchGetStatsResponseInput, _cv_stats_v1_BatchGetStatsRequest, _cv_stats_v1_BatchGetStatsResponse>
  EraseUser: MethodDefinition<_cv_stats_v1_UserRefInput, _cv_stats_v1_DoneInput, _cv_stats_v1_UserRef, _cv_stats_v1_Done>
  GetDailyVisits: MethodDefinition<_cv_stats_v1_GetDailyVisitsRequestInput, _cv_stats_v1_DailyVisitsInput, _cv_stats_v1_GetDailyVisitsRequest, _cv_stats_v1_DailyVisits>
  RecordVisit: MethodDefinition<_cv_stats_v1_RecordVisitRequestInput, _cv_stats_v1_RecordVisitResponseInput, _cv_stats_v1_RecordVisitRequest, _cv_stats_v1_RecordVisitResponse>
  SetOffer: MethodDefinition<_cv_stats_v1_SetOfferRequestInput, _cv_stats_v1_DoneInput, _cv_stats_v1_SetOfferRequest, _cv_stats_v1_Done>
}
