import type { NextFunction, Request, Response } from 'express';

/*
 * Headers that every answer carries are gathered first and written with the answer in one go:
 * setting them one by one costs a signed call more than its signature does.
 */

/** Headers as Node writes them fastest: name, value, name, value… */
export type FlatHeaders = string[];

/** Adds a header to those of the answer, in the place of one of the same name. */
export function addHeader(response: Response, name: string, value: string): void {
  const gathered = response.locals.headers as FlatHeaders | undefined;
  if (gathered) putHeader(gathered, name, value);
  else response.setHeader(name, value);
}

export function putHeader(headers: FlatHeaders, name: string, value: string): void {
  for (let at = 0; at < headers.length; at += 2) {
    if (headers[at] === name) {
      headers[at + 1] = value;
      return;
    }
  }
  headers.push(name, value);
}

/** From here on answers set their headers themselves, as Express has it: what was gathered is set. */
export function settleHeaders(_request: Request, response: Response, next: NextFunction): void {
  settle(response);
  next();
}

export function settle(response: Response): void {
  const gathered = gatheredHeaders(response);
  if (!gathered) return;
  for (let at = 0; at < gathered.length; at += 2)
    response.setHeader(gathered[at] as string, gathered[at + 1] as string);
}

/** What was gathered, for whoever writes the answer now; undefined when it is set already. */
export function gatheredHeaders(response: Response): FlatHeaders | undefined {
  const gathered = response.locals.headers as FlatHeaders | undefined;
  response.locals.headers = undefined;
  return gathered;
}
