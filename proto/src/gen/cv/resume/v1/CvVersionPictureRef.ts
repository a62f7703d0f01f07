// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface CvVersionPictureRefInput {
  'cvId'?: (number | string | Long);
  'name'?: (string);
}

export interface CvVersionPictureRef {
  'cvId': (number);
  'name': (string);
}
