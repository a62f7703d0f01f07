// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface SetCvPageLimitRequestInput {
  'id'?: (number | string | Long);
  /**
   * 1 to 10. 0 for no limit.
   */
  'maxPages'?: (number);
}

export interface SetCvPageLimitRequest {
  'id': (number);
  /**
   * 1 to 10. 0 for no limit.
   */
  'maxPages': (number);
}
