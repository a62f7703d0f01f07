// Original file: cv/comments/v1/comments.proto


/**
 * Either a page number or a cursor; a cursor costs the same at any depth.
 */
export interface PageRequestInput {
  /**
   * From 1.
   */
  'page'?: (number);
  /**
   * 1 to 500.
   */
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
  /**
   * 1 to 500.
   */
  'limit': (number);
  'cursor': (string);
}
