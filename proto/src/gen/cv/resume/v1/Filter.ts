// Original file: cv/resume/v1/resume.proto


export interface FilterInput {
  /**
   * cvType, manager, recipient, tagId, created, updated or completion; user for comments.
   */
  'type'?: (string);
  'value'?: (string);
  /**
   * One of < <= > >= = !=; empty means =.
   */
  'comparator'?: (string);
}

export interface Filter {
  /**
   * cvType, manager, recipient, tagId, created, updated or completion; user for comments.
   */
  'type': (string);
  'value': (string);
  /**
   * One of < <= > >= = !=; empty means =.
   */
  'comparator': (string);
}
