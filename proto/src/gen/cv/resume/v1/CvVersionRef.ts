// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface CvVersionRefInput {
  'id'?: (number | string | Long);
  'revision'?: (number | string | Long);
}

export interface CvVersionRef {
  'id': (number);
  'revision': (number);
}
