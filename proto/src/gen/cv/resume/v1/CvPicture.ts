// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface CvPictureInput {
  /**
   * Of the CV.
   */
  'revision'?: (number | string | Long);
  /**
   * Below the site's address; empty for a photo.
   */
  'path'?: (string);
  /**
   * image/jpeg or image/png.
   */
  'contentType'?: (string);
  'width'?: (number);
  'height'?: (number);
  /**
   * In bytes.
   */
  'size'?: (number);
  /**
   * Empty in the answer of SetCvPicture.
   */
  'content'?: (Buffer | Uint8Array | string);
}

export interface CvPicture {
  /**
   * Of the CV.
   */
  'revision': (number);
  /**
   * Below the site's address; empty for a photo.
   */
  'path': (string);
  /**
   * image/jpeg or image/png.
   */
  'contentType': (string);
  'width': (number);
  'height': (number);
  /**
   * In bytes.
   */
  'size': (number);
  /**
   * Empty in the answer of SetCvPicture.
   */
  'content': (Buffer);
}
