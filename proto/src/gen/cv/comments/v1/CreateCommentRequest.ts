// Original file: cv/comments/v1/comments.proto

import type { AuthorInput as _cv_comments_v1_AuthorInput, Author as _cv_comments_v1_Author } from '../../../cv/comments/v1/Author.ts';
import type { Long } from '@grpc/proto-loader';

export interface CreateCommentRequestInput {
  'userId'?: (number | string | Long);
  'author'?: (_cv_comments_v1_AuthorInput | null);
  /**
   * 1 to 10,000 characters; several lines are fine, other control characters are not.
   */
  'text'?: (string);
  /**
   * A request with a key that was used before creates nothing: it answers the comment that
   * the first one made, or ALREADY_EXISTS "idempotency_key_reused" when it asks for another.
   */
  'idempotencyKey'?: (string);
}

export interface CreateCommentRequest {
  'userId': (number);
  'author': (_cv_comments_v1_Author | null);
  /**
   * 1 to 10,000 characters; several lines are fine, other control characters are not.
   */
  'text': (string);
  /**
   * A request with a key that was used before creates nothing: it answers the comment that
   * the first one made, or ALREADY_EXISTS "idempotency_key_reused" when it asks for another.
   */
  'idempotencyKey': (string);
}
