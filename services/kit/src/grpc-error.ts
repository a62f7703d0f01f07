import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { z } from 'zod';
import { type Code, TEMPORARILY_UNAVAILABLE, unavailable, VitaeError } from './errors.ts';

// The gRPC status carries the code and the public message; this trailer carries the rest.
const TRAILER = 'vitae-error-bin';

const trailerSchema = z.object({
  reason: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })),
  retryAfter: z.number().optional(),
});

/** Converts an error to the gRPC status and trailers that a server responds with. */
export function toServiceError(error: VitaeError): Pick<ServiceError, 'code' | 'details' | 'metadata'> {
  const metadata = new Metadata();
  const trailer = { reason: error.reason, details: error.details.slice(0, 50), retryAfter: error.retryAfter };
  metadata.set(TRAILER, Buffer.from(JSON.stringify(trailer)));
  // Disables retries (gRFC A6): the service already waited for the dependency, and the caller allows one second in all.
  // Retries of an overload would increase it.
  if (error.reason === 'dependency_unavailable' || error.reason === 'overloaded')
    metadata.set('grpc-retry-pushback-ms', '-1');
  return { code: status[error.code], details: error.message, metadata };
}

/** Converts the failure of a gRPC call to a VitaeError. */
export function fromServiceError(failure: ServiceError): VitaeError {
  const code = codeOf(failure.code);
  const trailer = readTrailer(failure.metadata);
  if (trailer) {
    return new VitaeError(code, trailer.reason, failure.details, {
      details: trailer.details,
      cause: failure,
      ...(trailer.retryAfter === undefined ? {} : { retryAfter: trailer.retryAfter }),
    });
  }
  // Errors raised by gRPC itself have no trailer: unreachable service, broken stream, unknown service key.
  return unavailable('service_unavailable', TEMPORARILY_UNAVAILABLE, failure);
}

/** Returns whether a call failed because the service is of an earlier version, which does not have the method. */
export function isUnimplemented(thrown: unknown): boolean {
  return hasStatus(thrown, status.UNIMPLEMENTED);
}

/** Returns whether a service rejected the key of the calling process. */
export function isUnknownKey(thrown: unknown): boolean {
  return hasStatus(thrown, status.UNAUTHENTICATED);
}

function hasStatus(thrown: unknown, code: status): boolean {
  const cause: unknown = thrown instanceof VitaeError ? thrown.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === code;
}

export function codeOf(number: number): Code {
  const name = status[number];
  return name === undefined || name === 'OK' ? 'UNKNOWN' : (name as Code);
}

function readTrailer(metadata: Metadata | undefined): z.infer<typeof trailerSchema> | undefined {
  const value = metadata?.get(TRAILER)[0];
  if (!Buffer.isBuffer(value)) return undefined;
  try {
    return trailerSchema.parse(JSON.parse(value.toString('utf8')));
  } catch {
    return undefined; // written by an incompatible version
  }
}
