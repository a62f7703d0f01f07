// Original file: cv/comments/v1/comments.proto

import type { Long } from '@grpc/proto-loader';

export interface UserRefInput {
  'userId'?: (number | string | Long);
}

export interface UserRef {
  'userId': (number);
}
