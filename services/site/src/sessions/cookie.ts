import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';

/** Reads and writes one cookie. With https it has the `__Host-` prefix, so that neither subdomains nor plain http can set it. */
export type Cookie = {
  read(request: Request): string | undefined;
  /** Sets the cookie for the browser session, or for `maxAgeSeconds`. */
  write(response: Response, value: string, maxAgeSeconds?: number): void;
  clear(response: Response): void;
};

export function createCookie(name: string, publicUrl: string): Cookie {
  const secure = new URL(publicUrl).protocol === 'https:';
  const fullName = secure ? `__Host-${name}` : name;
  const options: CookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure };
  return {
    read: (request) => cookiesOf(request)[fullName],
    write: (response, value, maxAgeSeconds) => {
      const maxAge = maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds * 1_000 };
      response.cookie(fullName, value, { ...options, ...maxAge });
    },
    clear: (response) => {
      response.clearCookie(fullName, options);
    },
  };
}

/** Reads a cookie with or without the prefix, for code that does not know the public address. */
export function readCookie(request: Request, name: string): string | undefined {
  const cookies = cookiesOf(request);
  return cookies[`__Host-${name}`] ?? cookies[name];
}

function cookiesOf({ headers }: Request): ReturnType<typeof parseCookie> {
  return parseCookie(headers.cookie ?? '');
}
