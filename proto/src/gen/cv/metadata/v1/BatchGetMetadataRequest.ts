// Original file: cv/metadata/v1/metadata.proto

import type { CallerInput as _cv_caller_v1_CallerInput, Caller as _cv_caller_v1_Caller } from '../../../cv/caller/v1/Caller.ts';
import type { Long } from '@grpc/proto-loader';

export interface _cv_metadata_v1_BatchGetMetadataRequest_ItemInput {
  'caller'?: (_cv_caller_v1_CallerInput | null);
  'userId'?: (number | string | Long);
}

export interface _cv_metadata_v1_BatchGetMetadataRequest_Item {
  'caller': (_cv_caller_v1_Caller | null);
  'userId': (number);
}

export interface BatchGetMetadataRequestInput {
  'items'?: (_cv_metadata_v1_BatchGetMetadataRequest_ItemInput)[];
}

export interface BatchGetMetadataRequest {
  'items': (_cv_metadata_v1_BatchGetMetadataRequest_Item)[];
}
