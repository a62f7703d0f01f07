// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A list: `json` is an array of public shapes.
 */
export interface PageInput {
  'json'?: (Buffer | Uint8Array | string);
  /**
   * How many there are in all.
   */
  'total'?: (number | string | Long);
  /**
   * Opaque cursor of the next page; empty on the last one.
   */
  'next'?: (string);
}

/**
 * A list: `json` is an array of public shapes.
 */
export interface Page {
  'json': (Buffer);
  /**
   * How many there are in all.
   */
  'total': (number);
  /**
   * Opaque cursor of the next page; empty on the last one.
   */
  'next': (string);
}
