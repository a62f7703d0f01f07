// Original file: cv/resume/v1/resume.proto

import type { CvPictureRefInput as _cv_resume_v1_CvPictureRefInput, CvPictureRef as _cv_resume_v1_CvPictureRef } from '../../../cv/resume/v1/CvPictureRef.ts';
import type { PhotoAdjustmentInput as _cv_resume_v1_PhotoAdjustmentInput, PhotoAdjustment as _cv_resume_v1_PhotoAdjustment } from '../../../cv/resume/v1/PhotoAdjustment.ts';
import type { Long } from '@grpc/proto-loader';

export interface SetCvPictureRequestInput {
  'picture'?: (_cv_resume_v1_CvPictureRefInput | null);
  /**
   * The uploaded JPEG, PNG or GIF file. May be empty if the request has an adjustment.
   */
  'content'?: (Buffer | Uint8Array | string);
  /**
   * The revision of the CV; 0 if the request has no If-Match.
   */
  'ifRevision'?: (number | string | Long);
  /**
   * Only for photos.
   */
  'adjustment'?: (_cv_resume_v1_PhotoAdjustmentInput | null);
  /**
   * Keeps the CV before and after the change as versions, with their pictures.
   */
  'keepVersion'?: (boolean);
}

export interface SetCvPictureRequest {
  'picture': (_cv_resume_v1_CvPictureRef | null);
  /**
   * The uploaded JPEG, PNG or GIF file. May be empty if the request has an adjustment.
   */
  'content': (Buffer);
  /**
   * The revision of the CV; 0 if the request has no If-Match.
   */
  'ifRevision': (number);
  /**
   * Only for photos.
   */
  'adjustment': (_cv_resume_v1_PhotoAdjustment | null);
  /**
   * Keeps the CV before and after the change as versions, with their pictures.
   */
  'keepVersion': (boolean);
}
