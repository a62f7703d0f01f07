// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface ExportSourceInput {
  'id'?: (number | string | Long);
  'userId'?: (number | string | Long);
  'revision'?: (number | string | Long);
  'anonymized'?: (boolean);
  /**
   * Print display configuration: {id, color, displayConfig}, JSON.
   */
  'printDisplay'?: (Buffer | Uint8Array | string);
  'culture'?: (string);
  /**
   * The CV as export-source.ts has it, JSON; empty when address_only.
   */
  'document'?: (Buffer | Uint8Array | string);
}

export interface ExportSource {
  'id': (number);
  'userId': (number);
  'revision': (number);
  'anonymized': (boolean);
  /**
   * Print display configuration: {id, color, displayConfig}, JSON.
   */
  'printDisplay': (Buffer);
  'culture': (string);
  /**
   * The CV as export-source.ts has it, JSON; empty when address_only.
   */
  'document': (Buffer);
}
