// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A stored resource as its public JSON.
 */
export interface DocumentInput {
  'id'?: (number | string | Long);
  /**
   * Incremented by each change. The ETag is derived from it.
   */
  'revision'?: (number | string | Long);
  /**
   * application/json, UTF-8.
   */
  'json'?: (Buffer | Uint8Array | string);
  /**
   * The time of the last change to the user or one of the user's CVs, in Unix milliseconds. Set
   * only by GetUserProfile.
   */
  'updated'?: (number | string | Long);
  /**
   * Changes whenever json changes. Set only by BatchGetCvs.
   */
  'version'?: (string);
}

/**
 * A stored resource as its public JSON.
 */
export interface Document {
  'id': (number);
  /**
   * Incremented by each change. The ETag is derived from it.
   */
  'revision': (number);
  /**
   * application/json, UTF-8.
   */
  'json': (Buffer);
  /**
   * The time of the last change to the user or one of the user's CVs, in Unix milliseconds. Set
   * only by GetUserProfile.
   */
  'updated': (number);
  /**
   * Changes whenever json changes. Set only by BatchGetCvs.
   */
  'version': (string);
}
