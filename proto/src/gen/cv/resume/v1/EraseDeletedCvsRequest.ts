// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface EraseDeletedCvsRequestInput {
  /**
   * Milliseconds since 1970.
   */
  'deletedBefore'?: (number | string | Long);
  /**
   * At most 1,000; 0 means 100.
   */
  'limit'?: (number);
}

export interface EraseDeletedCvsRequest {
  /**
   * Milliseconds since 1970.
   */
  'deletedBefore': (number);
  /**
   * At most 1,000; 0 means 100.
   */
  'limit': (number);
}
