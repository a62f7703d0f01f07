// Original file: cv/comments/v1/comments.proto

import type { AuthorInput as _cv_comments_v1_AuthorInput, Author as _cv_comments_v1_Author } from '../../../cv/comments/v1/Author.ts';
import type { Long } from '@grpc/proto-loader';

export interface UpdateCommentRequestInput {
  'userId'?: (number | string | Long);
  /**
   * The kind and id select the comment; the names replace the stored ones.
   */
  'author'?: (_cv_comments_v1_AuthorInput | null);
  'text'?: (string);
  /**
   * 0 if the request has no If-Match.
   */
  'ifRevision'?: (number | string | Long);
  /**
   * The comment that the client read; the author may have written another one since.
   */
  'ifId'?: (number | string | Long);
}

export interface UpdateCommentRequest {
  'userId': (number);
  /**
   * The kind and id select the comment; the names replace the stored ones.
   */
  'author': (_cv_comments_v1_Author | null);
  'text': (string);
  /**
   * 0 if the request has no If-Match.
   */
  'ifRevision': (number);
  /**
   * The comment that the client read; the author may have written another one since.
   */
  'ifId': (number);
}
