// Original file: cv/comments/v1/comments.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The author of a comment, as known to the gateway at that time.
 */
export interface AuthorInput {
  /**
   * "administrator" (an account of the settings pages) or "user" (for example a manager). Ids
   * are unique only within a kind.
   */
  'kind'?: (string);
  'id'?: (number | string | Long);
  'username'?: (string);
  'email'?: (string);
  'firstname'?: (string);
  'lastname'?: (string);
}

/**
 * The author of a comment, as known to the gateway at that time.
 */
export interface Author {
  /**
   * "administrator" (an account of the settings pages) or "user" (for example a manager). Ids
   * are unique only within a kind.
   */
  'kind': (string);
  'id': (number);
  'username': (string);
  'email': (string);
  'firstname': (string);
  'lastname': (string);
}
