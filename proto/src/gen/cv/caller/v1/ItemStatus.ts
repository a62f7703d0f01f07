// Original file: cv/caller/v1/caller.proto


/**
 * How one item of a batch ended, in the words of google.rpc.Status.
 */
export interface ItemStatusInput {
  /**
   * A gRPC status code; 0 is OK.
   */
  'code'?: (number);
  /**
   * The stable machine key of the error registry, for example "cv_not_found".
   */
  'reason'?: (string);
  /**
   * What the caller may be told.
   */
  'message'?: (string);
}

/**
 * How one item of a batch ended, in the words of google.rpc.Status.
 */
export interface ItemStatus {
  /**
   * A gRPC status code; 0 is OK.
   */
  'code': (number);
  /**
   * The stable machine key of the error registry, for example "cv_not_found".
   */
  'reason': (string);
  /**
   * What the caller may be told.
   */
  'message': (string);
}
