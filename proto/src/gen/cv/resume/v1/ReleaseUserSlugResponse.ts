// Original file: cv/resume/v1/resume.proto


export interface ReleaseUserSlugResponseInput {
  /**
   * False if the slug was not a former slug of the user.
   */
  'released'?: (boolean);
}

export interface ReleaseUserSlugResponse {
  /**
   * False if the slug was not a former slug of the user.
   */
  'released': (boolean);
}
