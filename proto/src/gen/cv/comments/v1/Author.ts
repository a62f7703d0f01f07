// Original file: cv/comments/v1/comments.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The author of a comment, as known to the gateway at that time.
 */
export interface AuthorInput {
  /**
   * "user" (for example a manager), or "company" for requests that name no user. Earlier versions
   * sent "administrator", which means the company.
   */
  'kind'?: (string);
  /**
   * 0 for the company.
   */
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
   * "user" (for example a manager), or "company" for requests that name no user. Earlier versions
   * sent "administrator", which means the company.
   */
  'kind': (string);
  /**
   * 0 for the company.
   */
  'id': (number);
  'username': (string);
  'email': (string);
  'firstname': (string);
  'lastname': (string);
}
