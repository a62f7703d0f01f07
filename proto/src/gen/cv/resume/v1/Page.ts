// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A page of a list. `json` is an array of public JSON documents.
 */
export interface PageInput {
  'json'?: (Buffer | Uint8Array | string);
  /**
   * The total number of items.
   */
  'total'?: (number | string | Long);
  /**
   * An opaque cursor for the next page; empty on the last page.
   */
  'next'?: (string);
}

/**
 * A page of a list. `json` is an array of public JSON documents.
 */
export interface Page {
  'json': (Buffer);
  /**
   * The total number of items.
   */
  'total': (number);
  /**
   * An opaque cursor for the next page; empty on the last page.
   */
  'next': (string);
}
