// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface SetCvSlugRequestInput {
  'id'?: (number | string | Long);
  /**
   * Any text; it is normalized.
   */
  'slug'?: (string);
}

export interface SetCvSlugRequest {
  'id': (number);
  /**
   * Any text; it is normalized.
   */
  'slug': (string);
}
