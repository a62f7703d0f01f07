// Original file: cv/caller/v1/caller.proto


/**
 * The result of one item in a batch, modeled on google.rpc.Status.
 */
export interface ItemStatusInput {
  /**
   * A gRPC status code; 0 is OK.
   */
  'code'?: (number);
  /**
   * A stable key of the error registry, for example "cv_not_found".
   */
  'reason'?: (string);
  /**
   * A message for the client.
   */
  'message'?: (string);
}

/**
 * The result of one item in a batch, modeled on google.rpc.Status.
 */
export interface ItemStatus {
  /**
   * A gRPC status code; 0 is OK.
   */
  'code': (number);
  /**
   * A stable key of the error registry, for example "cv_not_found".
   */
  'reason': (string);
  /**
   * A message for the client.
   */
  'message': (string);
}
