// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Identifies a picture of a deleted CV; the photo without an item.
 */
export interface DeletedCvPictureRefInput {
  'cvId'?: (number | string | Long);
  'experienceId'?: (number | string | Long);
  'portfolioId'?: (number | string | Long);
}

/**
 * Identifies a picture of a deleted CV; the photo without an item.
 */
export interface DeletedCvPictureRef {
  'cvId': (number);
  'experienceId': (number);
  'portfolioId': (number);
}
