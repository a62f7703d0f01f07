import type { NextFunction, Request, Response } from 'express';

/*
 * Common headers are collected in `response.locals.headers` and written together with the response. Setting them one by
 * one costs a signed request more than verifying its signature.
 */

/** Headers in the form that Node writes fastest: name, value, name, value… */
export type FlatHeaders = string[];

/** Sets a response header, replacing one of the same name. */
export function setHeader(response: Response, name: string, value: string): void {
  const pending = response.locals.headers as FlatHeaders | undefined;
  if (pending) setFlatHeader(pending, name, value);
  else response.setHeader(name, value);
}

export function setFlatHeader(headers: FlatHeaders, name: string, value: string): void {
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index] === name) {
      headers[index + 1] = value;
      return;
    }
  }
  headers.push(name, value);
}

/** Adds a value to a header that is a list. */
export function addFlatValue(headers: FlatHeaders, name: string, value: string): void {
  const at = headers.indexOf(name);
  if (at < 0) headers.push(name, value);
  else headers[at + 1] += `, ${value}`;
}

/** Adds names to the Vary header. */
export function addVary(response: Response, ...names: string[]): void {
  const pending = response.locals.headers as FlatHeaders | undefined;
  if (!pending) {
    response.vary(names.join(', '));
    return;
  }
  const at = pending.indexOf('Vary');
  const before = at < 0 ? [] : (pending[at + 1] as string).split(', ');
  setFlatHeader(pending, 'Vary', [...new Set([...before, ...names])].join(', '));
}

/** Middleware that sets the pending headers, for routes that respond with Express methods. */
export function flushPendingHeaders(_request: Request, response: Response, next: NextFunction): void {
  applyPendingHeaders(response);
  next();
}

export function applyPendingHeaders(response: Response): void {
  const pending = takePendingHeaders(response);
  if (!pending) return;
  for (let index = 0; index < pending.length; index += 2)
    response.setHeader(pending[index] as string, pending[index + 1] as string);
}

/** Returns the pending headers for the caller to write, or undefined if they are already set. */
export function takePendingHeaders(response: Response): FlatHeaders | undefined {
  const pending = response.locals.headers as FlatHeaders | undefined;
  response.locals.headers = undefined;
  return pending;
}
