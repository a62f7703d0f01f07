// Original file: cv/resume/v1/resume.proto

import type { UserRefInput as _cv_resume_v1_UserRefInput, UserRef as _cv_resume_v1_UserRef } from '../../../cv/resume/v1/UserRef.ts';
import type { Long } from '@grpc/proto-loader';

export interface UpdateUserRequestInput {
  'user'?: (_cv_resume_v1_UserRefInput | null);
  /**
   * Any of firstname, lastname, email, phone, kind, id_origin, JSON.
   */
  'patch'?: (Buffer | Uint8Array | string);
  /**
   * 0 when the caller gave no If-Match.
   */
  'ifRevision'?: (number | string | Long);
}

export interface UpdateUserRequest {
  'user': (_cv_resume_v1_UserRef | null);
  /**
   * Any of firstname, lastname, email, phone, kind, id_origin, JSON.
   */
  'patch': (Buffer);
  /**
   * 0 when the caller gave no If-Match.
   */
  'ifRevision': (number);
}
