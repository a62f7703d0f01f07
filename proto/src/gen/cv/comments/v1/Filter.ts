// Original file: cv/comments/v1/comments.proto


export interface FilterInput {
  /**
   * user (an id), created or updated (a day, YYYY-MM-DD, in UTC).
   */
  'type'?: (string);
  'value'?: (string);
  /**
   * One of < <= > >= = !=; empty means =. Of the days only; a comparison is by the day.
   */
  'comparator'?: (string);
}

export interface Filter {
  /**
   * user (an id), created or updated (a day, YYYY-MM-DD, in UTC).
   */
  'type': (string);
  'value': (string);
  /**
   * One of < <= > >= = !=; empty means =. Of the days only; a comparison is by the day.
   */
  'comparator': (string);
}
