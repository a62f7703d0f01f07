import type { status } from '@grpc/grpc-js';

/** A gRPC status word, as in google.rpc.Code. */
export type Code = Exclude<keyof typeof status, 'OK'>;

/** One field of the input and what is wrong with it. */
export type FieldProblem = { field: string; message: string };

export type ErrorOptions = {
  details?: FieldProblem[];
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
  /** Set by the HTTP edge alone, where HTTP has the finer word (405, 413, 415, 422). */
  status?: number;
  cause?: unknown;
};

/**
 * The one error type. `message` and `details` are what the client may see; `cause` is
 * what the operator may see. `reason` is a stable key of the error registry.
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

  /** Anything that was thrown, as a VitaeError: what is not ours says nothing but "internal". */
  static from(thrown: unknown): VitaeError {
    if (thrown instanceof VitaeError) return thrown;
    if (isDependencyDown(thrown)) {
      return unavailable(
        'dependency_unavailable',
        'A part of the service is not reachable. Try again shortly.',
        thrown,
      );
    }
    return new VitaeError('INTERNAL', 'internal', 'Something went wrong on our side.', { cause: thrown });
  }
}

// Recognised by name: the drivers' classes are not imported here, so that a process without
// MongoDB or Redis does not load them.
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
const REDIS_DOWN =
  /^(Connection is closed|Stream isn't writeable|Command timed out|LOADING |MASTERDOWN |READONLY |CLUSTERDOWN )/;

// What a MongoDB says that stops, or is no primary any more.
const MONGODB_STOPS =
  /^(NotWritablePrimary|NotPrimaryNoSecondaryOk|NotPrimaryOrSecondary|PrimarySteppedDown|ShutdownInProgress|InterruptedAtShutdown|InterruptedDueToReplStateChange)$/;

function isDependencyDown(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if ('codeName' in thrown && MONGODB_STOPS.test(String(thrown.codeName))) return true;
  if (CLIENT_DOWN.has(thrown.name) || MONGO_DOWN.some((name) => thrown.name.startsWith(name))) return true;
  if (REDIS_DOWN.test(thrown.message)) return true;
  if ('hasErrorLabel' in thrown && typeof thrown.hasErrorLabel === 'function') {
    return Boolean(thrown.hasErrorLabel('RetryableWriteError')) || Boolean(thrown.hasErrorLabel('RetryableError'));
  }
  return (
    'code' in thrown &&
    typeof thrown.code === 'string' &&
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/.test(thrown.code)
  );
}

export function invalid(message: string, details: FieldProblem[] = []): VitaeError {
  return new VitaeError('INVALID_ARGUMENT', 'invalid_argument', message, { details });
}

export function notFound(reason: string, message: string): VitaeError {
  return new VitaeError('NOT_FOUND', reason, message);
}

/** The thing is there already, or was changed meanwhile. */
export function conflict(reason: string, message: string, details: FieldProblem[] = []): VitaeError {
  return new VitaeError('ABORTED', reason, message, { details });
}

export function unavailable(reason: string, message: string, cause?: unknown, retryAfter = 1): VitaeError {
  return new VitaeError('UNAVAILABLE', reason, message, { cause, retryAfter });
}

/** The HTTP status of an error: the edge's own, or what its code says. */
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
    case 'UNAVAILABLE':
    case 'CANCELLED':
      return 503;
    case 'DEADLINE_EXCEEDED':
      return 504;
    case 'INTERNAL':
    case 'UNKNOWN':
    case 'DATA_LOSS':
      return 500;
  }
}
