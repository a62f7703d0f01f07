// Original file: cv/comments/v1/comments.proto

import type { Long } from '@grpc/proto-loader';

export interface CommentInput {
  'id'?: (number | string | Long);
  /**
   * The user whom it is about.
   */
  'userId'?: (number | string | Long);
  /**
   * Grows by one with each change; the ETag is made from it and the id.
   */
  'revision'?: (number | string | Long);
  /**
   * {id, text, created, updated, author, user}, UTF-8.
   */
  'json'?: (Buffer | Uint8Array | string);
}

export interface Comment {
  'id': (number);
  /**
   * The user whom it is about.
   */
  'userId': (number);
  /**
   * Grows by one with each change; the ETag is made from it and the id.
   */
  'revision': (number);
  /**
   * {id, text, created, updated, author, user}, UTF-8.
   */
  'json': (Buffer);
}
