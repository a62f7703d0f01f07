import { createHmac, timingSafeEqual } from 'node:crypto';
import { VitaeError } from '@vitae/kit/errors';
import type { Request } from 'express';
import { CSRF_FIELD, type Form } from '../layout/form.ts';

/**
 * Derives the form token of a session from its id, which pages cannot read (HttpOnly) and other sites cannot set
 * (`__Host-`). The token expires with the session and is not stored.
 */
export function csrfToken(sessionId: string): string {
  return createHmac('sha256', sessionId).update('vitae csrf token').digest('base64url');
}

/** Returns the error for a form without a valid CSRF token of this session. */
export function formExpired(): VitaeError {
  return new VitaeError('PERMISSION_DENIED', 'form_expired', 'This form has expired.');
}

/** Returns whether a form was sent from one of our pages in this session. */
export function isOurForm(request: Request, form: Form, sessionId: string, publicUrl: string): boolean {
  if (request.headers.origin !== undefined && !isOurOrigin(request, publicUrl)) return false;
  const expected = Buffer.from(csrfToken(sessionId));
  const given = Buffer.from(form.get(CSRF_FIELD));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Returns whether the browser says that one of our pages sent the request. Not every client does. */
export function isOurOrigin({ headers: { origin, host } }: Request, publicUrl: string): boolean {
  return origin !== undefined && (origin === new URL(publicUrl).origin || URL.parse(origin)?.host === host);
}
