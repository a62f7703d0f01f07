// Original file: cv/resume/v1/resume.proto

import type { UserRefInput as _cv_resume_v1_UserRefInput, UserRef as _cv_resume_v1_UserRef } from '../../../cv/resume/v1/UserRef.ts';

export interface ReleaseUserSlugRequestInput {
  'user'?: (_cv_resume_v1_UserRefInput | null);
  /**
   * One of the former slugs.
   */
  'slug'?: (string);
}

export interface ReleaseUserSlugRequest {
  'user': (_cv_resume_v1_UserRef | null);
  /**
   * One of the former slugs.
   */
  'slug': (string);
}
