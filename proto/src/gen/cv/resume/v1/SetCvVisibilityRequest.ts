// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface SetCvVisibilityRequestInput {
  'id'?: (number | string | Long);
  /**
   * Settings that are not set stay as they are.
   */
  'published'?: (boolean);
  'indexed'?: (boolean);
  '_published'?: "published";
  '_indexed'?: "indexed";
}

export interface SetCvVisibilityRequest {
  'id': (number);
  /**
   * Settings that are not set stay as they are.
   */
  'published'?: (boolean);
  'indexed'?: (boolean);
}
