// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface GetExportSourceRequestInput {
  'id'?: (number | string | Long);
}

export interface GetExportSourceRequest {
  'id': (number);
}
