// Original file: cv/resume/v1/resume.proto


export interface UserRefInput {
  /**
   * The id of a user, or the company's own id (id_origin) if by_id_origin is set.
   */
  'id'?: (string);
  'byIdOrigin'?: (boolean);
}

export interface UserRef {
  /**
   * The id of a user, or the company's own id (id_origin) if by_id_origin is set.
   */
  'id': (string);
  'byIdOrigin': (boolean);
}
