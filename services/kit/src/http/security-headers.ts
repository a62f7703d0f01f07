import type { NextFunction, Request, Response } from 'express';
import type { FlatHeaders } from './response-headers.ts';

// The headers that helmet sets, for responses that contain only data.
const DATA_HEADERS: FlatHeaders = [
  'X-Content-Type-Options',
  'nosniff',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy',
  'no-referrer',
  'Cross-Origin-Resource-Policy',
  'same-origin',
  // CVs are personal data: only the client may cache them, and it must revalidate.
  'Cache-Control',
  'private, no-cache',
];

const ONE_YEAR = 'max-age=31536000; includeSubDomains';

/** Sets the security headers. `https` states whether the public URL uses HTTPS; only then is HSTS sent. */
export function securityHeaders(https: boolean) {
  const headers = https ? [...DATA_HEADERS, 'Strict-Transport-Security', ONE_YEAR] : DATA_HEADERS;
  return (_request: Request, response: Response, next: NextFunction): void => {
    (response.locals.headers as FlatHeaders).push(...headers);
    next();
  };
}
