// Original file: cv/metadata/v1/metadata.proto


/**
 * A key (`com.acme.kind:star`), the start of keys (`com.acme.*`), or either with `!` before it
 * for the users who hold none such.
 */
export interface SearchUsersRequestInput {
  'query'?: (string);
  /**
   * 1 to 1,000.
   */
  'limit'?: (number);
  'cursor'?: (string);
}

/**
 * A key (`com.acme.kind:star`), the start of keys (`com.acme.*`), or either with `!` before it
 * for the users who hold none such.
 */
export interface SearchUsersRequest {
  'query': (string);
  /**
   * 1 to 1,000.
   */
  'limit': (number);
  'cursor': (string);
}
