// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A UserRef with a condition, as a version before wrote it.
 */
export interface DeleteUserRequestInput {
  'id'?: (string);
  'byIdOrigin'?: (boolean);
  'ifRevision'?: (number | string | Long);
}

/**
 * A UserRef with a condition, as a version before wrote it.
 */
export interface DeleteUserRequest {
  'id': (string);
  'byIdOrigin': (boolean);
  'ifRevision': (number);
}
