// Original file: cv/preferences/v1/preferences.proto

import type { Long } from '@grpc/proto-loader';

export interface SetPreferencesRequestInput {
  'userId'?: (number | string | Long);
  /**
   * The public shape, JSON; every field optional, `updatedAt` without effect.
   */
  'preferences'?: (Buffer | Uint8Array | string);
  /**
   * 0 when the caller gave no If-Match.
   */
  'ifRevision'?: (number | string | Long);
}

export interface SetPreferencesRequest {
  'userId': (number);
  /**
   * The public shape, JSON; every field optional, `updatedAt` without effect.
   */
  'preferences': (Buffer);
  /**
   * 0 when the caller gave no If-Match.
   */
  'ifRevision': (number);
}
