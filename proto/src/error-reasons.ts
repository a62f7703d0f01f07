/*
 * The error registry: add an entry here, and throw a VitaeError with its code and reason. The HTTP status, the reference
 * under /docs and OpenAPI are derived from it. A contract test compares it with the reasons in the code.
 */

type ErrorReason = {
  /** The name of the gRPC status, and the HTTP status. */
  code: string;
  status: number;
  /** When the error occurs, and what the client can do. */
  when: string;
  remedy: string;
};

const RETRY = 'Retry after the number of seconds in `Retry-After`.';

const retryLater = (when: string) => ({ code: 'UNAVAILABLE', status: 503, when, remedy: RETRY }) as const;

/** Every `reason` that clients can receive. */
export const errorReasons = {
  internal: {
    code: 'INTERNAL',
    status: 500,
    when: 'Something went wrong on our side.',
    remedy: 'Retry the request. If the problem persists, contact support with the `X-Request-Id` of the response.',
  },
  invalid_argument: {
    code: 'INVALID_ARGUMENT',
    status: 400,
    when: 'A parameter or a field of the request body is missing, unknown or invalid.',
    remedy: 'Correct the fields listed in `details`.',
  },
  dependency_unavailable: retryLater('A database is temporarily unavailable.'),
  database_unavailable: retryLater('MongoDB is temporarily unavailable.'),
  redis_unavailable: retryLater('Redis is temporarily unavailable.'),
  service_unavailable: retryLater('An internal service is temporarily unavailable.'),
  overloaded: retryLater('The server is processing too many requests.'),
  caller_missing: {
    code: 'UNAUTHENTICATED',
    status: 401,
    when: 'A call to an internal service does not name a company.',
    remedy: 'Send requests through the gateway.',
  },
  invalid_cursor: {
    code: 'INVALID_ARGUMENT',
    status: 400,
    when: 'The cursor is malformed or belongs to another query.',
    remedy: 'Use the `next` value of the same query, or start from the first page.',
  },
  list_too_expensive: {
    code: 'INVALID_ARGUMENT',
    status: 400,
    when: 'Several filters each match many CVs, but too few CVs match all of them.',
    remedy: 'Use fewer filters or a shorter period, or another sort order.',
  },
  write_contention: retryLater('Too many concurrent requests modify the same data. Nothing was changed.'),
  idempotency_key_reused: {
    code: 'ALREADY_EXISTS',
    status: 422,
    when: 'The `Idempotency-Key` was already used for a request with a different body.',
    remedy: 'Use a new key for each new request.',
  },
  comment_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'The comment does not exist in your company.',
    remedy: 'List the comments on the user.',
  },
  revision_conflict: {
    code: 'ABORTED',
    status: 409,
    when: 'Another request modified the same resource at the same time.',
    remedy: 'Read the resource again, then repeat your change.',
  },
  user_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'The user does not exist, or you do not have access to it.',
    remedy: 'Use the id of a user of your company or, with an access token, of the user who granted it.',
  },
  metadata_limit: {
    code: 'ABORTED',
    status: 409,
    when: 'The update would exceed the maximum number of metadata keys per user. Nothing was changed.',
    remedy: 'Unassign keys that you no longer use.',
  },
  metadata_too_large: {
    code: 'INVALID_ARGUMENT',
    status: 400,
    when: 'The users in the request have too much metadata for one response. Nothing was changed.',
    remedy: 'Send fewer users per request.',
  },
  not_json: {
    code: 'INVALID_ARGUMENT',
    status: 400,
    when: 'The request body is not valid JSON.',
    remedy: 'Send valid JSON, and check that the body is not truncated.',
  },
  not_utf8: {
    code: 'INVALID_ARGUMENT',
    status: 400,
    when: 'The request body is not valid UTF-8.',
    remedy: 'Encode the body as UTF-8.',
  },
  cv_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'The CV does not exist in your company, or it was deleted.',
    remedy: 'List the CVs of the user.',
  },
  tag_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'The tag does not exist in your company.',
    remedy: 'List the tags of your company.',
  },
  username_taken: {
    code: 'ALREADY_EXISTS',
    status: 409,
    when: 'Another user of your company has the username. Letter case is ignored.',
    remedy: 'Choose another username.',
  },
  already_signed_up: {
    code: 'ALREADY_EXISTS',
    status: 409,
    when: 'The user to invite already has a password. Nothing was sent.',
    remedy:
      'Let the user sign in. If the user forgot the password, create a link to reset it with `POST /users/{id}/password-reset`.',
  },
  not_signed_up: {
    code: 'ABORTED',
    status: 409,
    when: 'The user whose password is to be reset has none yet. Nothing was sent.',
    remedy: 'Invite the user with `POST /users/{id}/invitation`.',
  },
  authentication_failed: {
    code: 'PERMISSION_DENIED',
    status: 403,
    when: 'A request to the company API could not be authenticated: a parameter is missing, the key is unknown, revoked or expired, the timestamp is out of range, the nonce was used, the signature is wrong, or a restriction of the key applies. The response is one line of text, or JSON if `Accept` prefers it.',
    remedy:
      'Follow the message. For a wrong signature, compare your canonical string with that of the signature help in the settings.',
  },
  hmac_key_required: {
    code: 'PERMISSION_DENIED',
    status: 403,
    when: 'The request creates a link with which a user signs in, and is signed with a historical MD5 key. Such requests can be replayed.',
    remedy: 'Sign the request with an HMAC key. Administrators create it in the settings.',
  },
  not_granted: {
    code: 'PERMISSION_DENIED',
    status: 403,
    when: 'The owner authorized the application, but did not grant access to this CV or type of data. The response does not tell whether the CV exists.',
    remedy:
      'Read what the owner granted. To request more, let the owner authorize the application again. Owners can also change the access of an application in their account.',
  },
  invitation_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'The user has no open invitation: it was used, withdrawn or has expired, or there was none.',
    remedy: 'No action is needed. Invite the user again if the user still has no access.',
  },
  email_taken: {
    code: 'ALREADY_EXISTS',
    status: 409,
    when: 'Another user of your company has this email address.',
    remedy: 'Search for that user, or use another address.',
  },
  id_origin_taken: {
    code: 'ALREADY_EXISTS',
    status: 409,
    when: 'Another user or tag of your company has this `id_origin`.',
    remedy: 'Get the existing resource with `isIdOrigin=1`, or use another `id_origin`.',
  },
  revision_mismatch: {
    code: 'FAILED_PRECONDITION',
    status: 412,
    when: 'The ETag in `If-Match` is not the current one: the resource was modified since you read it.',
    remedy: 'Read the resource again, repeat your change on the new version, and send its ETag.',
  },
  status_transition: {
    code: 'ABORTED',
    status: 409,
    when: 'The CV cannot change from its current status to the requested one.',
    remedy:
      'Use an allowed transition: draft → proofreading; proofreading → rewrite or ready; rewrite → proofreading; ready → sent or rewrite; sent → rewrite.',
  },
  body_too_large: {
    code: 'INVALID_ARGUMENT',
    status: 413,
    when: 'The request body is larger than 1 MB, an uploaded picture is larger than 5 MB, or a form with OAuth parameters is larger than 32 KB.',
    remedy: 'Send less data per request, and upload pictures in separate requests.',
  },
  picture_type: {
    code: 'INVALID_ARGUMENT',
    status: 415,
    when: 'The content of the uploaded picture is not JPEG, PNG or GIF.',
    remedy: 'Convert the picture to one of these formats.',
  },
  picture_refused: {
    code: 'INVALID_ARGUMENT',
    status: 422,
    when: 'The uploaded picture is damaged, or it exceeds 25 million pixels or 10,000 pixels on one side.',
    remedy: 'Re-save the picture, at a smaller size if the message says so.',
  },
  pictures_busy: retryLater('Too many pictures are being processed.'),
  picture_lost: {
    code: 'DATA_LOSS',
    status: 503,
    when: 'The content of the picture is lost.',
    remedy: 'Upload the picture again, or ask the operator to restore it.',
  },
  picture_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'The CV has no photo, the experience has no uploaded logo, or the logo was replaced.',
    remedy: 'Upload a picture, or get the CV for its current logos.',
  },
  experience_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'The CV has no experience with this id.',
    remedy: 'Get the CV for the ids of its experiences.',
  },
  portfolio_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'The CV has no portfolio item with this id.',
    remedy: 'Get the CV for the ids of its portfolio items.',
  },
  unsupported_body: {
    code: 'INVALID_ARGUMENT',
    status: 415,
    when: 'The content type of the request body is not supported, or the body is compressed.',
    remedy: 'Send uncompressed JSON or a form (`application/x-www-form-urlencoded`).',
  },
  query_too_long: {
    code: 'INVALID_ARGUMENT',
    status: 414,
    when: 'The query string is longer than 8,192 bytes.',
    remedy: 'Send long values in the request body.',
  },
  route_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'No resource exists at this URL.',
    remedy: 'Check the path against this reference.',
  },
  method_not_allowed: {
    code: 'UNIMPLEMENTED',
    status: 405,
    when: 'The resource does not support this HTTP method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  rate_limited: {
    code: 'RESOURCE_EXHAUSTED',
    status: 429,
    when: 'The quota for this type of request is exhausted for the current minute. Or your address sends too much request data at the same time, or has sent too many requests with a missing, unknown or revoked key, application or token, or with a wrong signature.',
    remedy: `${RETRY} Rejected requests do not count against your quota.`,
  },
  format_not_supported: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'The export format does not exist.',
    remedy: 'Use one of the formats in the error message.',
  },
  too_many_batches: {
    code: 'RESOURCE_EXHAUSTED',
    status: 429,
    when: 'Your company already has five unfinished export batches.',
    remedy: 'Wait until one of them finishes, or delete one.',
  },
  export_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'The export does not exist, or its file has expired.',
    remedy: 'Request the export again.',
  },
  export_not_ready: {
    code: 'ABORTED',
    status: 409,
    when: 'The exported file is not ready yet.',
    remedy: 'Poll the export until its `state` is `completed`.',
  },
  receipt_not_found: {
    code: 'NOT_FOUND',
    status: 404,
    when: 'The file of the export has no receipt: it is an archive, or an earlier version created it.',
    remedy: 'Use the `manifest.json` of an archive, or export the CV again after a change.',
  },
  archive_outdated: {
    code: 'ABORTED',
    status: 409,
    when: 'A CV in the archive was deleted after the archive was created.',
    remedy: 'Rebuild the archive with `POST /api/v1/exports/{id}/archive`.',
  },
  export_cancelled: {
    code: 'ABORTED',
    status: 409,
    when: 'The export was cancelled before it finished.',
    remedy: 'Request the export again.',
  },
  export_timed_out: {
    code: 'DEADLINE_EXCEEDED',
    status: 504,
    when: 'The export took too long.',
    remedy: `${RETRY} If the problem persists, shorten the CV.`,
  },
  export_failed: {
    code: 'INTERNAL',
    status: 500,
    when: 'The export failed. Retrying does not help.',
    remedy: 'Contact support with the `X-Request-Id` of the response.',
  },
  too_many_tags: {
    code: 'ABORTED',
    status: 409,
    when: 'The user would have more than 500 tags. Nothing was changed.',
    remedy: 'Dissociate tags that you no longer use.',
  },
  api_key_invalid: {
    code: 'UNAUTHENTICATED',
    status: 401,
    when: 'The `apiKey` of a user API request does not belong to an active application.',
    remedy: 'Send the API key of the application, which `vitae app create` displays. It is not the consumer key.',
  },
} as const satisfies Record<string, ErrorReason>;

/** Returns the HTTP status of a reason, or undefined if it is not in the registry. */
export const reasonStatus = (reason: string): number | undefined =>
  (errorReasons as Record<string, ErrorReason | undefined>)[reason]?.status;
