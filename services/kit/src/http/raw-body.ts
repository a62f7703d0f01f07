import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { VitaeError } from '../errors.ts';
import { setHeader } from './response-headers.ts';
import { overloadedError, releaseSlotDuring } from './shed-load.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** An upload of 5 MB is larger in base64 or in a multipart form. */
const MAX_UPLOAD_BYTES = 7 * 1024 * 1024;
/** Uploads up to this size are read and discarded, so that the client receives the 413. */
const MAX_DRAINED_BYTES = 32 * 1024 * 1024;
/** Limits the memory that bodies of unauthenticated requests can use while they are received. */
const MAX_RECEIVING_BYTES = 256 * 1024 * 1024;

const EMPTY_BODY = Buffer.alloc(0);
const NOT_READ = Symbol('not read');

/** Stands for a body that was not stored because it is larger than `maxBytes`. */
class TooLargeBody {
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }
}

let receivingBytes = 0;

/**
 * Middleware that reads the body of a request, without regard to its content type. A body over 1 MB is not read;
 * `bodyOf` then throws a 413, so that a signed request is authenticated and counted first.
 * @param isUpload Uploads may be larger, and are read by `readUpload` after authentication.
 */
export function rawBody(isUpload: (request: Request) => boolean = () => false): RequestHandler {
  return (request, response, next) => {
    const length = request.headers['content-length'];
    const upload = isUpload(request);
    if (request.headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) {
      request.body = EMPTY_BODY;
      next();
    } else if (upload && !(Number(length) > MAX_DRAINED_BYTES)) {
      deferUpload(request, Number(length));
      next();
    } else if (Number(length) > MAX_BODY_BYTES) {
      skipBody(request, response, upload ? MAX_UPLOAD_BYTES : MAX_BODY_BYTES);
      next();
    } else receive(request, response, next, MAX_BODY_BYTES);
  };
}

function deferUpload(request: Request, length: number): void {
  request.body = length > MAX_UPLOAD_BYTES ? new TooLargeBody(MAX_UPLOAD_BYTES) : NOT_READ;
  // Discards the body, because clients do not read a response while they send.
  if (request.body instanceof TooLargeBody) request.resume();
}

/**
 * Returns the body that `rawBody` read, or an empty body for an upload that was not read yet.
 * @throws {VitaeError} INVALID_ARGUMENT body_too_large
 */
export function bodyOf(request: Request): Buffer {
  const body = request.body as Buffer | TooLargeBody | typeof NOT_READ;
  if (body === NOT_READ) return EMPTY_BODY;
  if (body instanceof TooLargeBody) {
    throw new VitaeError('INVALID_ARGUMENT', 'body_too_large', `The body is larger than ${body.maxBytes} bytes.`, {
      status: 413,
    });
  }
  return body;
}

/** Reads and returns the body of an upload. The request does not occupy a load-shedding slot while it is received. */
export async function readUpload(request: Request): Promise<Buffer> {
  const { res: response } = request;
  if (request.body === NOT_READ && response) {
    const received = new Promise<void>((resolve, reject) =>
      receive(request, response, (error) => (error ? reject(error) : resolve()), MAX_UPLOAD_BYTES),
    );
    await releaseSlotDuring(response, received);
  }
  return bodyOf(request);
}

/** Middleware that responds 413 to a request with a body that is too large, even if its route does not read the body. */
export function rejectLargeBody(request: Request, _response: Response, next: NextFunction): void {
  bodyOf(request);
  next();
}

function receive(request: Request, response: Response, next: NextFunction, maxBytes: number): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const done = (error?: unknown) => {
    request.off('data', onData).off('end', onEnd).off('error', done).off('aborted', onAborted).off('close', onAborted);
    receivingBytes -= size;
    if (error) next(error);
    else next();
  };
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    receivingBytes += chunk.length;
    if (size <= maxBytes && receivingBytes <= MAX_RECEIVING_BYTES) {
      chunks.push(chunk);
      return;
    }
    request.pause();
    skipBody(request, response, maxBytes);
    done(size > maxBytes ? undefined : overloadedError());
  };
  const onEnd = () => {
    request.body = Buffer.concat(chunks, size);
    done();
  };
  const onAborted = () =>
    done(
      new VitaeError('CANCELLED', 'request_aborted', 'The client closed the connection before sending the whole body.'),
    );
  // If the client is already gone, no further event is emitted.
  if (request.destroyed && !request.readableEnded) onAborted();
  else request.on('data', onData).on('end', onEnd).on('error', done).on('aborted', onAborted).on('close', onAborted);
}

/** Closes the connection after the response: the unread body would otherwise be parsed as the next request. */
function skipBody(request: Request, response: Response, maxBytes: number): void {
  setHeader(response, 'Connection', 'close');
  request.body = new TooLargeBody(maxBytes);
}
