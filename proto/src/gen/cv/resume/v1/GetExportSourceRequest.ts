// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface GetExportSourceRequestInput {
  'id'?: (number | string | Long);
  /**
   * Required of the export worker: the grant of its job (docs/export-queue.md).
   */
  'grant'?: (string);
  /**
   * Returns pictures without their bytes.
   */
  'withoutPictures'?: (boolean);
}

export interface GetExportSourceRequest {
  'id': (number);
  /**
   * Required of the export worker: the grant of its job (docs/export-queue.md).
   */
  'grant': (string);
  /**
   * Returns pictures without their bytes.
   */
  'withoutPictures': (boolean);
}
