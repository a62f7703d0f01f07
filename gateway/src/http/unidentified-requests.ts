import { decodeForm } from '@vitae/accounts/signatures/percent-encoding';
import { VitaeError } from '@vitae/kit/errors';
import { networkOf } from '@vitae/kit/http/client-network';
import { errorResponse } from '@vitae/kit/http/error-response';
import { recordFacts } from '@vitae/kit/http/log-requests';
import { isBodyPending } from '@vitae/kit/http/raw-body';
import { sendResponse } from '@vitae/kit/http/response';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const MAX_COUNTERS = 50_000;
/** For requests that name a valid key or application. Higher, because others behind the address may use the same one. */
const KNOWN_FACTOR = 2;
const CREDENTIAL = /(?:^|[?&,\s])(?:apikey|apiKey|oauth_consumer_key)="?([^&",]*)/;

/** `subject` is an address, or an address with a known credential. */
type Limit = { subject: string; max: number };
type Counter = { record(request: Request): void };

/**
 * Middleware that rejects requests of an address with 429 after too many requests in a minute whose caller was not
 * identified. Requests that name a valid key or application are counted separately for each of these, with a higher limit,
 * so that others behind the same address cannot block it without knowing its name. `isKnown` returns whether a key,
 * consumer key or `apiKey` was valid when it was last used.
 */
export function limitUnidentified(maxPerMinute: number, isKnown: (credential: string) => boolean): RequestHandler {
  const counts = new LRUCache<string, number>({ max: MAX_COUNTERS, ttl: MINUTE_MS });
  // Requests are inspected only while a subject is limited.
  let limitedUntil = 0;
  const limitOf = (request: Request): Limit => {
    const network = networkOf(request.ip ?? '');
    const credential = credentialOf(request);
    return credential !== '' && isKnown(credential)
      ? { subject: `${network} ${credential}`, max: KNOWN_FACTOR * maxPerMinute }
      : { subject: network, max: maxPerMinute };
  };
  const counter: Counter = {
    record: (request) => {
      const { subject, max } = limitOf(request);
      const count = (counts.get(subject) ?? 0) + 1;
      counts.set(subject, count, { noUpdateTTL: true });
      if (count >= max) limitedUntil = performance.now() + MINUTE_MS;
    },
  };
  return (request, response, next) => {
    response.locals.unidentified = counter;
    if (performance.now() < limitedUntil) {
      const { subject, max } = limitOf(request);
      if ((counts.get(subject) ?? 0) >= max) return reject(request, response, counts.getRemainingTTL(subject) / 1_000);
    }
    next();
  };
}

/** Records that a request was rejected before its signature proved who sent it. */
export function recordUnidentified(response: Response): void {
  (response.locals.unidentified as Counter | undefined)?.record(response.req);
}

/** Returns the key or application that a request names in its query, header or form; empty if none. */
function credentialOf(request: Request): string {
  const { authorization = '', 'content-type': type = '' } = request.headers;
  const body: unknown = request.body;
  const isForm = !isBodyPending(request) && /^application\/x-www-form-urlencoded/i.test(type) && Buffer.isBuffer(body);
  for (const text of [request.originalUrl, authorization, isForm ? body.toString('latin1') : '']) {
    const name = CREDENTIAL.exec(text)?.[1];
    if (name !== undefined) return decodeForm(name);
  }
  return '';
}

function reject(request: Request, response: Response, retryAfter: number): void {
  const message = 'Your address has sent too many requests without a valid key and signature. Try again later.';
  const error = new VitaeError('RESOURCE_EXHAUSTED', 'rate_limited', message, { retryAfter });
  recordFacts(response, { outcome: 'too_many_unidentified' });
  sendResponse(response, errorResponse(error, request));
}
