import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import type { Form } from '../layout/form.ts';

/** The name of the hidden field. */
export const CSRF_FIELD = 'csrf';

/**
 * The token of a session's forms, made from the session's id, which no page can read (HttpOnly)
 * and no other site can set (`__Host-`). It ends with the session, and needs no storage.
 */
export function csrfToken(sessionId: string): string {
  return createHmac('sha256', sessionId).update('vitae csrf token').digest('base64url');
}

/** Whether a form comes from a page of ours, shown to this session. */
export function isOurForm(request: Request, form: Form, sessionId: string, publicUrl: string): boolean {
  const { origin, host } = request.headers;
  if (origin !== undefined && origin !== new URL(publicUrl).origin && URL.parse(origin)?.host !== host) return false;
  const expected = Buffer.from(csrfToken(sessionId));
  const given = Buffer.from(form.get(CSRF_FIELD));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
