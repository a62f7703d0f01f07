// Original file: cv/stats/v1/stats.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BatchGetStatsRequestInput as _cv_stats_v1_BatchGetStatsRequestInput, BatchGetStatsRequest as _cv_stats_v1_BatchGetStatsRequest } from '../../../cv/stats/v1/BatchGetStatsRequest.ts';
import type { BatchGetStatsResponseInput as _cv_stats_v1_BatchGetStatsResponseInput, BatchGetStatsResponse as _cv_stats_v1_BatchGetStatsResponse } from '../../../cv/stats/v1/BatchGetStatsResponse.ts';

/**
 * Unique visitors of a CV owner's pages, by day.
 */
export interface StatsServiceClient extends grpc.Client {
  /**
   * Statistics by user id, at most 64 items, each scoped by its own caller.
   */
  BatchGetStats(argument: _cv_stats_v1_BatchGetStatsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_BatchGetStatsResponse>): grpc.ClientUnaryCall;
  BatchGetStats(argument: _cv_stats_v1_BatchGetStatsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_stats_v1_BatchGetStatsResponse>): grpc.ClientUnaryCall;
  BatchGetStats(argument: _cv_stats_v1_BatchGetStatsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_BatchGetStatsResponse>): grpc.ClientUnaryCall;
  BatchGetStats(argument: _cv_stats_v1_BatchGetStatsRequestInput, callback: grpc.requestCallback<_cv_stats_v1_BatchGetStatsResponse>): grpc.ClientUnaryCall;
  /**
   * Statistics by user id, at most 64 items, each scoped by its own caller.
   */
  batchGetStats(argument: _cv_stats_v1_BatchGetStatsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_BatchGetStatsResponse>): grpc.ClientUnaryCall;
  batchGetStats(argument: _cv_stats_v1_BatchGetStatsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_stats_v1_BatchGetStatsResponse>): grpc.ClientUnaryCall;
  batchGetStats(argument: _cv_stats_v1_BatchGetStatsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_stats_v1_BatchGetStatsResponse>): grpc.ClientUnaryCall;
  batchGetStats(argument: _cv_stats_v1_BatchGetStatsRequestInput, callback: grpc.requestCallback<_cv_stats_v1_BatchGetStatsResponse>): grpc.ClientUnaryCall;
  
}

/**
 * Unique visitors of a CV owner's pages, by day.
 */
export interface StatsServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Statistics by user id, at most 64 items, each scoped by its own caller.
   */
  BatchGetStats: grpc.handleUnaryCall<_cv_stats_v1_BatchGetStatsRequest, _cv_stats_v1_BatchGetStatsResponseInput>;
  
}

export interface StatsServiceDefinition extends grpc.ServiceDefinition {
  BatchGetStats: MethodDefinition<_cv_stats_v1_BatchGetStatsRequestInput, _cv_stats_v1_BatchGetStatsResponseInput, _cv_stats_v1_BatchGetStatsRequest, _cv_stats_v1_BatchGetStatsResponse>
}
