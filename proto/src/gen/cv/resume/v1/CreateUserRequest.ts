// Original file: cv/resume/v1/resume.proto


export interface CreateUserRequestInput {
  /**
   * JSON: {username, email, firstname, lastname, phone, kind, id_origin}.
   */
  'user'?: (Buffer | Uint8Array | string);
  'idempotencyKey'?: (string);
}

export interface CreateUserRequest {
  /**
   * JSON: {username, email, firstname, lastname, phone, kind, id_origin}.
   */
  'user': (Buffer);
  'idempotencyKey': (string);
}
