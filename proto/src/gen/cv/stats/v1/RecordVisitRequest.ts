// Original file: cv/stats/v1/stats.proto

import type { Long } from '@grpc/proto-loader';

export interface RecordVisitRequestInput {
  /**
   * The owner of the page.
   */
  'userId'?: (number | string | Long);
  /**
   * The visitor's IPv4 or IPv6 address. Only the /64 network of an IPv6 address is used.
   */
  'ip'?: (string);
  /**
   * The User-Agent header. Only used to recognize crawlers.
   */
  'userAgent'?: (string);
  /**
   * The CV that the page shows. Earlier versions of the site did not send it.
   */
  'cvId'?: (number | string | Long);
}

export interface RecordVisitRequest {
  /**
   * The owner of the page.
   */
  'userId': (number);
  /**
   * The visitor's IPv4 or IPv6 address. Only the /64 network of an IPv6 address is used.
   */
  'ip': (string);
  /**
   * The User-Agent header. Only used to recognize crawlers.
   */
  'userAgent': (string);
  /**
   * The CV that the page shows. Earlier versions of the site did not send it.
   */
  'cvId': (number);
}
