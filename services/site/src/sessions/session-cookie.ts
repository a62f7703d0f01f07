import { newSessionId } from '@vitae/accounts/sessions/session-id';
import type { Request, Response } from 'express';
import type { Cookie } from './cookie.ts';

const WELL_FORMED = /^[A-Za-z0-9_-]{43}$/;

/** The id that a visitor came with, whoever made it; undefined when it is none. */
export function givenSessionId(cookie: Cookie, request: Request): string | undefined {
  const given = cookie.read(request);
  return given !== undefined && WELL_FORMED.test(given) ? given : undefined;
}

/** For a visitor who came with none: forms need one before anybody has signed in. */
export function giveSessionId(cookie: Cookie, response: Response): string {
  const id = newSessionId();
  cookie.write(response, id);
  return id;
}
