// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface ListChangedUsersRequestInput {
  /**
   * created, updated or deleted. A user is updated by each change to the user or to one of the user's CVs.
   */
  'change'?: (string);
  /**
   * Unix milliseconds. Includes changes at this time.
   */
  'since'?: (number | string | Long);
  /**
   * At most 10,000. Default: 1,000.
   */
  'limit'?: (number);
  'cursor'?: (string);
}

export interface ListChangedUsersRequest {
  /**
   * created, updated or deleted. A user is updated by each change to the user or to one of the user's CVs.
   */
  'change': (string);
  /**
   * Unix milliseconds. Includes changes at this time.
   */
  'since': (number);
  /**
   * At most 10,000. Default: 1,000.
   */
  'limit': (number);
  'cursor': (string);
}
