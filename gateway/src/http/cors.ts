import { noContent, sendResponse } from '@vitae/kit/http/response';
import { addVary, setHeader } from '@vitae/kit/http/response-headers';
import type { Request, Response } from 'express';
import type { RegisteredOrigins } from './registered-origins.ts';
import { recordUnidentified } from './unidentified-requests.ts';

/**
 * Which pages can read the responses of an API (https://fetch.spec.whatwg.org/#http-cors-protocol). Requests are
 * authenticated by their signature alone, so that pages need no credentials of the browser.
 */
export type Cors = {
  /** For a response to an authenticated caller: pages of its origins and of the site can read it. */
  allowCaller(request: Request, response: Response, origins: readonly string[]): void;
  /** For preflights and rejected requests, which have no caller: returns whether anyone can have sent them. */
  allowKnown(request: Request, response: Response): Promise<boolean>;
};

const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Prefer',
  'Range',
  'X-Request-Id',
].join(', ');

const RESPONSE_HEADERS = [
  'Allow',
  'Content-Disposition',
  'Content-Range',
  'Deprecation',
  'ETag',
  'Link',
  'Location',
  'Preference-Applied',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Total-Count',
  'X-Total-Count-At-Least',
].join(', ');

/** Browsers ask again after this time. */
const PREFLIGHT_SECONDS = 600;

/** Allows the pages of the site, which has a console for the API, and those of `registered` origins. */
export function createCors(siteUrl: string, registered?: RegisteredOrigins): Cors {
  const site = new URL(siteUrl).origin;
  const isRegistered = async (origin: string, response: Response) => {
    const cached = registered?.cached(origin);
    if (!registered || cached !== undefined) return cached === true;
    const found = await registered.has(origin);
    // Each unknown origin costs a query of the database.
    if (found === false) recordUnidentified(response);
    return found === true;
  };
  return {
    allowCaller: ({ headers: { origin } }, response, origins) => {
      if (origin !== undefined && (origin === site || origins.includes(origin))) allow(response, origin);
    },
    allowKnown: async ({ headers: { origin } }, response) => {
      const isKnown = origin !== undefined && (origin === site || (await isRegistered(origin, response)));
      if (isKnown) allow(response, origin);
      return isKnown;
    },
  };
}

function allow(response: Response, origin: string): void {
  setHeader(response, 'Access-Control-Allow-Origin', origin);
  setHeader(response, 'Access-Control-Expose-Headers', RESPONSE_HEADERS);
}

/** Responds to OPTIONS with the methods of a path, and to preflights. */
export async function sendOptions(cors: Cors, methods: string[], request: Request, response: Response): Promise<void> {
  const names = methods.join(', ');
  addVary(response, 'Origin');
  setHeader(response, 'Allow', names);
  if ((await cors.allowKnown(request, response)) && request.headers['access-control-request-method'] !== undefined) {
    setHeader(response, 'Access-Control-Allow-Methods', names);
    setHeader(response, 'Access-Control-Allow-Headers', REQUEST_HEADERS);
    setHeader(response, 'Access-Control-Max-Age', String(PREFLIGHT_SECONDS));
  }
  sendResponse(response, noContent());
}
