// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Identifies a picture of a CV.
 */
export interface CvPictureRefInput {
  'id'?: (number | string | Long);
  /**
   * The experience that has the logo; 0 for the photo.
   */
  'experienceId'?: (number | string | Long);
}

/**
 * Identifies a picture of a CV.
 */
export interface CvPictureRef {
  'id': (number);
  /**
   * The experience that has the logo; 0 for the photo.
   */
  'experienceId': (number);
}
