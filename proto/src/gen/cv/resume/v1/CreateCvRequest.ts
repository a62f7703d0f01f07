// Original file: cv/resume/v1/resume.proto

import type { UserRefInput as _cv_resume_v1_UserRefInput, UserRef as _cv_resume_v1_UserRef } from '../../../cv/resume/v1/UserRef.ts';
import type { NewPictureInput as _cv_resume_v1_NewPictureInput, NewPicture as _cv_resume_v1_NewPicture } from '../../../cv/resume/v1/NewPicture.ts';

export interface CreateCvRequestInput {
  'user'?: (_cv_resume_v1_UserRefInput | null);
  /**
   * JSON Resume (recognized by "basics") or CV data.
   */
  'content'?: (Buffer | Uint8Array | string);
  'main'?: (boolean);
  'publish'?: (boolean);
  /**
   * One of the six cultures, or empty. Overrides the culture of the content.
   */
  'culture'?: (string);
  'idempotencyKey'?: (string);
  /**
   * Omits pictures of other users from CV data and reports them as dropped, as in JSON Resume. Otherwise they are rejected.
   */
  'omitForeignPictures'?: (boolean);
  /**
   * Pictures of experiences and portfolio items. They are re-encoded like uploads. The report lists those that were omitted.
   */
  'pictures'?: (_cv_resume_v1_NewPictureInput)[];
}

export interface CreateCvRequest {
  'user': (_cv_resume_v1_UserRef | null);
  /**
   * JSON Resume (recognized by "basics") or CV data.
   */
  'content': (Buffer);
  'main': (boolean);
  'publish': (boolean);
  /**
   * One of the six cultures, or empty. Overrides the culture of the content.
   */
  'culture': (string);
  'idempotencyKey': (string);
  /**
   * Omits pictures of other users from CV data and reports them as dropped, as in JSON Resume. Otherwise they are rejected.
   */
  'omitForeignPictures': (boolean);
  /**
   * Pictures of experiences and portfolio items. They are re-encoded like uploads. The report lists those that were omitted.
   */
  'pictures': (_cv_resume_v1_NewPicture)[];
}
