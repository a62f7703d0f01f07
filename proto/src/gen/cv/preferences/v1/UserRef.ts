// Original file: cv/preferences/v1/preferences.proto

import type { Long } from '@grpc/proto-loader';

export interface UserRefInput {
  'userId'?: (number | string | Long);
}

export interface UserRef {
  'userId': (number);
}
