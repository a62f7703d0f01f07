// Original file: cv/comments/v1/comments.proto


export interface SortInput {
  /**
   * created or updated.
   */
  'field'?: (string);
  'descending'?: (boolean);
}

export interface Sort {
  /**
   * created or updated.
   */
  'field': (string);
  'descending': (boolean);
}
