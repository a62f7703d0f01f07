// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface EraseDeletedCvsResponseInput {
  'cvIds'?: (number | string | Long)[];
}

export interface EraseDeletedCvsResponse {
  'cvIds': (number)[];
}
