// Original file: cv/comments/v1/comments.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Who wrote a comment, as the gateway knows them at that moment.
 */
export interface AuthorInput {
  /**
   * "administrator" (an account of the company's settings) or "user" (a manager, for example):
   * the two have ids of their own.
   */
  'kind'?: (string);
  'id'?: (number | string | Long);
  'username'?: (string);
  'email'?: (string);
  'firstname'?: (string);
  'lastname'?: (string);
}

/**
 * Who wrote a comment, as the gateway knows them at that moment.
 */
export interface Author {
  /**
   * "administrator" (an account of the company's settings) or "user" (a manager, for example):
   * the two have ids of their own.
   */
  'kind': (string);
  'id': (number);
  'username': (string);
  'email': (string);
  'firstname': (string);
  'lastname': (string);
}
