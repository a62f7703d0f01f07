// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A stored thing as its public JSON.
 */
export interface DocumentInput {
  'id'?: (number | string | Long);
  /**
   * Grows by one with each change; the ETag is made from it.
   */
  'revision'?: (number | string | Long);
  /**
   * application/json, UTF-8.
   */
  'json'?: (Buffer | Uint8Array | string);
  /**
   * When a user or one of the user's CVs was last changed, in milliseconds since 1970: of
   * GetUserProfile. 0 elsewhere.
   */
  'updated'?: (number | string | Long);
  /**
   * Differs whenever json does: of BatchGetCvs. Empty elsewhere.
   */
  'version'?: (string);
}

/**
 * A stored thing as its public JSON.
 */
export interface Document {
  'id': (number);
  /**
   * Grows by one with each change; the ETag is made from it.
   */
  'revision': (number);
  /**
   * application/json, UTF-8.
   */
  'json': (Buffer);
  /**
   * When a user or one of the user's CVs was last changed, in milliseconds since 1970: of
   * GetUserProfile. 0 elsewhere.
   */
  'updated': (number);
  /**
   * Differs whenever json does: of BatchGetCvs. Empty elsewhere.
   */
  'version': (string);
}
