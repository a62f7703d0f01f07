// Original file: cv/resume/v1/resume.proto


/**
 * The part of a photo to keep. It has the shape of photos in the templates.
 */
export interface PhotoCropInput {
  /**
   * 100 for the largest part, 200 for half of its width and height. At most 800.
   */
  'zoom'?: (number);
  /**
   * The horizontal position of the part, from 0 (left) to 1 (right).
   */
  'x'?: (number | string);
  /**
   * The vertical position of the part, from 0 (top) to 1 (bottom).
   */
  'y'?: (number | string);
}

/**
 * The part of a photo to keep. It has the shape of photos in the templates.
 */
export interface PhotoCrop {
  /**
   * 100 for the largest part, 200 for half of its width and height. At most 800.
   */
  'zoom': (number);
  /**
   * The horizontal position of the part, from 0 (left) to 1 (right).
   */
  'x': (number);
  /**
   * The vertical position of the part, from 0 (top) to 1 (bottom).
   */
  'y': (number);
}
