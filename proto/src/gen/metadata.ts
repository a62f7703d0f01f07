import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CallerInput as _cv_caller_v1_CallerInput, Caller as _cv_caller_v1_Caller } from './cv/caller/v1/Caller.ts';
import type { ItemStatusInput as _cv_caller_v1_ItemStatusInput, ItemStatus as _cv_caller_v1_ItemStatus } from './cv/caller/v1/ItemStatus.ts';
import type { BatchGetMetadataRequestInput as _cv_metadata_v1_BatchGetMetadataRequestInput, BatchGetMetadataRequest as _cv_metadata_v1_BatchGetMetadataRequest } from './cv/metadata/v1/BatchGetMetadataRequest.ts';
import type { BatchGetMetadataResponseInput as _cv_metadata_v1_BatchGetMetadataResponseInput, BatchGetMetadataResponse as _cv_metadata_v1_BatchGetMetadataResponse } from './cv/metadata/v1/BatchGetMetadataResponse.ts';
import type { MetadataServiceClient as _cv_metadata_v1_MetadataServiceClient, MetadataServiceDefinition as _cv_metadata_v1_MetadataServiceDefinition } from './cv/metadata/v1/MetadataService.ts';

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
    metadata: {
      v1: {
        BatchGetMetadataRequest: MessageTypeDefinition<_cv_metadata_v1_BatchGetMetadataRequestInput, _cv_metadata_v1_BatchGetMetadataRequest>
        BatchGetMetadataResponse: MessageTypeDefinition<_cv_metadata_v1_BatchGetMetadataResponseInput, _cv_metadata_v1_BatchGetMetadataResponse>
        /**
         * String keys that applications attach to users.
         */
        MetadataService: SubtypeConstructor<typeof grpc.Client, _cv_metadata_v1_MetadataServiceClient> & { service: _cv_metadata_v1_MetadataServiceDefinition }
      }
    }
  }
}

