import { createSecretKey } from 'node:crypto';
import type { ApiKey } from '../keys/api-key.ts';
import { type Credentials, formRefusal, TIMESTAMP } from './credentials.ts';
import * as hmac from './hmac.ts';
import * as md5 from './md5.ts';
import { invalidKey, invalidSignature, invalidTimestamp, type Refusal, timestampOutOfRange } from './rejection.ts';

/** Seconds that a timestamp may be off, past or future. */
export const TIMESTAMP_TOLERANCE = 300;

const DUMMY_SECRET = createSecretKey(Buffer.alloc(64, 'x'));

/**
 * Everything that can be checked without a store: key, timestamp, signature, in that order
 * (decisions §2). The key's scheme decides; nothing falls through to a weaker one.
 */
export function authenticate(
  request: hmac.SignedRequest,
  credentials: Credentials,
  key: ApiKey | undefined,
  now: number,
): Refusal | undefined {
  if (!key) {
    // The time of a verification, so that a refused key takes as long as a wrong signature.
    hmac.verify(request, credentials.hash, DUMMY_SECRET);
    return invalidKey;
  }
  if (key.scheme === 'hmac') {
    const refusal = formRefusal(credentials) ?? windowRefusal(credentials.timestamp, now);
    if (refusal) return refusal;
    return hmac.verify(request, credentials.hash, key.secret) ? undefined : invalidSignature;
  }
  const refusal = key.timestampPolicy === 'enforce' ? legacyTimestampRefusal(credentials.timestamp, now) : undefined;
  if (refusal) return refusal;
  return md5.verify(request, credentials.hash, key.secret) ? undefined : invalidSignature;
}

/** What a historical key's timestamp would be refused for if its policy were `enforce`. */
export function legacyTimestampRefusal(timestamp: string, now: number): Refusal | undefined {
  return TIMESTAMP.test(timestamp) ? windowRefusal(timestamp, now) : invalidTimestamp;
}

function windowRefusal(timestamp: string, now: number): Refusal | undefined {
  return Math.abs(Number(timestamp) - Math.floor(now / 1000)) <= TIMESTAMP_TOLERANCE ? undefined : timestampOutOfRange;
}
