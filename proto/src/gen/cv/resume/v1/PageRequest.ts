// Original file: cv/resume/v1/resume.proto


/**
 * Either a page number or a cursor. The cost of a cursor does not depend on the position.
 */
export interface PageRequestInput {
  /**
   * Starts at 1.
   */
  'page'?: (number);
  'limit'?: (number);
  'cursor'?: (string);
}

/**
 * Either a page number or a cursor. The cost of a cursor does not depend on the position.
 */
export interface PageRequest {
  /**
   * Starts at 1.
   */
  'page': (number);
  'limit': (number);
  'cursor': (string);
}
