// Original file: cv/resume/v1/resume.proto


export interface NewPictureInput {
  /**
   * The path of the picture in the content.
   */
  'path'?: (string);
  /**
   * A JPEG, PNG or GIF file.
   */
  'content'?: (Buffer | Uint8Array | string);
}

export interface NewPicture {
  /**
   * The path of the picture in the content.
   */
  'path': (string);
  /**
   * A JPEG, PNG or GIF file.
   */
  'content': (Buffer);
}
