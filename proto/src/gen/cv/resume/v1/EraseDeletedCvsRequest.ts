// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface EraseDeletedCvsRequestInput {
  /**
   * Unix milliseconds.
   */
  'deletedBefore'?: (number | string | Long);
  /**
   * At most 1,000. Default: 100.
   */
  'limit'?: (number);
}

export interface EraseDeletedCvsRequest {
  /**
   * Unix milliseconds.
   */
  'deletedBefore': (number);
  /**
   * At most 1,000. Default: 100.
   */
  'limit': (number);
}
