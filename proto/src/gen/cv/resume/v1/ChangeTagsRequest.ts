// Original file: cv/resume/v1/resume.proto

import type { UserRefInput as _cv_resume_v1_UserRefInput, UserRef as _cv_resume_v1_UserRef } from '../../../cv/resume/v1/UserRef.ts';
import type { Long } from '@grpc/proto-loader';

export interface ChangeTagsRequestInput {
  'user'?: (_cv_resume_v1_UserRefInput | null);
  'tags'?: (number | string | Long)[];
  /**
   * Removes all other tags first.
   */
  'reset'?: (boolean);
  /**
   * The revision of the user.
   */
  'ifRevision'?: (number | string | Long);
}

export interface ChangeTagsRequest {
  'user': (_cv_resume_v1_UserRef | null);
  'tags': (number)[];
  /**
   * Removes all other tags first.
   */
  'reset': (boolean);
  /**
   * The revision of the user.
   */
  'ifRevision': (number);
}
