// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface EraseUserRequestInput {
  'companyId'?: (number | string | Long);
  'id'?: (number | string | Long);
}

export interface EraseUserRequest {
  'companyId': (number);
  'id': (number);
}
