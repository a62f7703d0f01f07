// Original file: cv/metadata/v1/metadata.proto

import type { ItemStatusInput as _cv_caller_v1_ItemStatusInput, ItemStatus as _cv_caller_v1_ItemStatus } from '../../../cv/caller/v1/ItemStatus.ts';

export interface _cv_metadata_v1_BatchGetMetadataResponse_ItemInput {
  'status'?: (_cv_caller_v1_ItemStatusInput | null);
  /**
   * Sorted.
   */
  'keys'?: (string)[];
}

export interface _cv_metadata_v1_BatchGetMetadataResponse_Item {
  'status': (_cv_caller_v1_ItemStatus | null);
  /**
   * Sorted.
   */
  'keys': (string)[];
}

export interface BatchGetMetadataResponseInput {
  'items'?: (_cv_metadata_v1_BatchGetMetadataResponse_ItemInput)[];
}

export interface BatchGetMetadataResponse {
  'items': (_cv_metadata_v1_BatchGetMetadataResponse_Item)[];
}
