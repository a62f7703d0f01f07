// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface ListChangedUsersResponseInput {
  /**
   * Without duplicates. A user can be on several pages.
   */
  'ids'?: (number | string | Long)[];
  /**
   * An opaque cursor for the next page; empty on the last page.
   */
  'next'?: (string);
}

export interface ListChangedUsersResponse {
  /**
   * Without duplicates. A user can be on several pages.
   */
  'ids': (number)[];
  /**
   * An opaque cursor for the next page; empty on the last page.
   */
  'next': (string);
}
