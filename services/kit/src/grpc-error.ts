import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { z } from 'zod';
import { type Code, VitaeError } from './errors.ts';

// The status carries the code and the public message; this trailer carries the rest.
const TRAILER = 'vitae-error-bin';

const trailerSchema = z.object({
  reason: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })),
  retryAfter: z.number().optional(),
});

/** What a server answers for an error. */
export function toServiceError(error: VitaeError): Pick<ServiceError, 'code' | 'details' | 'metadata'> {
  const metadata = new Metadata();
  const trailer = { reason: error.reason, details: error.details.slice(0, 50), retryAfter: error.retryAfter };
  metadata.set(TRAILER, Buffer.from(JSON.stringify(trailer)));
  // What the service waited for in vain is not waited for again (gRFC A6): the caller has a second in all.
  if (error.reason === 'dependency_unavailable') metadata.set('grpc-retry-pushback-ms', '-1');
  return { code: status[error.code], details: error.message, metadata };
}

/** What a client makes of a failed call. Statuses that gRPC itself made have no trailer. */
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
  // Without our trailer gRPC itself says it, of a service that cannot be used now: one that is away, a stream that broke
  // off, keys that it does not know. A service's own errors have the trailer, and are never taken for this.
  const message = 'A part of the service is not reachable. Try again shortly.';
  return new VitaeError('UNAVAILABLE', 'service_unavailable', message, { cause: failure, retryAfter: 1 });
}

export function codeOf(number: number): Code {
  const word = status[number];
  return word === undefined || word === 'OK' ? 'UNKNOWN' : (word as Code);
}

function readTrailer(metadata: Metadata | undefined): z.infer<typeof trailerSchema> | undefined {
  const value = metadata?.get(TRAILER)[0];
  if (!Buffer.isBuffer(value)) return undefined;
  try {
    return trailerSchema.parse(JSON.parse(value.toString('utf8')));
  } catch {
    // A trailer that another version wrote and we cannot read counts as none.
    return undefined;
  }
}
