import { VitaeError } from '@vitae/kit/errors';
import { networkOf } from '@vitae/kit/http/client-network';
import { errorResponse, sendResponse } from '@vitae/kit/http/response';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const MAX_ADDRESSES = 50_000;
const KEY = /[?&]apikey=([^&]*)/;

type Counter = { record(address: string): void };

/**
 * Middleware that rejects requests of an address with 429 after too many of its requests in a minute named no valid key
 * or application. A key that was valid when it was last used is exempt, so that others behind the same address cannot
 * block it.
 */
export function limitUnidentified(maxPerMinute: number, isKnownKey: (apikey: string) => boolean): RequestHandler {
  const counts = new LRUCache<string, number>({ max: MAX_ADDRESSES, ttl: MINUTE_MS });
  // Addresses are looked up only while one is limited.
  let limitedUntil = 0;
  const counter: Counter = {
    record: (address) => {
      const network = networkOf(address);
      const count = (counts.get(network) ?? 0) + 1;
      counts.set(network, count, { noUpdateTTL: true });
      if (count >= maxPerMinute) limitedUntil = performance.now() + MINUTE_MS;
    },
  };
  return (request, response, next) => {
    response.locals.unidentified = counter;
    if (performance.now() < limitedUntil) {
      const network = networkOf(request.ip ?? '');
      const apikey = KEY.exec(request.originalUrl)?.[1] ?? '';
      if ((counts.get(network) ?? 0) >= maxPerMinute && !isKnownKey(apikey))
        return reject(request, response, counts.getRemainingTTL(network) / 1_000);
    }
    next();
  };
}

/** Records that a request named no valid key or application. */
export function recordUnidentified(response: Response): void {
  (response.locals.unidentified as Counter | undefined)?.record(response.req.ip ?? '');
}

function reject(request: Request, response: Response, retryAfter: number): void {
  const message = 'Your address has sent too many requests without a valid key. Try again later.';
  const error = new VitaeError('RESOURCE_EXHAUSTED', 'rate_limited', message, { retryAfter });
  sendResponse(response, errorResponse(error, request.headers.accept));
}
