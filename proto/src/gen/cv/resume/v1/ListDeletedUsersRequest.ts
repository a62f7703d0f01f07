// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface ListDeletedUsersRequestInput {
  /**
   * Milliseconds since 1970.
   */
  'deletedBefore'?: (number | string | Long);
  /**
   * At most 1,000; 0 means 100.
   */
  'limit'?: (number);
}

export interface ListDeletedUsersRequest {
  /**
   * Milliseconds since 1970.
   */
  'deletedBefore': (number);
  /**
   * At most 1,000; 0 means 100.
   */
  'limit': (number);
}
