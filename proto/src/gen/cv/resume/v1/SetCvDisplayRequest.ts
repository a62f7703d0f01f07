// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface SetCvDisplayRequestInput {
  'id'?: (number | string | Long);
  'variant'?: (string);
  /**
   * {id, color}; for print also displayConfig. JSON.
   */
  'display'?: (Buffer | Uint8Array | string);
  /**
   * Of the CV; 0 when the caller gave no If-Match.
   */
  'ifRevision'?: (number | string | Long);
}

export interface SetCvDisplayRequest {
  'id': (number);
  'variant': (string);
  /**
   * {id, color}; for print also displayConfig. JSON.
   */
  'display': (Buffer);
  /**
   * Of the CV; 0 when the caller gave no If-Match.
   */
  'ifRevision': (number);
}
