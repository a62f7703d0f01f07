// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A page of a list. `json` is an array of public JSON documents.
 */
export interface PageInput {
  'json'?: (Buffer | Uint8Array | string);
  /**
   * The total number of items, up to 10,000.
   */
  'total'?: (number | string | Long);
  /**
   * An opaque cursor for the next page; empty on the last page.
   */
  'next'?: (string);
  /**
   * Whether there may be more items than `total`.
   */
  'atLeast'?: (boolean);
}

/**
 * A page of a list. `json` is an array of public JSON documents.
 */
export interface Page {
  'json': (Buffer);
  /**
   * The total number of items, up to 10,000.
   */
  'total': (number);
  /**
   * An opaque cursor for the next page; empty on the last page.
   */
  'next': (string);
  /**
   * Whether there may be more items than `total`.
   */
  'atLeast': (boolean);
}
