// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface RevokeCvLinkRequestInput {
  'id'?: (number | string | Long);
  'token'?: (string);
}

export interface RevokeCvLinkRequest {
  'id': (number);
  'token': (string);
}
