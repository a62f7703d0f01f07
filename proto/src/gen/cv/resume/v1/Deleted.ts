// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface DeletedInput {
  /**
   * What was deleted, and with a user the CVs.
   */
  'id'?: (number | string | Long);
  'cvIds'?: (number | string | Long)[];
}

export interface Deleted {
  /**
   * What was deleted, and with a user the CVs.
   */
  'id': (number);
  'cvIds': (number)[];
}
