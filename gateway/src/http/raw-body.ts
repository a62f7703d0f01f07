import { VitaeError } from '@vitae/kit/errors';
import type { NextFunction, Request, Response } from 'express';
import { addHeader } from './answer-headers.ts';

/** The largest body that is read. */
export const MAX_BODY_BYTES = 1024 * 1024;

const NO_BODY = Buffer.alloc(0);

/** Reads the body as it is, whatever its label says; more than 1 MB is a 413, and the rest is not read. */
export function rawBody(request: Request, response: Response, next: NextFunction): void {
  const length = request.headers['content-length'];
  if (request.headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) {
    request.body = NO_BODY;
    next();
    return;
  }
  if (Number(length) > MAX_BODY_BYTES) {
    refuse(response, next);
    return;
  }
  collect(request, response, next);
}

export function bodyOf(request: Request): Buffer {
  return request.body as Buffer;
}

function collect(request: Request, response: Response, next: NextFunction): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const done = (error?: unknown) => {
    request.off('data', onData).off('end', onEnd).off('error', done).off('aborted', onAborted);
    if (error) next(error);
    else next();
  };
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else {
      request.pause();
      refuse(response, done);
    }
  };
  const onEnd = () => {
    request.body = Buffer.concat(chunks, size);
    done();
  };
  const onAborted = () =>
    done(new VitaeError('CANCELLED', 'request_aborted', 'The request ended before its body did.'));
  request.on('data', onData).on('end', onEnd).on('error', done).on('aborted', onAborted);
}

// What is left of the body would be read as the next request, so the connection ends with the answer.
function refuse(response: Response, next: (error: unknown) => void): void {
  addHeader(response, 'Connection', 'close');
  next(
    new VitaeError('INVALID_ARGUMENT', 'body_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes.`, {
      status: 413,
    }),
  );
}
