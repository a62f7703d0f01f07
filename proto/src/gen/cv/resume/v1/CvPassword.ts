// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface CvPasswordInput {
  /**
   * The revision of the CV.
   */
  'revision'?: (number | string | Long);
  'protected'?: (boolean);
  /**
   * Empty if no password is set.
   */
  'hash'?: (string);
  /**
   * Changes with each password; 0 if none is set.
   */
  'version'?: (number | string | Long);
}

export interface CvPassword {
  /**
   * The revision of the CV.
   */
  'revision': (number);
  'protected': (boolean);
  /**
   * Empty if no password is set.
   */
  'hash': (string);
  /**
   * Changes with each password; 0 if none is set.
   */
  'version': (number);
}
