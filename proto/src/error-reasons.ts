/** The registry of errors: every `reason` that a client can meet. The error reference is made from it. */
export type ErrorReason = {
  /** The gRPC status word. */
  code: string;
  /** The HTTP status. */
  status: number;
  /** When it happens. */
  when: string;
  /** What the caller can do. */
  remedy: string;
};

export const errorReasons = {
  internal: {
    code: 'INTERNAL',
    status: 500,
    when: 'Something went wrong on our side.',
    remedy: 'Try again; report the X-Request-Id if it stays.',
  },
  invalid_argument: {
    code: 'INVALID_ARGUMENT',
    status: 400,
    when: 'A parameter or a field of the body is wrong.',
    remedy: 'Correct the fields that `details` names.',
  },
  dependency_unavailable: {
    code: 'UNAVAILABLE',
    status: 503,
    when: 'MongoDB or Redis does not answer.',
    remedy: 'Try again after `Retry-After`.',
  },
  database_unavailable: {
    code: 'UNAVAILABLE',
    status: 503,
    when: 'MongoDB does not answer.',
    remedy: 'Try again after `Retry-After`.',
  },
  redis_unavailable: {
    code: 'UNAVAILABLE',
    status: 503,
    when: 'Redis does not answer.',
    remedy: 'Try again after `Retry-After`.',
  },
  service_unavailable: {
    code: 'UNAVAILABLE',
    status: 503,
    when: 'A service behind the gateway does not answer.',
    remedy: 'Try again after `Retry-After`.',
  },
  overloaded: {
    code: 'UNAVAILABLE',
    status: 503,
    when: 'More calls are under way than can be answered soon.',
    remedy: 'Try again after `Retry-After`.',
  },
  caller_missing: {
    code: 'UNAUTHENTICATED',
    status: 401,
    when: 'A service was called without saying for which company.',
    remedy: 'Call through the gateway.',
  },
  invalid_cursor: {
    code: 'INVALID_ARGUMENT',
    status: 400,
    when: 'The cursor is damaged or belongs to another query.',
    remedy: 'Follow the `next` of the same query, or start again without one.',
  },
  write_contention: {
    code: 'UNAVAILABLE',
    status: 503,
    when: 'Many calls change the same data at once.',
    remedy: 'Try again after `Retry-After`; nothing was changed.',
  },
  idempotency_key_reused: {
    code: 'ALREADY_EXISTS',
    status: 422,
    when: 'The Idempotency-Key was used before with another body.',
    remedy: 'Use a new key for a new request.',
  },
  comment_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'There is no such comment, or it is not on a user of the company.',
    remedy: 'List the comments of the user.',
  },
  revision_conflict: {
    code: 'ABORTED',
    status: 409,
    when: 'Somebody else changed the same data at the same moment.',
    remedy: 'Read it again, then repeat the change.',
  },
  user_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'There is no such user within the caller’s reach.',
    remedy: 'Use the id of a user of the company; with a token, of the user that it belongs to.',
  },
  metadata_limit: {
    code: 'ABORTED',
    status: 409,
    when: 'A user would hold more metadata keys than one may.',
    remedy: 'Unassign keys that are no longer used; nothing was changed.',
  },
  metadata_too_large: {
    code: 'INVALID_ARGUMENT',
    status: 400,
    when: 'The users of one metadata request hold too much for one answer.',
    remedy: 'Send fewer users in one request; nothing was changed.',
  },
  not_json: {
    code: 'INVALID_ARGUMENT',
    status: 400,
    when: 'The document is not valid JSON.',
    remedy: 'Send JSON; check for a cut-off body.',
  },
  not_utf8: { code: 'INVALID_ARGUMENT', status: 400, when: 'The document is not valid UTF-8.', remedy: 'Send UTF-8.' },
  cv_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'There is no such CV in the company, or it was deleted.',
    remedy: 'List the CVs of the user.',
  },
  tag_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'There is no such tag in the company.',
    remedy: 'List the tags.',
  },
  username_taken: {
    code: 'ALREADY_EXISTS',
    status: 409,
    when: 'A user of the platform has this username.',
    remedy: 'Choose another username.',
  },
  email_taken: {
    code: 'ALREADY_EXISTS',
    status: 409,
    when: 'Another user of the company has this e-mail address.',
    remedy: 'Find that user by search, or use another address.',
  },
  id_origin_taken: {
    code: 'ALREADY_EXISTS',
    status: 409,
    when: 'Another user or tag of the company has this id_origin.',
    remedy: 'Read it with `isIdOrigin=1`, or use another id_origin.',
  },
  revision_mismatch: {
    code: 'FAILED_PRECONDITION',
    status: 412,
    when: 'The `If-Match` of a change is not the current ETag.',
    remedy: 'Read it again, repeat the change on what you got, and send its ETag.',
  },
  status_transition: {
    code: 'ABORTED',
    status: 409,
    when: 'A CV may not go from its status to the one asked for.',
    remedy:
      'Follow the transitions: draft → proofreading → rewrite or ready; rewrite → proofreading; ready → sent or rewrite; sent → rewrite.',
  },
  body_too_large: {
    code: 'INVALID_ARGUMENT',
    status: 413,
    when: 'The body is larger than 1 MB, or an uploaded picture larger than 5 MB.',
    remedy: 'Send less in one call; upload pictures by calls of their own, smaller.',
  },
  picture_type: {
    code: 'INVALID_ARGUMENT',
    status: 415,
    when: 'An uploaded picture is not a JPEG, PNG or GIF, whatever its label says.',
    remedy: 'Convert it to one of them.',
  },
  picture_refused: {
    code: 'INVALID_ARGUMENT',
    status: 422,
    when: 'An uploaded picture is damaged, or has more pixels than are decoded: 25 million, 10,000 on a side.',
    remedy: 'Save it anew, smaller where the message says so.',
  },
  pictures_busy: {
    code: 'UNAVAILABLE',
    status: 503,
    when: 'Too many pictures are uploaded at once.',
    remedy: 'Try again after `Retry-After`.',
  },
  picture_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'The CV has no photo, the experience no uploaded logo, or the logo was replaced.',
    remedy: 'Upload one, or read the CV for its logos.',
  },
  experience_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'The CV has no experience with this id.',
    remedy: 'Read the CV for the ids of its experiences.',
  },
  unsupported_body: {
    code: 'INVALID_ARGUMENT',
    status: 415,
    when: 'The body is neither JSON nor a form, or is compressed.',
    remedy: 'Send JSON, or a form (application/x-www-form-urlencoded), as it is.',
  },
  query_too_long: {
    code: 'INVALID_ARGUMENT',
    status: 414,
    when: 'The query is longer than 8,192 bytes.',
    remedy: 'Send what is long in the body.',
  },
  route_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'There is nothing at this address.',
    remedy: 'Compare the path with this reference.',
  },
  method_not_allowed: {
    code: 'UNIMPLEMENTED',
    status: 405,
    when: 'The address does not answer this method.',
    remedy: 'Use a method that the `Allow` header names.',
  },
  rate_limited: {
    code: 'RESOURCE_EXHAUSTED',
    status: 429,
    when: 'The quota of the call’s type is used up for this minute.',
    remedy: 'Wait for `Retry-After` seconds. A refused call is not counted.',
  },
  format_not_supported: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'There is no such export format.',
    remedy: 'Use one that the message names.',
  },
  too_many_batches: {
    code: 'RESOURCE_EXHAUSTED',
    status: 429,
    when: 'Five batches of the company are not done yet.',
    remedy: 'Wait for one of them, or delete one; then call again.',
  },
  export_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'There is no such export, or its file is no longer kept.',
    remedy: 'Ask for the export again.',
  },
  export_not_ready: {
    code: 'ABORTED',
    status: 409,
    when: 'The file of the export is not there yet.',
    remedy: 'Read the export until its state is `completed`.',
  },
  export_cancelled: {
    code: 'ABORTED',
    status: 409,
    when: 'The export was cancelled while it was made.',
    remedy: 'Ask for the export again.',
  },
  export_timed_out: {
    code: 'DEADLINE_EXCEEDED',
    status: 504,
    when: 'The export took too long.',
    remedy: 'Try again after `Retry-After`; shorten the CV if it stays.',
  },
  export_failed: {
    code: 'INTERNAL',
    status: 500,
    when: 'The export failed, and would fail again.',
    remedy: 'Report the X-Request-Id.',
  },
  too_many_tags: {
    code: 'ABORTED',
    status: 409,
    when: 'A user would have more than 500 tags.',
    remedy: 'Dissociate tags that are no longer used; nothing was changed.',
  },
  api_key_invalid: {
    code: 'UNAUTHENTICATED',
    status: 401,
    when: 'The apiKey of a user-API call is not that of an application in use.',
    remedy: 'Send the apiKey that `vitae app create` showed; it is not the consumer key.',
  },
} as const satisfies Record<string, ErrorReason>;

/** The HTTP status of a reason; undefined for one that is not in the registry. */
export function reasonStatus(reason: string): number | undefined {
  return (errorReasons as Record<string, ErrorReason | undefined>)[reason]?.status;
}
