// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface CvRefInput {
  'id'?: (number | string | Long);
}

export interface CvRef {
  'id': (number);
}
