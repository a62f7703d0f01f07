import type { status } from '@grpc/grpc-js';

/** The name of a gRPC status, as in google.rpc.Code. */
export type Code = Exclude<keyof typeof status, 'OK'>;

/** An invalid input field and the reason it was rejected. */
export type FieldProblem = { field: string; message: string };

type ErrorOptions = {
  details?: FieldProblem[];
  /** Seconds to wait before a retry. */
  retryAfter?: number;
  /** An HTTP status that is more specific than the gRPC code (405, 413, 415, 422). */
  status?: number;
  cause?: unknown;
};

/**
 * The error type of all processes. Clients see `message` and `details`; operators also see `cause`.
 * `reason` is a stable key of the error registry.
 */
export class VitaeError extends Error {
  readonly code: Code;
  readonly reason: string;
  readonly details: FieldProblem[];
  readonly retryAfter: number | undefined;
  readonly status: number | undefined;

  constructor(code: Code, reason: string, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'VitaeError';
    this.code = code;
    this.reason = reason;
    this.details = options.details ?? [];
    this.retryAfter = options.retryAfter;
    this.status = options.status;
  }

  /** Converts anything thrown to a VitaeError. Unknown errors become "internal", without their message. */
  static from(thrown: unknown): VitaeError {
    if (thrown instanceof VitaeError) return thrown;
    if (isDependencyDown(thrown)) {
      return unavailable('dependency_unavailable', TEMPORARILY_UNAVAILABLE, thrown);
    }
    return internal(thrown);
  }
}

/** Ignores errors with these reasons, in `catch` of a promise that then resolves to undefined. */
export function unlessReason(...reasons: string[]): (thrown: unknown) => undefined {
  return (thrown) => {
    if (!reasons.includes(VitaeError.from(thrown).reason)) throw thrown;
    return undefined;
  };
}

/** The public message when a dependency or a service does not respond. */
export const TEMPORARILY_UNAVAILABLE = 'The service is temporarily unavailable. Try again shortly.';

// Driver errors are recognized by name, so that a process without MongoDB or Redis does not load the drivers.
const MONGO_DOWN = [
  'MongoServerSelection',
  'MongoNetwork',
  'MongoNotConnected',
  'MongoPoolCleared',
  'MongoPoolClosed',
  'MongoServerClosed',
  'MongoTopologyClosed',
  'MongoWaitQueueTimeout',
  'MongoClientClosed',
  'MongoOperationTimeout',
  'PoolClearedOnNetworkError',
];
const CLIENT_DOWN = new Set(['MaxRetriesPerRequestError', 'AbortError', 'ClusterAllFailedError']);
// OOM: Redis is at `maxmemory` and accepts no writes. MOVED to TRYAGAIN: a slot of a cluster is moving.
const REDIS_DOWN =
  /^(Connection is closed|Stream isn't writeable|Command timed out|LOADING |MASTERDOWN |READONLY |CLUSTERDOWN |OOM |NOREPLICAS |MOVED |ASK |TRYAGAIN |Too many Cluster redirections|Cluster isn't ready|None of startup nodes)|attempted to access a non local key/;

// Codes of a MongoDB node that is shutting down, is no longer the primary, or ends a query after `maxTimeMS`.
const MONGO_UNABLE =
  /^(MaxTimeMSExpired|NotWritablePrimary|NotPrimaryNoSecondaryOk|NotPrimaryOrSecondary|PrimarySteppedDown|ShutdownInProgress|InterruptedAtShutdown|InterruptedDueToReplStateChange)$/;

function isDependencyDown(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if ('codeName' in thrown && MONGO_UNABLE.test(String(thrown.codeName))) return true;
  if (CLIENT_DOWN.has(thrown.name) || MONGO_DOWN.some((name) => thrown.name.startsWith(name))) return true;
  if (REDIS_DOWN.test(thrown.message)) return true;
  // ioredis: the errors for which a transaction was discarded.
  if ('previousErrors' in thrown && Array.isArray(thrown.previousErrors))
    return thrown.previousErrors.some(isDependencyDown);
  if ('hasErrorLabel' in thrown && typeof thrown.hasErrorLabel === 'function') {
    return Boolean(thrown.hasErrorLabel('RetryableWriteError')) || Boolean(thrown.hasErrorLabel('RetryableError'));
  }
  return (
    'code' in thrown &&
    typeof thrown.code === 'string' &&
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/.test(thrown.code)
  );
}

export function internal(cause?: unknown): VitaeError {
  return new VitaeError('INTERNAL', 'internal', 'Something went wrong on our side.', { cause });
}

export function invalid(message: string, details: FieldProblem[] = []): VitaeError {
  return new VitaeError('INVALID_ARGUMENT', 'invalid_argument', message, { details });
}

export function notFound(reason: string, message: string): VitaeError {
  return new VitaeError('NOT_FOUND', reason, message);
}

/** The resource already exists, or another request changed it. */
export function conflict(reason: string, message: string, details: FieldProblem[] = []): VitaeError {
  return new VitaeError('ABORTED', reason, message, { details });
}

export function unavailable(reason: string, message: string, cause?: unknown, retryAfter = 1): VitaeError {
  return new VitaeError('UNAVAILABLE', reason, message, { cause, retryAfter });
}

/** Returns the HTTP status of an error: its own status, or the one for its code. */
export function httpStatus(error: VitaeError): number {
  return error.status ?? statusOfCode(error.code);
}

function statusOfCode(code: Code): number {
  switch (code) {
    case 'INVALID_ARGUMENT':
    case 'OUT_OF_RANGE':
      return 400;
    case 'UNAUTHENTICATED':
      return 401;
    case 'PERMISSION_DENIED':
      return 403;
    case 'NOT_FOUND':
      return 404;
    case 'ALREADY_EXISTS':
    case 'ABORTED':
      return 409;
    case 'FAILED_PRECONDITION':
      return 412;
    case 'RESOURCE_EXHAUSTED':
      return 429;
    case 'UNIMPLEMENTED':
      return 501;
    // As in nginx: the client disconnected and receives no response.
    case 'CANCELLED':
      return 499;
    case 'UNAVAILABLE':
      return 503;
    case 'DEADLINE_EXCEEDED':
      return 504;
    case 'INTERNAL':
    case 'UNKNOWN':
    case 'DATA_LOSS':
      return 500;
  }
}
