// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface SetCvLinkPreviewRequestInput {
  'id'?: (number | string | Long);
  'name'?: (boolean);
  'photo'?: (boolean);
}

export interface SetCvLinkPreviewRequest {
  'id': (number);
  'name': (boolean);
  'photo': (boolean);
}
