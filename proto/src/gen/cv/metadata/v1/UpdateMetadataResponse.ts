// Original file: cv/metadata/v1/metadata.proto

import type { Long } from '@grpc/proto-loader';

export interface _cv_metadata_v1_UpdateMetadataResponse_UserInput {
  'userId'?: (number | string | Long);
  /**
   * All that the user now holds, sorted.
   */
  'keys'?: (string)[];
}

export interface _cv_metadata_v1_UpdateMetadataResponse_User {
  'userId': (number);
  /**
   * All that the user now holds, sorted.
   */
  'keys': (string)[];
}

export interface UpdateMetadataResponseInput {
  /**
   * In the order in which the request first names them.
   */
  'users'?: (_cv_metadata_v1_UpdateMetadataResponse_UserInput)[];
}

export interface UpdateMetadataResponse {
  /**
   * In the order in which the request first names them.
   */
  'users': (_cv_metadata_v1_UpdateMetadataResponse_User)[];
}
