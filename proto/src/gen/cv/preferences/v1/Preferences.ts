// Original file: cv/preferences/v1/preferences.proto

import type { Long } from '@grpc/proto-loader';

export interface PreferencesInput {
  'userId'?: (number | string | Long);
  /**
   * Incremented by each change, starting at 1. The ETag is derived from it.
   */
  'revision'?: (number | string | Long);
  /**
   * The public JSON, in UTF-8.
   */
  'json'?: (Buffer | Uint8Array | string);
}

export interface Preferences {
  'userId': (number);
  /**
   * Incremented by each change, starting at 1. The ETag is derived from it.
   */
  'revision': (number);
  /**
   * The public JSON, in UTF-8.
   */
  'json': (Buffer);
}
