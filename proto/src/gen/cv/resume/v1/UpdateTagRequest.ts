// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface UpdateTagRequestInput {
  'id'?: (number | string | Long);
  'patch'?: (Buffer | Uint8Array | string);
}

export interface UpdateTagRequest {
  'id': (number);
  'patch': (Buffer);
}
