// Original file: cv/metadata/v1/metadata.proto

import type { Long } from '@grpc/proto-loader';

export interface _cv_metadata_v1_UpdateMetadataResponse_UserInput {
  'userId'?: (number | string | Long);
  /**
   * All keys of the user after the update, sorted.
   */
  'keys'?: (string)[];
}

export interface _cv_metadata_v1_UpdateMetadataResponse_User {
  'userId': (number);
  /**
   * All keys of the user after the update, sorted.
   */
  'keys': (string)[];
}

export interface UpdateMetadataResponseInput {
  /**
   * In the order in which users first appear in the request.
   */
  'users'?: (_cv_metadata_v1_UpdateMetadataResponse_UserInput)[];
}

export interface UpdateMetadataResponse {
  /**
   * In the order in which users first appear in the request.
   */
  'users': (_cv_metadata_v1_UpdateMetadataResponse_User)[];
}
