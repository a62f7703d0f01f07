// Original file: cv/metadata/v1/metadata.proto

import type { Long } from '@grpc/proto-loader';

/**
 * At most 1,000 distinct users and 1,000 distinct keys in all changes. Keys have 1 to 255
 * characters and no control characters.
 */
export interface _cv_metadata_v1_UpdateMetadataRequest_ChangeInput {
  'userIds'?: (number | string | Long)[];
  /**
   * Removes all keys of these users, including keys set by other applications.
   */
  'reset'?: (boolean);
  /**
   * Keys to remove. A trailing `*` matches all keys with the prefix before it; `*` alone
   * matches every key. There are no other wildcards.
   */
  'unassign'?: (string)[];
  /**
   * Keys to add. They must not contain `*`.
   */
  'assign'?: (string)[];
}

/**
 * At most 1,000 distinct users and 1,000 distinct keys in all changes. Keys have 1 to 255
 * characters and no control characters.
 */
export interface _cv_metadata_v1_UpdateMetadataRequest_Change {
  'userIds': (number)[];
  /**
   * Removes all keys of these users, including keys set by other applications.
   */
  'reset': (boolean);
  /**
   * Keys to remove. A trailing `*` matches all keys with the prefix before it; `*` alone
   * matches every key. There are no other wildcards.
   */
  'unassign': (string)[];
  /**
   * Keys to add. They must not contain `*`.
   */
  'assign': (string)[];
}

export interface UpdateMetadataRequestInput {
  /**
   * A user may appear in several changes: all resets run first, then all unassigns, then all
   * assigns.
   */
  'changes'?: (_cv_metadata_v1_UpdateMetadataRequest_ChangeInput)[];
}

export interface UpdateMetadataRequest {
  /**
   * A user may appear in several changes: all resets run first, then all unassigns, then all
   * assigns.
   */
  'changes': (_cv_metadata_v1_UpdateMetadataRequest_Change)[];
}
