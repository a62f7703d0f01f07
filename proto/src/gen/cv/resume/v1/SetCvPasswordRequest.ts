// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface SetCvPasswordRequestInput {
  'id'?: (number | string | Long);
  'hash'?: (string);
  /**
   * Of the CV; 0 when the caller gave no If-Match.
   */
  'ifRevision'?: (number | string | Long);
}

export interface SetCvPasswordRequest {
  'id': (number);
  'hash': (string);
  /**
   * Of the CV; 0 when the caller gave no If-Match.
   */
  'ifRevision': (number);
}
