// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface ReplaceCvRequestInput {
  'id'?: (number | string | Long);
  /**
   * CV data as JSON.
   */
  'content'?: (Buffer | Uint8Array | string);
  /**
   * 0 if the request has no If-Match.
   */
  'ifRevision'?: (number | string | Long);
}

export interface ReplaceCvRequest {
  'id': (number);
  /**
   * CV data as JSON.
   */
  'content': (Buffer);
  /**
   * 0 if the request has no If-Match.
   */
  'ifRevision': (number);
}
