// Original file: cv/resume/v1/resume.proto

import type { UserRefInput as _cv_resume_v1_UserRefInput, UserRef as _cv_resume_v1_UserRef } from '../../../cv/resume/v1/UserRef.ts';
import type { Long } from '@grpc/proto-loader';

export interface UpdateUserRequestInput {
  'user'?: (_cv_resume_v1_UserRefInput | null);
  /**
   * JSON with any of firstname, lastname, email, phone, kind and id_origin. id and username are accepted with their
   * stored values.
   */
  'patch'?: (Buffer | Uint8Array | string);
  /**
   * 0 if the request has no If-Match.
   */
  'ifRevision'?: (number | string | Long);
}

export interface UpdateUserRequest {
  'user': (_cv_resume_v1_UserRef | null);
  /**
   * JSON with any of firstname, lastname, email, phone, kind and id_origin. id and username are accepted with their
   * stored values.
   */
  'patch': (Buffer);
  /**
   * 0 if the request has no If-Match.
   */
  'ifRevision': (number);
}
