import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,127}$/;

/** Sets X-Request-Id on every response: the id sent by the client if it is well-formed, or a new one. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
  response.locals.requestId = id;
  response.locals.headers = ['X-Request-Id', id];
  next();
}

export function requestIdOf(response: Response): string {
  return response.locals.requestId as string;
}
