// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A place for a picture in a CV; that of the photo without an item.
 */
export interface FormerPicturesRequestInput {
  'cvId'?: (number | string | Long);
  'experienceId'?: (number | string | Long);
  'portfolioId'?: (number | string | Long);
  /**
   * Only for EraseFormerPictures: all places, also those of removed items.
   */
  'all'?: (boolean);
}

/**
 * A place for a picture in a CV; that of the photo without an item.
 */
export interface FormerPicturesRequest {
  'cvId': (number);
  'experienceId': (number);
  'portfolioId': (number);
  /**
   * Only for EraseFormerPictures: all places, also those of removed items.
   */
  'all': (boolean);
}
