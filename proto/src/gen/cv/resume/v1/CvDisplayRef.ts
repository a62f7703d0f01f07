// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface CvDisplayRefInput {
  'id'?: (number | string | Long);
  'variant'?: (string);
}

export interface CvDisplayRef {
  'id': (number);
  'variant': (string);
}
