// Original file: cv/comments/v1/comments.proto

import type { Long } from '@grpc/proto-loader';

export interface CommentInput {
  'id'?: (number | string | Long);
  /**
   * The user that the comment is about.
   */
  'userId'?: (number | string | Long);
  /**
   * Incremented by each change. The ETag is derived from it and the id.
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
   * The user that the comment is about.
   */
  'userId': (number);
  /**
   * Incremented by each change. The ETag is derived from it and the id.
   */
  'revision': (number);
  /**
   * {id, text, created, updated, author, user}, UTF-8.
   */
  'json': (Buffer);
}
