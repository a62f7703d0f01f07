// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

/**
 * What the content address of an export is made of.
 */
export interface ExportHeadInput {
  'id'?: (number | string | Long);
  'userId'?: (number | string | Long);
  'revision'?: (number | string | Long);
  'anonymized'?: (boolean);
  /**
   * Print display configuration: {id, color, displayConfig}, JSON.
   */
  'printDisplay'?: (Buffer | Uint8Array | string);
  'culture'?: (string);
}

/**
 * What the content address of an export is made of.
 */
export interface ExportHead {
  'id': (number);
  'userId': (number);
  'revision': (number);
  'anonymized': (boolean);
  /**
   * Print display configuration: {id, color, displayConfig}, JSON.
   */
  'printDisplay': (Buffer);
  'culture': (string);
}
