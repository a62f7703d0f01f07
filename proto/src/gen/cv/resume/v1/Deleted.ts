// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface DeletedInput {
  /**
   * The id of the deleted resource. Deleting a user also returns the ids of the CVs.
   */
  'id'?: (number | string | Long);
  'cvIds'?: (number | string | Long)[];
}

export interface Deleted {
  /**
   * The id of the deleted resource. Deleting a user also returns the ids of the CVs.
   */
  'id': (number);
  'cvIds': (number)[];
}
