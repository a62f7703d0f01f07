// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The properties that determine the content address of an export.
 */
export interface ExportHeadInput {
  'id'?: (number | string | Long);
  'userId'?: (number | string | Long);
  'revision'?: (number | string | Long);
  'anonymized'?: (boolean);
  /**
   * The print display configuration as JSON: {id, color, displayConfig}.
   */
  'printDisplay'?: (Buffer | Uint8Array | string);
  'culture'?: (string);
}

/**
 * The properties that determine the content address of an export.
 */
export interface ExportHead {
  'id': (number);
  'userId': (number);
  'revision': (number);
  'anonymized': (boolean);
  /**
   * The print display configuration as JSON: {id, color, displayConfig}.
   */
  'printDisplay': (Buffer);
  'culture': (string);
}
