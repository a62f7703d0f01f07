// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface CopyCvRequestInput {
  'id'?: (number | string | Long);
  /**
   * The title of the copy.
   */
  'title'?: (string);
  'idempotencyKey'?: (string);
}

export interface CopyCvRequest {
  'id': (number);
  /**
   * The title of the copy.
   */
  'title': (string);
  'idempotencyKey': (string);
}
