// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface MovePicturesResponseInput {
  /**
   * The number of pictures moved and their size.
   */
  'files'?: (number | string | Long);
  'bytes'?: (number | string | Long);
  /**
   * Pictures without content, which stay where they are.
   */
  'lost'?: (number | string | Long);
  /**
   * Continues after this batch; empty if it was the last.
   */
  'next'?: (string);
}

export interface MovePicturesResponse {
  /**
   * The number of pictures moved and their size.
   */
  'files': (number);
  'bytes': (number);
  /**
   * Pictures without content, which stay where they are.
   */
  'lost': (number);
  /**
   * Continues after this batch; empty if it was the last.
   */
  'next': (string);
}
