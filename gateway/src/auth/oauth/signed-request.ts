import { isForm, type SignedRequest } from '@vitae/accounts/signatures/oauth/collect-parameters';
import { bodyOf, isBodyPending, readBody } from '@vitae/kit/http/raw-body';
import type { Request } from 'express';

/**
 * Returns the signed parts of a received request. The signature covers a form, so it must be small. Other large bodies are
 * read only after the signature is verified.
 * @throws {VitaeError} INVALID_ARGUMENT body_too_large
 */
export function signedRequestOf(request: Request, publicUrl: string): SignedRequest {
  const contentType = request.headers['content-type'];
  return {
    method: request.method,
    publicUrl,
    // Drop the host of an absolute-form target (RFC 9112 section 3.2.2): the public address replaces it.
    target: request.originalUrl.replace(/^https?:\/\/[^/?]*/i, ''),
    authorization: request.headers.authorization,
    contentType,
    ...(isBodyPending(request) && !isForm(contentType)
      ? { body: Buffer.of(), readBody: () => readBody(request) }
      : { body: bodyOf(request) }),
  };
}
