// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface UpdateTagRequestInput {
  'id'?: (number | string | Long);
  'patch'?: (Buffer | Uint8Array | string);
  /**
   * 0 if the request has no If-Match.
   */
  'ifRevision'?: (number | string | Long);
}

export interface UpdateTagRequest {
  'id': (number);
  'patch': (Buffer);
  /**
   * 0 if the request has no If-Match.
   */
  'ifRevision': (number);
}
