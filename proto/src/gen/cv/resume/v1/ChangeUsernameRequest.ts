// Original file: cv/resume/v1/resume.proto

import type { UserRefInput as _cv_resume_v1_UserRefInput, UserRef as _cv_resume_v1_UserRef } from '../../../cv/resume/v1/UserRef.ts';

export interface ChangeUsernameRequestInput {
  'user'?: (_cv_resume_v1_UserRefInput | null);
  'username'?: (string);
}

export interface ChangeUsernameRequest {
  'user': (_cv_resume_v1_UserRef | null);
  'username': (string);
}
