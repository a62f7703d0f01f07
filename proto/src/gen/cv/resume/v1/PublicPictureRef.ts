// Original file: cv/resume/v1/resume.proto


export interface PublicPictureRefInput {
  /**
   * The last segment of a logo's path.
   */
  'name'?: (string);
}

export interface PublicPictureRef {
  /**
   * The last segment of a logo's path.
   */
  'name': (string);
}
