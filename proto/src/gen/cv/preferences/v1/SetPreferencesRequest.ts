// Original file: cv/preferences/v1/preferences.proto

import type { Long } from '@grpc/proto-loader';

export interface SetPreferencesRequestInput {
  'userId'?: (number | string | Long);
  /**
   * The public JSON. Every field is optional, and `updatedAt` is ignored.
   */
  'preferences'?: (Buffer | Uint8Array | string);
  /**
   * 0 if the request has no If-Match.
   */
  'ifRevision'?: (number | string | Long);
}

export interface SetPreferencesRequest {
  'userId': (number);
  /**
   * The public JSON. Every field is optional, and `updatedAt` is ignored.
   */
  'preferences': (Buffer);
  /**
   * 0 if the request has no If-Match.
   */
  'ifRevision': (number);
}
