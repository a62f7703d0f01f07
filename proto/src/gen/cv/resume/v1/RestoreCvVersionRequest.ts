// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface RestoreCvVersionRequestInput {
  'id'?: (number | string | Long);
  /**
   * The revision of the version. 0 undoes the last change; repeated requests undo the changes before it.
   */
  'revision'?: (number | string | Long);
  /**
   * 0 if the request has no If-Match.
   */
  'ifRevision'?: (number | string | Long);
}

export interface RestoreCvVersionRequest {
  'id': (number);
  /**
   * The revision of the version. 0 undoes the last change; repeated requests undo the changes before it.
   */
  'revision': (number);
  /**
   * 0 if the request has no If-Match.
   */
  'ifRevision': (number);
}
