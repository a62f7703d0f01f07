// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface CvPictureInput {
  /**
   * The revision of the CV.
   */
  'revision'?: (number | string | Long);
  /**
   * The path on the site; empty for a photo.
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
   * Empty in the responses of SetCvPicture and SetPortfolioPicture.
   */
  'content'?: (Buffer | Uint8Array | string);
  /**
   * Only in these responses: whether the CV already had this picture, so that nothing has changed.
   */
  'unchanged'?: (boolean);
}

export interface CvPicture {
  /**
   * The revision of the CV.
   */
  'revision': (number);
  /**
   * The path on the site; empty for a photo.
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
   * Empty in the responses of SetCvPicture and SetPortfolioPicture.
   */
  'content': (Buffer);
  /**
   * Only in these responses: whether the CV already had this picture, so that nothing has changed.
   */
  'unchanged': (boolean);
}
