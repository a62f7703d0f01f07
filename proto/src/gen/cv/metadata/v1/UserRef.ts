// Original file: cv/metadata/v1/metadata.proto

import type { Long } from '@grpc/proto-loader';

export interface UserRefInput {
  'userId'?: (number | string | Long);
}

export interface UserRef {
  'userId': (number);
}
