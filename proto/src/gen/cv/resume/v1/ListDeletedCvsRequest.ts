// Original file: cv/resume/v1/resume.proto


/**
 * Compatible on the wire with UserRef, which earlier versions sent.
 */
export interface ListDeletedCvsRequestInput {
  'id'?: (string);
  'byIdOrigin'?: (boolean);
  /**
   * At most 1,000. Default: 100.
   */
  'limit'?: (number);
  'cursor'?: (string);
}

/**
 * Compatible on the wire with UserRef, which earlier versions sent.
 */
export interface ListDeletedCvsRequest {
  'id': (string);
  'byIdOrigin': (boolean);
  /**
   * At most 1,000. Default: 100.
   */
  'limit': (number);
  'cursor': (string);
}
