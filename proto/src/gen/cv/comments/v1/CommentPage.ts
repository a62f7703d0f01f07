// Original file: cv/comments/v1/comments.proto

import type { Long } from '@grpc/proto-loader';

export interface CommentPageInput {
  /**
   * An array of {id, text, created, updated, author}.
   */
  'json'?: (Buffer | Uint8Array | string);
  /**
   * The total number of matches, up to 10,000.
   */
  'total'?: (number | string | Long);
  /**
   * An opaque cursor for the next page; empty on the last page.
   */
  'next'?: (string);
  /**
   * Whether there may be more matches than `total`.
   */
  'atLeast'?: (boolean);
}

export interface CommentPage {
  /**
   * An array of {id, text, created, updated, author}.
   */
  'json': (Buffer);
  /**
   * The total number of matches, up to 10,000.
   */
  'total': (number);
  /**
   * An opaque cursor for the next page; empty on the last page.
   */
  'next': (string);
  /**
   * Whether there may be more matches than `total`.
   */
  'atLeast': (boolean);
}
