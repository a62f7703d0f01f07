// Original file: cv/resume/v1/resume.proto

import type { PageRequestInput as _cv_resume_v1_PageRequestInput, PageRequest as _cv_resume_v1_PageRequest } from '../../../cv/resume/v1/PageRequest.ts';

export interface ListUsersRequestInput {
  /**
   * Empty for all kinds.
   */
  'kinds'?: (string)[];
  'page'?: (_cv_resume_v1_PageRequestInput | null);
}

export interface ListUsersRequest {
  /**
   * Empty for all kinds.
   */
  'kinds': (string)[];
  'page': (_cv_resume_v1_PageRequest | null);
}
