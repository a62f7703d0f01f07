// Original file: cv/resume/v1/resume.proto


export interface CreateUserRequestInput {
  /**
   * {username, email, firstname, lastname, phone, kind, id_origin}, JSON.
   */
  'user'?: (Buffer | Uint8Array | string);
  'idempotencyKey'?: (string);
}

export interface CreateUserRequest {
  /**
   * {username, email, firstname, lastname, phone, kind, id_origin}, JSON.
   */
  'user': (Buffer);
  'idempotencyKey': (string);
}
