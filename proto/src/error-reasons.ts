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
  internal: { code: 'INTERNAL', status: 500, when: 'Something went wrong on our side.', remedy: 'Try again; report the X-Request-Id if it stays.' },
  invalid_argument: { code: 'INVALID_ARGUMENT', status: 400, when: 'A parameter or a field of the body is wrong.', remedy: 'Correct the fields that `details` names.' },
  dependency_unavailable: { code: 'UNAVAILABLE', status: 503, when: 'MongoDB or Redis does not answer.', remedy: 'Try again after `Retry-After`.' },
  database_unavailable: { code: 'UNAVAILABLE', status: 503, when: 'MongoDB does not answer.', remedy: 'Try again after `Retry-After`.' },
  redis_unavailable: { code: 'UNAVAILABLE', status: 503, when: 'Redis does not answer.', remedy: 'Try again after `Retry-After`.' },
  service_unavailable: { code: 'UNAVAILABLE', status: 503, when: 'A service behind the gateway does not answer.', remedy: 'Try again after `Retry-After`.' },
  caller_missing: { code: 'UNAUTHENTICATED', status: 401, when: 'A service was called without saying for which company.', remedy: 'Call through the gateway.' },
} as const satisfies Record<string, ErrorReason>;
