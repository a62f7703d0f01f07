// Original file: cv/comments/v1/comments.proto

import type { Long } from '@grpc/proto-loader';

export interface CommentPageInput {
  /**
   * An array of {id, text, created, updated, author}.
   */
  'json'?: (Buffer | Uint8Array | string);
  /**
   * How many match the filters in all.
   */
  'total'?: (number | string | Long);
  /**
   * Opaque cursor of the next page; empty on the last one.
   */
  'next'?: (string);
}

export interface CommentPage {
  /**
   * An array of {id, text, created, updated, author}.
   */
  'json': (Buffer);
  /**
   * How many match the filters in all.
   */
  'total': (number);
  /**
   * Opaque cursor of the next page; empty on the last one.
   */
  'next': (string);
}
