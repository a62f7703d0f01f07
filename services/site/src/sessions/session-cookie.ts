import { newSessionId } from '@vitae/accounts/sessions/session-store';
import type { Request, Response } from 'express';
import { type Cookie, createCookie } from './cookie.ts';

/** The cookie with the session id of an owner. */
export const ownerSessionCookie = (publicUrl: string): Cookie => createCookie('vitae_session', publicUrl);

const WELL_FORMED = /^[A-Za-z0-9_-]{43}$/;

/** Returns the session id of the request, which may be forged, or undefined if it is missing or malformed. */
export function readSessionId(cookie: Cookie, request: Request): string | undefined {
  const id = cookie.read(request);
  return id !== undefined && WELL_FORMED.test(id) ? id : undefined;
}

/** Sets a new session id for a visitor without one. Forms need it before sign-in. */
export function issueSessionId(cookie: Cookie, response: Response): string {
  const id = newSessionId();
  cookie.write(response, id);
  return id;
}
