// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Compatible on the wire with UserRef, which earlier versions sent.
 */
export interface DeleteUserRequestInput {
  'id'?: (string);
  'byIdOrigin'?: (boolean);
  'ifRevision'?: (number | string | Long);
}

/**
 * Compatible on the wire with UserRef, which earlier versions sent.
 */
export interface DeleteUserRequest {
  'id': (string);
  'byIdOrigin': (boolean);
  'ifRevision': (number);
}
