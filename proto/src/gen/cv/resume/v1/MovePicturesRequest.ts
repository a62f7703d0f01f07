// Original file: cv/resume/v1/resume.proto


export interface MovePicturesRequestInput {
  /**
   * The `next` of the previous batch; empty for the first.
   */
  'after'?: (string);
  /**
   * Only count.
   */
  'dryRun'?: (boolean);
}

export interface MovePicturesRequest {
  /**
   * The `next` of the previous batch; empty for the first.
   */
  'after': (string);
  /**
   * Only count.
   */
  'dryRun': (boolean);
}
