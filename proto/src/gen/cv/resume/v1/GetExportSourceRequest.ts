// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface GetExportSourceRequestInput {
  'id'?: (number | string | Long);
  /**
   * Without the document: enough to make the content address.
   */
  'addressOnly'?: (boolean);
}

export interface GetExportSourceRequest {
  'id': (number);
  /**
   * Without the document: enough to make the content address.
   */
  'addressOnly': (boolean);
}
