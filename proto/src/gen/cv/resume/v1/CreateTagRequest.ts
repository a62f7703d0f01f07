// Original file: cv/resume/v1/resume.proto


export interface CreateTagRequestInput {
  /**
   * {title, type, specialization, id_origin, translations}, JSON.
   */
  'tag'?: (Buffer | Uint8Array | string);
  'idempotencyKey'?: (string);
}

export interface CreateTagRequest {
  /**
   * {title, type, specialization, id_origin, translations}, JSON.
   */
  'tag': (Buffer);
  'idempotencyKey': (string);
}
