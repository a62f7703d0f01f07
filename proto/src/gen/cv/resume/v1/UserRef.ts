// Original file: cv/resume/v1/resume.proto


export interface UserRefInput {
  /**
   * A user's id, or the company's own when by_id_origin.
   */
  'id'?: (string);
  'byIdOrigin'?: (boolean);
}

export interface UserRef {
  /**
   * A user's id, or the company's own when by_id_origin.
   */
  'id': (string);
  'byIdOrigin': (boolean);
}
