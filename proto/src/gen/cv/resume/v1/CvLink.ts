// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface CvLinkInput {
  'token'?: (string);
  'url'?: (string);
  'name'?: (string);
  /**
   * Unix milliseconds.
   */
  'createdAt'?: (number | string | Long);
  /**
   * Unix milliseconds; 0 for a link without expiry.
   */
  'expiresAt'?: (number | string | Long);
  'expired'?: (boolean);
}

export interface CvLink {
  'token': (string);
  'url': (string);
  'name': (string);
  /**
   * Unix milliseconds.
   */
  'createdAt': (number);
  /**
   * Unix milliseconds; 0 for a link without expiry.
   */
  'expiresAt': (number);
  'expired': (boolean);
}
