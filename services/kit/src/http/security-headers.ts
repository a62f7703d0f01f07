import type { NextFunction, Request, Response } from 'express';
import type { FlatHeaders } from './answer-headers.ts';

// What helmet sets, for answers that are data: nothing in them may run, be framed or be guessed.
const DATA_HEADERS: FlatHeaders = [
  'X-Content-Type-Options',
  'nosniff',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy',
  'no-referrer',
  'Cross-Origin-Resource-Policy',
  'same-origin',
  // A CV is personal: it may be kept by the client that asked, and asked for anew each time.
  'Cache-Control',
  'private, no-cache',
];

const ONE_YEAR = 'max-age=31536000; includeSubDomains';

/** `https` is whether the public address is: only then may a browser be told never to use http again. */
export function securityHeaders(https: boolean) {
  const headers = https ? [...DATA_HEADERS, 'Strict-Transport-Security', ONE_YEAR] : DATA_HEADERS;
  return (_request: Request, response: Response, next: NextFunction): void => {
    (response.locals.headers as FlatHeaders).push(...headers);
    next();
  };
}
