// Original file: cv/resume/v1/resume.proto


export interface CreateTagRequestInput {
  /**
   * JSON: {title, type, specialization, id_origin, translations}.
   */
  'tag'?: (Buffer | Uint8Array | string);
  'idempotencyKey'?: (string);
}

export interface CreateTagRequest {
  /**
   * JSON: {title, type, specialization, id_origin, translations}.
   */
  'tag': (Buffer);
  'idempotencyKey': (string);
}
