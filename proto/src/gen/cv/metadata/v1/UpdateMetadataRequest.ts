// Original file: cv/metadata/v1/metadata.proto

import type { Long } from '@grpc/proto-loader';

/**
 * At most 1,000 users and 1,000 keys in all, each counted once. Keys: 1 to 255 characters
 * without control characters.
 */
export interface _cv_metadata_v1_UpdateMetadataRequest_ChangeInput {
  'userIds'?: (number | string | Long)[];
  /**
   * Removes every key of these users, whoever set it.
   */
  'reset'?: (boolean);
  /**
   * A key, or the start of keys when it ends in `*`: the characters before it as they are,
   * never a pattern. `*` alone means every key.
   */
  'unassign'?: (string)[];
  /**
   * A key; `*` is not allowed in it.
   */
  'assign'?: (string)[];
}

/**
 * At most 1,000 users and 1,000 keys in all, each counted once. Keys: 1 to 255 characters
 * without control characters.
 */
export interface _cv_metadata_v1_UpdateMetadataRequest_Change {
  'userIds': (number)[];
  /**
   * Removes every key of these users, whoever set it.
   */
  'reset': (boolean);
  /**
   * A key, or the start of keys when it ends in `*`: the characters before it as they are,
   * never a pattern. `*` alone means every key.
   */
  'unassign': (string)[];
  /**
   * A key; `*` is not allowed in it.
   */
  'assign': (string)[];
}

export interface UpdateMetadataRequestInput {
  /**
   * A user may be in several: the order reset, unassign, assign is that of the whole request.
   */
  'changes'?: (_cv_metadata_v1_UpdateMetadataRequest_ChangeInput)[];
}

export interface UpdateMetadataRequest {
  /**
   * A user may be in several: the order reset, unassign, assign is that of the whole request.
   */
  'changes': (_cv_metadata_v1_UpdateMetadataRequest_Change)[];
}
