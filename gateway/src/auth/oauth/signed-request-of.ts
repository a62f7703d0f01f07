import { bodyOf } from '@vitae/kit/http/raw-body';
import type { Request } from 'express';
import type { SignedRequest } from './parameters.ts';

/** A request as it was received, at the surface whose public address is given. */
export function signedRequestOf(request: Request, publicUrl: string): SignedRequest {
  return {
    method: request.method,
    publicUrl,
    // The absolute form (RFC 9112 section 3.2.2) loses its host: the public address stands for it.
    target: request.originalUrl.replace(/^https?:\/\/[^/?]*/i, ''),
    authorization: request.headers.authorization,
    contentType: request.headers['content-type'],
    body: bodyOf(request),
  };
}
