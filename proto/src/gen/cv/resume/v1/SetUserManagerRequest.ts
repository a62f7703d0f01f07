// Original file: cv/resume/v1/resume.proto

import type { UserRefInput as _cv_resume_v1_UserRefInput, UserRef as _cv_resume_v1_UserRef } from '../../../cv/resume/v1/UserRef.ts';
import type { Long } from '@grpc/proto-loader';

export interface SetUserManagerRequestInput {
  'user'?: (_cv_resume_v1_UserRefInput | null);
  /**
   * 0 removes the manager.
   */
  'managerId'?: (number | string | Long);
  /**
   * 0 if the request has no If-Match.
   */
  'ifRevision'?: (number | string | Long);
}

export interface SetUserManagerRequest {
  'user': (_cv_resume_v1_UserRef | null);
  /**
   * 0 removes the manager.
   */
  'managerId': (number);
  /**
   * 0 if the request has no If-Match.
   */
  'ifRevision': (number);
}
