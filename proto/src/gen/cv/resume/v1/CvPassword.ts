// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface CvPasswordInput {
  /**
   * Of the CV.
   */
  'revision'?: (number | string | Long);
  'protected'?: (boolean);
  /**
   * Empty when none is set.
   */
  'hash'?: (string);
  /**
   * Another one with each password; 0 when none is set.
   */
  'version'?: (number | string | Long);
}

export interface CvPassword {
  /**
   * Of the CV.
   */
  'revision': (number);
  'protected': (boolean);
  /**
   * Empty when none is set.
   */
  'hash': (string);
  /**
   * Another one with each password; 0 when none is set.
   */
  'version': (number);
}
