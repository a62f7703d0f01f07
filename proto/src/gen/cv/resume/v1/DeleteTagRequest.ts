// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface DeleteTagRequestInput {
  'id'?: (number | string | Long);
  'ifRevision'?: (number | string | Long);
}

export interface DeleteTagRequest {
  'id': (number);
  'ifRevision': (number);
}
