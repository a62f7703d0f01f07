// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface AddCvLinkRequestInput {
  'id'?: (number | string | Long);
  'name'?: (string);
  /**
   * 7, 30 or 90; 0 for a link without expiry.
   */
  'days'?: (number);
}

export interface AddCvLinkRequest {
  'id': (number);
  'name': (string);
  /**
   * 7, 30 or 90; 0 for a link without expiry.
   */
  'days': (number);
}
