// Original file: cv/comments/v1/comments.proto


export interface FilterInput {
  /**
   * user (an id), created or updated (a date, YYYY-MM-DD, in UTC).
   */
  'type'?: (string);
  'value'?: (string);
  /**
   * One of < <= > >= = !=; empty means =. Only for dates.
   */
  'comparator'?: (string);
}

export interface Filter {
  /**
   * user (an id), created or updated (a date, YYYY-MM-DD, in UTC).
   */
  'type': (string);
  'value': (string);
  /**
   * One of < <= > >= = !=; empty means =. Only for dates.
   */
  'comparator': (string);
}
