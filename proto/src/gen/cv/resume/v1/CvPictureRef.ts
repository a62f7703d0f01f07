// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Which picture of a CV.
 */
export interface CvPictureRefInput {
  'id'?: (number | string | Long);
  /**
   * Of the experience whose logo it is; 0 for the photo.
   */
  'experienceId'?: (number | string | Long);
}

/**
 * Which picture of a CV.
 */
export interface CvPictureRef {
  'id': (number);
  /**
   * Of the experience whose logo it is; 0 for the photo.
   */
  'experienceId': (number);
}
