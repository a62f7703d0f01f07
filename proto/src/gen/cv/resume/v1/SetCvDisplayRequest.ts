// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface SetCvDisplayRequestInput {
  'id'?: (number | string | Long);
  'variant'?: (string);
  /**
   * {id, color}; for print also displayConfig. JSON.
   */
  'display'?: (Buffer | Uint8Array | string);
}

export interface SetCvDisplayRequest {
  'id': (number);
  'variant': (string);
  /**
   * {id, color}; for print also displayConfig. JSON.
   */
  'display': (Buffer);
}
