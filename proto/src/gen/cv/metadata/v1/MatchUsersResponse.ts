// Original file: cv/metadata/v1/metadata.proto

import type { Long } from '@grpc/proto-loader';

export interface MatchUsersResponseInput {
  'userIds'?: (number | string | Long)[];
}

export interface MatchUsersResponse {
  'userIds': (number)[];
}
