// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface ReplaceCvRequestInput {
  'id'?: (number | string | Long);
  /**
   * The CV data shape, JSON.
   */
  'content'?: (Buffer | Uint8Array | string);
  /**
   * 0 when the caller gave no If-Match.
   */
  'ifRevision'?: (number | string | Long);
}

export interface ReplaceCvRequest {
  'id': (number);
  /**
   * The CV data shape, JSON.
   */
  'content': (Buffer);
  /**
   * 0 when the caller gave no If-Match.
   */
  'ifRevision': (number);
}
