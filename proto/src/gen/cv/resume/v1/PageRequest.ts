// Original file: cv/resume/v1/resume.proto


/**
 * Either a page number or a cursor; a cursor costs the same at any depth.
 */
export interface PageRequestInput {
  /**
   * From 1.
   */
  'page'?: (number);
  'limit'?: (number);
  'cursor'?: (string);
}

/**
 * Either a page number or a cursor; a cursor costs the same at any depth.
 */
export interface PageRequest {
  /**
   * From 1.
   */
  'page': (number);
  'limit': (number);
  'cursor': (string);
}
