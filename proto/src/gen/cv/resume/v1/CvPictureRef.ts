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
  /**
   * Only for GetCvPicture: does not read the content.
   */
  'withoutContent'?: (boolean);
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
  /**
   * Only for GetCvPicture: does not read the content.
   */
  'withoutContent': (boolean);
}
