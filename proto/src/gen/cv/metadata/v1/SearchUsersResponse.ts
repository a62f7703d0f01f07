// Original file: cv/metadata/v1/metadata.proto

import type { Long } from '@grpc/proto-loader';

export interface SearchUsersResponseInput {
  /**
   * A page may be short, even empty, before the last one: only an empty `next` is the end.
   */
  'userIds'?: (number | string | Long)[];
  /**
   * Opaque cursor of the next page; empty on the last one.
   */
  'next'?: (string);
}

export interface SearchUsersResponse {
  /**
   * A page may be short, even empty, before the last one: only an empty `next` is the end.
   */
  'userIds': (number)[];
  /**
   * Opaque cursor of the next page; empty on the last one.
   */
  'next': (string);
}
