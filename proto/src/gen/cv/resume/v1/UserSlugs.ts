// Original file: cv/resume/v1/resume.proto


export interface UserSlugsInput {
  'slug'?: (string);
  /**
   * The most recent last.
   */
  'formerSlugs'?: (string)[];
}

export interface UserSlugs {
  'slug': (string);
  /**
   * The most recent last.
   */
  'formerSlugs': (string)[];
}
