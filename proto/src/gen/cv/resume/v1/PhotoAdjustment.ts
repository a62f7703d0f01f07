// Original file: cv/resume/v1/resume.proto

import type { PhotoCropInput as _cv_resume_v1_PhotoCropInput, PhotoCrop as _cv_resume_v1_PhotoCrop } from '../../../cv/resume/v1/PhotoCrop.ts';

/**
 * Rotates a photo that is upright according to its metadata, then crops it.
 */
export interface PhotoAdjustmentInput {
  /**
   * Degrees clockwise: 0, 90, 180 or 270.
   */
  'rotation'?: (number);
  /**
   * Missing to keep the whole photo.
   */
  'crop'?: (_cv_resume_v1_PhotoCropInput | null);
}

/**
 * Rotates a photo that is upright according to its metadata, then crops it.
 */
export interface PhotoAdjustment {
  /**
   * Degrees clockwise: 0, 90, 180 or 270.
   */
  'rotation': (number);
  /**
   * Missing to keep the whole photo.
   */
  'crop': (_cv_resume_v1_PhotoCrop | null);
}
