import type { NextFunction, Request, Response } from 'express';
import { VitaeError } from '../errors.ts';
import { addHeader } from './answer-headers.ts';
import { overloaded, withoutSlot } from './shed-load.ts';

/** The largest body that is read. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Of an uploaded picture: 5 MB as it is, more in base64 or in a form. */
const MAX_UPLOAD_BYTES = 7 * 1024 * 1024;
/** As much of a picture that is too large is let through and forgotten, so that its sender learns why. */
const MAX_DRAINED_BYTES = 32 * 1024 * 1024;
/** Of all bodies that are still coming in: as much memory may be filled by who has not said who it is. */
const MAX_ARRIVING_BYTES = 256 * 1024 * 1024;
const UPLOAD = /^\/api\/v1\/cv\/[^/?]+\/(?:photo|logos\/[^/?]+)(?:\?|$)/;

const NO_BODY = Buffer.alloc(0);

const TOO_LARGE = Symbol('too large');
const NOT_READ = Symbol('not read');

let arriving = 0;

/**
 * Reads the body as it is, whatever its label says. Of one over 1 MB the rest is not read and only
 * that is known: who reads it gets a 413, so that a signed call is authenticated and counted first.
 */
export function rawBody(request: Request, response: Response, next: NextFunction): void {
  const length = request.headers['content-length'];
  if (request.headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) {
    request.body = NO_BODY;
    next();
    return;
  }
  if (isUpload(request) && !(Number(length) > MAX_DRAINED_BYTES)) {
    request.body = Number(length) > MAX_UPLOAD_BYTES ? TOO_LARGE : NOT_READ;
    // Who is still sending would not read an answer.
    if (request.body === TOO_LARGE) request.resume();
    next();
    return;
  }
  if (Number(length) > MAX_BODY_BYTES) {
    giveUp(request, response);
    next();
    return;
  }
  collect(request, response, next, MAX_BODY_BYTES);
}

/** What may be larger than other bodies is not read for a stranger: who is allowed the call reads it. */
function isUpload({ method, originalUrl }: Request): boolean {
  return method === 'PUT' && UPLOAD.test(originalUrl);
}

export function bodyOf(request: Request): Buffer {
  if (request.body === NOT_READ) return NO_BODY;
  if (request.body === TOO_LARGE) {
    const most = isUpload(request) ? MAX_UPLOAD_BYTES : MAX_BODY_BYTES;
    throw new VitaeError('INVALID_ARGUMENT', 'body_too_large', `The body is larger than ${most} bytes.`, {
      status: 413,
    });
  }
  return request.body as Buffer;
}

/** The body of an upload, which is read now. */
export async function uploadOf(request: Request): Promise<Buffer> {
  const { res: response } = request;
  if (request.body === NOT_READ && response) {
    const read = new Promise<void>((resolve, reject) =>
      collect(request, response, (error) => (error ? reject(error) : resolve()), MAX_UPLOAD_BYTES),
    );
    await withoutSlot(response, read);
  }
  return bodyOf(request);
}

/** A 413 for what has too large a body, whether or not anything would read it. */
export function needSmallBody(request: Request, _response: Response, next: NextFunction): void {
  bodyOf(request);
  next();
}

function collect(request: Request, response: Response, next: NextFunction, most: number): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const done = (error?: unknown) => {
    request.off('data', onData).off('end', onEnd).off('error', done).off('aborted', onAborted).off('close', onAborted);
    arriving -= size;
    if (error) next(error);
    else next();
  };
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    arriving += chunk.length;
    if (size <= most && arriving <= MAX_ARRIVING_BYTES) {
      chunks.push(chunk);
      return;
    }
    request.pause();
    giveUp(request, response);
    done(size > most ? undefined : overloaded());
  };
  const onEnd = () => {
    request.body = Buffer.concat(chunks, size);
    done();
  };
  const onAborted = () =>
    done(new VitaeError('CANCELLED', 'request_aborted', 'The request ended before its body did.'));
  // Its sender went before anybody listened: no event tells of that again.
  if (request.destroyed && !request.readableEnded) onAborted();
  else request.on('data', onData).on('end', onEnd).on('error', done).on('aborted', onAborted).on('close', onAborted);
}

// What is left of the body would be read as the next request, so the connection ends with the answer.
function giveUp(request: Request, response: Response): void {
  addHeader(response, 'Connection', 'close');
  request.body = TOO_LARGE;
}
