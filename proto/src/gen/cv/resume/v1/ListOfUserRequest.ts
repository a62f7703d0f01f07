// Original file: cv/resume/v1/resume.proto

import type { PageRequestInput as _cv_resume_v1_PageRequestInput, PageRequest as _cv_resume_v1_PageRequest } from '../../../cv/resume/v1/PageRequest.ts';

/**
 * Compatible on the wire with UserRef, which earlier versions sent. Without a page, up to 1,000 items.
 */
export interface ListOfUserRequestInput {
  'id'?: (string);
  'byIdOrigin'?: (boolean);
  'page'?: (_cv_resume_v1_PageRequestInput | null);
}

/**
 * Compatible on the wire with UserRef, which earlier versions sent. Without a page, up to 1,000 items.
 */
export interface ListOfUserRequest {
  'id': (string);
  'byIdOrigin': (boolean);
  'page': (_cv_resume_v1_PageRequest | null);
}
