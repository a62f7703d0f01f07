// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface SetCvPasswordRequestInput {
  'id'?: (number | string | Long);
  'hash'?: (string);
  /**
   * The revision of the CV; 0 if the request has no If-Match.
   */
  'ifRevision'?: (number | string | Long);
}

export interface SetCvPasswordRequest {
  'id': (number);
  'hash': (string);
  /**
   * The revision of the CV; 0 if the request has no If-Match.
   */
  'ifRevision': (number);
}
