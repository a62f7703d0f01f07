// Original file: cv/metadata/v1/metadata.proto

import type { Long } from '@grpc/proto-loader';

export interface SearchUsersResponseInput {
  /**
   * A page may be short or empty before the last one; only an empty `next` marks the end.
   */
  'userIds'?: (number | string | Long)[];
  /**
   * An opaque cursor for the next page; empty on the last page.
   */
  'next'?: (string);
}

export interface SearchUsersResponse {
  /**
   * A page may be short or empty before the last one; only an empty `next` marks the end.
   */
  'userIds': (number)[];
  /**
   * An opaque cursor for the next page; empty on the last page.
   */
  'next': (string);
}
