// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface DeleteCvRequestInput {
  'id'?: (number | string | Long);
  'ifRevision'?: (number | string | Long);
}

export interface DeleteCvRequest {
  'id': (number);
  'ifRevision': (number);
}
