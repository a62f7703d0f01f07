// Original file: cv/resume/v1/resume.proto

import type { CvPictureRefInput as _cv_resume_v1_CvPictureRefInput, CvPictureRef as _cv_resume_v1_CvPictureRef } from '../../../cv/resume/v1/CvPictureRef.ts';
import type { Long } from '@grpc/proto-loader';

export interface SetCvPictureRequestInput {
  'picture'?: (_cv_resume_v1_CvPictureRefInput | null);
  /**
   * The uploaded JPEG, PNG or GIF file.
   */
  'content'?: (Buffer | Uint8Array | string);
  /**
   * The revision of the CV; 0 if the request has no If-Match.
   */
  'ifRevision'?: (number | string | Long);
}

export interface SetCvPictureRequest {
  'picture': (_cv_resume_v1_CvPictureRef | null);
  /**
   * The uploaded JPEG, PNG or GIF file.
   */
  'content': (Buffer);
  /**
   * The revision of the CV; 0 if the request has no If-Match.
   */
  'ifRevision': (number);
}
