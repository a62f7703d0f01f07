// Original file: cv/resume/v1/resume.proto


export interface PublicPictureRefInput {
  /**
   * The last segment of the path of a logo.
   */
  'name'?: (string);
}

export interface PublicPictureRef {
  /**
   * The last segment of the path of a logo.
   */
  'name': (string);
}
