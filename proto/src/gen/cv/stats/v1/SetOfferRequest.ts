// Original file: cv/stats/v1/stats.proto

import type { Long } from '@grpc/proto-loader';

export interface SetOfferRequestInput {
  'userId'?: (number | string | Long);
  /**
   * 1 to 365. Default: 30.
   */
  'days'?: (number);
}

export interface SetOfferRequest {
  'userId': (number);
  /**
   * 1 to 365. Default: 30.
   */
  'days': (number);
}
