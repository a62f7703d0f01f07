// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface TagRefInput {
  'id'?: (number | string | Long);
}

export interface TagRef {
  'id': (number);
}
