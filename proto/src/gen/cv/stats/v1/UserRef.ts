// Original file: cv/stats/v1/stats.proto

import type { Long } from '@grpc/proto-loader';

export interface UserRefInput {
  'userId'?: (number | string | Long);
}

export interface UserRef {
  'userId': (number);
}
