// Original file: cv/resume/v1/resume.proto

import type { CvPictureRefInput as _cv_resume_v1_CvPictureRefInput, CvPictureRef as _cv_resume_v1_CvPictureRef } from '../../../cv/resume/v1/CvPictureRef.ts';
import type { Long } from '@grpc/proto-loader';

export interface SetCvPictureRequestInput {
  'picture'?: (_cv_resume_v1_CvPictureRefInput | null);
  /**
   * JPEG, PNG or GIF, as it was uploaded.
   */
  'content'?: (Buffer | Uint8Array | string);
  /**
   * Of the CV; 0 when the caller gave no If-Match.
   */
  'ifRevision'?: (number | string | Long);
}

export interface SetCvPictureRequest {
  'picture': (_cv_resume_v1_CvPictureRef | null);
  /**
   * JPEG, PNG or GIF, as it was uploaded.
   */
  'content': (Buffer);
  /**
   * Of the CV; 0 when the caller gave no If-Match.
   */
  'ifRevision': (number);
}
