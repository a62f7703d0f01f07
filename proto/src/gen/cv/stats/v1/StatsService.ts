// Original file: cv/stats/v1/stats.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BatchGetStatsRequestInput as _cv_stats_v1_BatchGetStatsRequestInput, BatchGetStatsRequest as _cv_stats_v1_BatchGetStatsRequest } from '../../../cv/stats/v1/BatchGetStatsRequest.ts';
import type { BatchGetStatsResponseInput as _cv_stats_v1_BatchGetStatsResponseInput, BatchGetStatsResponse as _cv_stats_v1_BatchGetStatsResponse } from '../../../cv/stats/v1/BatchGetStatsResponse.ts';
import type { DoneInput as _cv_stats_v1_DoneInput, Done as _cv_stats_v1_Done } from '../../../cv/stats/v1/Done.ts';
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
   * Counts a visit of the owner's pages, once per visitor and day, up to 100,000 visitors of an
   * owner per day. Ignores crawlers and requests without a User-Agent.
   */
  RecordVisit(argument: _cv_stats_v1_RecordVisitRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_RecordVisitResponse>): grpc.ClientUnaryCall;
  RecordVisit(argument: _cv_stats_v1_RecordVisitRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_stats_v1_RecordVisitResponse>): grpc.ClientUnaryCall;
  RecordVisit(argument: _cv_stats_v1_RecordVisitRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_RecordVisitResponse>): grpc.ClientUnaryCall;
  RecordVisit(argument: _cv_stats_v1_RecordVisitRequestInput, callback: grpc.requestCallback<_cv_stats_v1_RecordVisitResponse>): grpc.ClientUnaryCall;
  /**
   * Counts a visit of the owner's pages, once per visitor and day, up to 100,000 visitors of an
   * owner per day. Ignores crawlers and requests without a User-Agent.
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
   * Counts a visit of the owner's pages, once per visitor and day, up to 100,000 visitors of an
   * owner per day. Ignores crawlers and requests without a User-Agent.
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
  RecordVisit: MethodDefinition<_cv_stats_v1_RecordVisitRequestInput, _cv_stats_v1_RecordVisitResponseInput, _cv_stats_v1_RecordVisitRequest, _cv_stats_v1_RecordVisitResponse>
  SetOffer: MethodDefinition<_cv_stats_v1_SetOfferRequestInput, _cv_stats_v1_DoneInput, _cv_stats_v1_SetOfferRequest, _cv_stats_v1_Done>
}
