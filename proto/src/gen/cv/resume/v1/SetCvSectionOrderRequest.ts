// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface SetCvSectionOrderRequestInput {
  'id'?: (number | string | Long);
  /**
   * Kinds of sections without duplicates. Others follow in the order of the template. Empty for that order.
   */
  'sections'?: (string)[];
}

export interface SetCvSectionOrderRequest {
  'id': (number);
  /**
   * Kinds of sections without duplicates. Others follow in the order of the template. Empty for that order.
   */
  'sections': (string)[];
}
