// Original file: cv/stats/v1/stats.proto

import type { Long } from '@grpc/proto-loader';

export interface GetDailyVisitsRequestInput {
  'userId'?: (number | string | Long);
  /**
   * If 0, the visitors of all CVs, each counted once a day.
   */
  'cvId'?: (number | string | Long);
  /**
   * The number of days up to and including today, 1 to 365.
   */
  'days'?: (number);
}

export interface GetDailyVisitsRequest {
  'userId': (number);
  /**
   * If 0, the visitors of all CVs, each counted once a day.
   */
  'cvId': (number);
  /**
   * The number of days up to and including today, 1 to 365.
   */
  'days': (number);
}
