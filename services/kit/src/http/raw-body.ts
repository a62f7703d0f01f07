import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { VitaeError } from '../errors.ts';
import { type BodyMemory, createBodyMemory, defaultBodyMemoryMb } from './body-memory.ts';
import { setHeader } from './response-headers.ts';
import { releaseSlotDuring } from './shed-load.ts';

/** The part of a body that is received before the caller is identified. */
export const MAX_ANONYMOUS_BYTES = 32 * 1024;
const MAX_BODY_BYTES = 1024 * 1024;
/** An upload of 5 MB is larger in base64 or in a multipart form. */
export const MAX_UPLOAD_BYTES = 7 * 1024 * 1024;
/** Uploads up to this size are read and discarded, so that the client receives the 413. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;
/** Memory for a body of unknown length, at first. */
const INITIAL_BYTES = 4 * 1024;

const EMPTY_BODY = Buffer.alloc(0);

export type RawBodyOptions = {
  /** Bodies that may be larger than 1 MB. */
  isUpload?: (request: Request) => boolean;
  memory?: BodyMemory;
};

/** Stands for a body that was not stored because it is larger than `maxBytes`. */
class TooLargeBody {
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }
}

/**
 * Middleware that reads the body of a request, without regard to its content type. It reads only 32 KB: the rest of a
 * larger body is read by `readBody` once the caller is identified. A body over 1 MB is not read; `bodyOf` then throws a
 * 413, so that a signed request is authenticated and counted first.
 */
export function rawBody({
  isUpload = () => false,
  memory = createBodyMemory(defaultBodyMemoryMb()),
}: RawBodyOptions = {}): RequestHandler {
  return (request, response, next) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && (length === undefined || length === '0')) {
      request.body = EMPTY_BODY;
      next();
      return;
    }
    const upload = isUpload(request);
    const maxBytes = upload ? MAX_UPLOAD_BYTES : MAX_BODY_BYTES;
    const size = Number(length ?? 0);
    if (size > maxBytes) {
      rejectBody(request, response, maxBytes, upload && size <= MAX_DRAINED_BYTES);
      next();
      return;
    }
    const body = new IncomingBody(request, response, maxBytes, memory);
    request.body = body;
    if (size > MAX_ANONYMOUS_BYTES) next();
    else body.receive(MAX_ANONYMOUS_BYTES).then(() => next(), next);
  };
}

/**
 * Returns the body, or the part that has been received. An unread larger body is empty here.
 * @throws {VitaeError} INVALID_ARGUMENT body_too_large
 */
function receivedBody(request: Request): Buffer | undefined {
  const body = request.body as Buffer | TooLargeBody | IncomingBody;
  if (body instanceof TooLargeBody) throw tooLarge(body.maxBytes);
  return body instanceof IncomingBody ? undefined : body;
}

/** Returns whether the body is larger than 32 KB and `readBody` has not read it. */
export function isBodyPending(request: Request): boolean {
  return request.body instanceof IncomingBody;
}

/**
 * Returns the body that `rawBody` or `readBody` read.
 * @throws {VitaeError} INVALID_ARGUMENT body_too_large
 */
export function bodyOf(request: Request): Buffer {
  const body = receivedBody(request);
  if (body === undefined) throw tooLarge(MAX_ANONYMOUS_BYTES);
  return body;
}

/**
 * Reads the rest of a body, if it has at most `maxBytes`. The request does not occupy a load-shedding slot while it is
 * received.
 * @throws {VitaeError} INVALID_ARGUMENT body_too_large
 */
export async function readBody(request: Request, maxBytes = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const body = request.body as unknown;
  if (body instanceof IncomingBody) {
    if (body.declared > maxBytes) throw tooLarge(maxBytes);
    await releaseSlotDuring(body.response, body.receive(Math.min(maxBytes, body.maxBytes)));
    if (isBodyPending(request)) throw tooLarge(maxBytes);
  }
  return bodyOf(request);
}

/** Middleware that responds 413 to a request with a body that is too large, even if its route does not read the body. */
export function rejectLargeBody(request: Request, _response: Response, next: NextFunction): void {
  receivedBody(request);
  next();
}

function tooLarge(maxBytes: number): VitaeError {
  return new VitaeError('INVALID_ARGUMENT', 'body_too_large', `The body is larger than ${maxBytes} bytes.`, {
    status: 413,
  });
}

/** A body that is received in two steps, in one buffer: many tiny chunks would use far more memory than their size. */
class IncomingBody {
  readonly response: Response;
  readonly maxBytes: number;
  readonly #request: Request;
  readonly #memory: BodyMemory;
  readonly #address: string;
  /** The declared length, 0 if it is unknown. */
  readonly declared: number;
  #buffer: Buffer = EMPTY_BODY;
  #size = 0;

  constructor(request: Request, response: Response, maxBytes: number, memory: BodyMemory) {
    this.response = response;
    this.maxBytes = maxBytes;
    this.#request = request;
    this.#memory = memory;
    this.#address = request.ip ?? '';
    this.declared = Number(request.headers['content-length'] ?? 0);
    // The request refers to its body until the response is complete.
    response.once('close', () => memory.release(this.#address, this.#buffer.length));
  }

  /** Resolves once the whole body is received, or more than `maxBytes` of it. */
  receive(maxBytes: number): Promise<void> {
    const request = this.#request;
    return new Promise((resolve, reject) => {
      const stop = () => {
        request.off('data', onData).off('end', onEnd).off('error', fail).off('aborted', onAborted);
        request.off('close', onAborted);
      };
      const fail = (error: unknown) => {
        stop();
        reject(error);
      };
      const onData = (chunk: Buffer) => {
        try {
          this.#append(chunk);
        } catch (error) {
          this.#discardRest();
          return fail(error);
        }
        if (this.#size <= maxBytes) return;
        stop();
        request.pause();
        if (this.#size > this.maxBytes) rejectBody(request, this.response, this.maxBytes, false);
        // Otherwise the next request on the connection would wait for the rest.
        else this.response.once('finish', () => request.resume());
        resolve();
      };
      const onEnd = () => {
        stop();
        request.body = this.#buffer.subarray(0, this.#size);
        resolve();
      };
      const onAborted = () => fail(abortedError());
      // If the client is already gone, no further event is emitted.
      if (request.destroyed && !request.readableEnded) return onAborted();
      request.on('data', onData).on('end', onEnd).on('error', fail).on('aborted', onAborted).on('close', onAborted);
      request.resume();
    });
  }

  /** Clients do not read a response while they send. */
  #discardRest(): void {
    if (this.declared > 0) this.#request.resume();
    else closeAfterResponse(this.#request, this.response);
  }

  #append(chunk: Buffer): void {
    const size = this.#size + chunk.length;
    if (size > this.#buffer.length) this.#grow(size);
    chunk.copy(this.#buffer, this.#size);
    this.#size = size;
  }

  #grow(size: number): void {
    const { response } = this;
    if (response.destroyed) throw abortedError();
    const doubled = Math.max(size, INITIAL_BYTES, this.#buffer.length * 2);
    const length = Math.max(size, this.declared > 0 ? Math.min(this.declared, doubled) : doubled);
    this.#memory.reserve(this.#address, length - this.#buffer.length);
    const buffer = Buffer.allocUnsafe(length);
    this.#buffer.copy(buffer, 0, 0, this.#size);
    this.#buffer = buffer;
  }
}

function abortedError(): VitaeError {
  const message = 'The client closed the connection before sending the whole body.';
  return new VitaeError('CANCELLED', 'request_aborted', message);
}

/** Discards a body that is too large. Drained bodies are read to the end: clients do not read a response while they send. */
function rejectBody(request: Request, response: Response, maxBytes: number, drain: boolean): void {
  request.body = new TooLargeBody(maxBytes);
  if (drain) request.resume();
  else closeAfterResponse(request, response);
}

/** Closes the connection after the response: the unread body would otherwise be parsed as the next request. */
function closeAfterResponse(request: Request, response: Response): void {
  request.pause();
  setHeader(response, 'Connection', 'close');
}
