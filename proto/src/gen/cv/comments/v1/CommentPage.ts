// Original file: cv/comments/v1/comments.proto

import type { Long } from '@grpc/proto-loader';

export interface CommentPageInput {
  /**
   * An array of {id, text, created, updated, author}.
   */
  'json'?: (Buffer | Uint8Array | string);
  /**
   * The total number of matches.
   */
  'total'?: (number | string | Long);
  /**
   * An opaque cursor for the next page; empty on the last page.
   */
  'next'?: (string);
}

export interface CommentPage {
  /**
   * An array of {id, text, created, updated, author}.
   */
  'json': (Buffer);
  /**
   * The total number of matches.
   */
  'total': (number);
  /**
   * An opaque cursor for the next page; empty on the last page.
   */
  'next': (string);
}
