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
  /**
   * Returns an anonymized CV with the identity of its owner. Only for the owner.
   */
  'withIdentity'?: (boolean);
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
  /**
   * Returns an anonymized CV with the identity of its owner. Only for the owner.
   */
  'withIdentity': (boolean);
}
