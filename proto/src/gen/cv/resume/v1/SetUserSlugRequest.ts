// Original file: cv/resume/v1/resume.proto

import type { UserRefInput as _cv_resume_v1_UserRefInput, UserRef as _cv_resume_v1_UserRef } from '../../../cv/resume/v1/UserRef.ts';

export interface SetUserSlugRequestInput {
  'user'?: (_cv_resume_v1_UserRefInput | null);
  /**
   * Any text; it is normalized.
   */
  'slug'?: (string);
}

export interface SetUserSlugRequest {
  'user': (_cv_resume_v1_UserRef | null);
  /**
   * Any text; it is normalized.
   */
  'slug': (string);
}
