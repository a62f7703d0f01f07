// Original file: cv/metadata/v1/metadata.proto

import type { Long } from '@grpc/proto-loader';

export interface MatchUsersRequestInput {
  /**
   * As in SearchUsers.
   */
  'query'?: (string);
  /**
   * At most 1,000 existing users of the company that the caller may access.
   */
  'candidates'?: (number | string | Long)[];
}

export interface MatchUsersRequest {
  /**
   * As in SearchUsers.
   */
  'query': (string);
  /**
   * At most 1,000 existing users of the company that the caller may access.
   */
  'candidates': (number)[];
}
