// Original file: cv/stats/v1/stats.proto

import type { Long } from '@grpc/proto-loader';

export interface _cv_stats_v1_DailyVisits_DayInput {
  /**
   * YYYY-MM-DD
   */
  'date'?: (string);
  'visitors'?: (number | string | Long);
}

export interface _cv_stats_v1_DailyVisits_Day {
  /**
   * YYYY-MM-DD
   */
  'date': (string);
  'visitors': (number);
}

export interface DailyVisitsInput {
  /**
   * The last day, YYYY-MM-DD.
   */
  'today'?: (string);
  'days'?: (_cv_stats_v1_DailyVisits_DayInput)[];
}

export interface DailyVisits {
  /**
   * The last day, YYYY-MM-DD.
   */
  'today': (string);
  'days': (_cv_stats_v1_DailyVisits_Day)[];
}
