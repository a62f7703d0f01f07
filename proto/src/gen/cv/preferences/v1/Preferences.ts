// Original file: cv/preferences/v1/preferences.proto

import type { Long } from '@grpc/proto-loader';

export interface PreferencesInput {
  'userId'?: (number | string | Long);
  /**
   * Grows by one with each change; the ETag is made from it. 1 when never set.
   */
  'revision'?: (number | string | Long);
  /**
   * The public JSON, UTF-8.
   */
  'json'?: (Buffer | Uint8Array | string);
}

export interface Preferences {
  'userId': (number);
  /**
   * Grows by one with each change; the ETag is made from it. 1 when never set.
   */
  'revision': (number);
  /**
   * The public JSON, UTF-8.
   */
  'json': (Buffer);
}
