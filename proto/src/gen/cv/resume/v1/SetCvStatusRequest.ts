// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface SetCvStatusRequestInput {
  'id'?: (number | string | Long);
  /**
   * draft, proofreading, rewrite, ready or sent.
   */
  'status'?: (string);
  /**
   * The revision of the CV, which a change of status does not increment.
   */
  'ifRevision'?: (number | string | Long);
}

export interface SetCvStatusRequest {
  'id': (number);
  /**
   * draft, proofreading, rewrite, ready or sent.
   */
  'status': (string);
  /**
   * The revision of the CV, which a change of status does not increment.
   */
  'ifRevision': (number);
}
