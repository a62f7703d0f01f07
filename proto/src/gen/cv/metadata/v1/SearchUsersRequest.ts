// Original file: cv/metadata/v1/metadata.proto


/**
 * A query is a key (`com.acme.kind:star`) or a prefix (`com.acme.*`). A leading `!` negates it:
 * it then matches users without such a key.
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
 * A query is a key (`com.acme.kind:star`) or a prefix (`com.acme.*`). A leading `!` negates it:
 * it then matches users without such a key.
 */
export interface SearchUsersRequest {
  'query': (string);
  /**
   * 1 to 1,000.
   */
  'limit': (number);
  'cursor': (string);
}
