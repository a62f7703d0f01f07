// Original file: cv/metadata/v1/metadata.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BatchGetMetadataRequestInput as _cv_metadata_v1_BatchGetMetadataRequestInput, BatchGetMetadataRequest as _cv_metadata_v1_BatchGetMetadataRequest } from '../../../cv/metadata/v1/BatchGetMetadataRequest.ts';
import type { BatchGetMetadataResponseInput as _cv_metadata_v1_BatchGetMetadataResponseInput, BatchGetMetadataResponse as _cv_metadata_v1_BatchGetMetadataResponse } from '../../../cv/metadata/v1/BatchGetMetadataResponse.ts';

/**
 * String keys that applications attach to users.
 */
export interface MetadataServiceClient extends grpc.Client {
  /**
   * The keys of each user asked for, at most 64 items.
   */
  BatchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  BatchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  BatchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  BatchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  /**
   * The keys of each user asked for, at most 64 items.
   */
  batchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  batchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  batchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  batchGetMetadata(argument: _cv_metadata_v1_BatchGetMetadataRequestInput, callback: grpc.requestCallback<_cv_metadata_v1_BatchGetMetadataResponse>): grpc.ClientUnaryCall;
  
}

/**
 * String keys that applications attach to users.
 */
export interface MetadataServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * The keys of each user asked for, at most 64 items.
   */
  BatchGetMetadata: grpc.handleUnaryCall<_cv_metadata_v1_BatchGetMetadataRequest, _cv_metadata_v1_BatchGetMetadataResponseInput>;
  
}

export interface MetadataServiceDefinition extends grpc.ServiceDefinition {
  BatchGetMetadata: MethodDefinition<_cv_metadata_v1_BatchGetMetadataRequestInput, _cv_metadata_v1_BatchGetMetadataResponseInput, _cv_metadata_v1_BatchGetMetadataRequest, _cv_metadata_v1_BatchGetMetadataResponse>
}
