// Original file: cv/resume/v1/resume.proto

import type { PageRequestInput as _cv_resume_v1_PageRequestInput, PageRequest as _cv_resume_v1_PageRequest } from '../../../cv/resume/v1/PageRequest.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListCvsByStatusRequestInput {
  'status'?: (string);
  /**
   * Unix milliseconds. Includes changes at this time or later.
   */
  'since'?: (number | string | Long);
  'page'?: (_cv_resume_v1_PageRequestInput | null);
}

export interface ListCvsByStatusRequest {
  'status': (string);
  /**
   * Unix milliseconds. Includes changes at this time or later.
   */
  'since': (number);
  'page': (_cv_resume_v1_PageRequest | null);
}
