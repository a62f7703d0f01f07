// Original file: cv/comments/v1/comments.proto

import type { AuthorInput as _cv_comments_v1_AuthorInput, Author as _cv_comments_v1_Author } from '../../../cv/comments/v1/Author.ts';
import type { Long } from '@grpc/proto-loader';

export interface CreateCommentRequestInput {
  'userId'?: (number | string | Long);
  'author'?: (_cv_comments_v1_AuthorInput | null);
  /**
   * 1 to 10,000 characters. Tabs and line breaks are the only control characters allowed.
   */
  'text'?: (string);
  /**
   * A repeated request with the same key returns the existing comment. ALREADY_EXISTS
   * "idempotency_key_reused" if the request differs from the first one.
   */
  'idempotencyKey'?: (string);
}

export interface CreateCommentRequest {
  'userId': (number);
  'author': (_cv_comments_v1_Author | null);
  /**
   * 1 to 10,000 characters. Tabs and line breaks are the only control characters allowed.
   */
  'text': (string);
  /**
   * A repeated request with the same key returns the existing comment. ALREADY_EXISTS
   * "idempotency_key_reused" if the request differs from the first one.
   */
  'idempotencyKey': (string);
}
