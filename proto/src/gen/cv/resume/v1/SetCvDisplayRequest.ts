// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface SetCvDisplayRequestInput {
  'id'?: (number | string | Long);
  'variant'?: (string);
  /**
   * JSON: {id, color}, and displayConfig for print.
   */
  'display'?: (Buffer | Uint8Array | string);
  /**
   * The revision of the CV; 0 if the request has no If-Match.
   */
  'ifRevision'?: (number | string | Long);
}

export interface SetCvDisplayRequest {
  'id': (number);
  'variant': (string);
  /**
   * JSON: {id, color}, and displayConfig for print.
   */
  'display': (Buffer);
  /**
   * The revision of the CV; 0 if the request has no If-Match.
   */
  'ifRevision': (number);
}
