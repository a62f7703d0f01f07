// Original file: cv/stats/v1/stats.proto

import type { Long } from '@grpc/proto-loader';

export interface RecordVisitRequestInput {
  /**
   * The owner of the page.
   */
  'userId'?: (number | string | Long);
  /**
   * The visitor's IPv4 or IPv6 address. Of an IPv6 address the network (/64) counts.
   */
  'ip'?: (string);
  /**
   * The User-Agent header as it came.
   */
  'userAgent'?: (string);
}

export interface RecordVisitRequest {
  /**
   * The owner of the page.
   */
  'userId': (number);
  /**
   * The visitor's IPv4 or IPv6 address. Of an IPv6 address the network (/64) counts.
   */
  'ip': (string);
  /**
   * The User-Agent header as it came.
   */
  'userAgent': (string);
}
