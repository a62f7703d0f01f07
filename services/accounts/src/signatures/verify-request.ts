import { createSecretKey } from 'node:crypto';
import { type Credentials, formatRejection, TIMESTAMP } from './credentials.ts';
import * as hmac from './hmac.ts';
import * as md5 from './md5.ts';
import {
  invalidKey,
  invalidSignature,
  invalidTimestamp,
  type Rejection,
  suggesting,
  timestampOutOfRange,
} from './rejection.ts';
import type { SignedRequest } from './signed-request.ts';
import type { SigningKey } from './signing-key.ts';

/** The maximum difference of a timestamp from the current time, in seconds. */
export const TIMESTAMP_TOLERANCE = 300;

const DUMMY_SECRET = createSecretKey(Buffer.alloc(64, 'x'));

/**
 * Checks key, timestamp and signature, in this order. The key determines the scheme; there is no fallback to a weaker one.
 * Returns undefined if the request is authentic.
 */
export function verifyRequest(
  request: SignedRequest,
  credentials: Credentials,
  key: SigningKey | undefined,
  now: number,
): Rejection | undefined {
  if (!key) {
    // Takes the same time as a verification, so that the response time does not reveal whether a key exists.
    hmac.verify(request, credentials.hash, DUMMY_SECRET);
    return invalidKey;
  }
  if (key.scheme === 'hmac') {
    const rejection = formatRejection(credentials) ?? toleranceRejection(credentials.timestamp, now);
    if (rejection) return rejection;
    return hmac.verify(request, credentials.hash, key.secret) ? undefined : invalidSignature;
  }
  const rejection =
    key.timestampPolicy === 'enforce' ? legacyTimestampRejection(credentials.timestamp, now) : undefined;
  if (rejection) return rejection;
  if (md5.verify(request, credentials.hash, key.secret)) return undefined;
  if (!md5.verifyArrayText(request, credentials.hash, key.secret)) return invalidSignature;
  return key.compatibility === '2012' ? undefined : suggesting('2012', invalidSignature);
}

/** Returns the rejection of a historical key's timestamp with the policy `enforce`. */
export function legacyTimestampRejection(timestamp: string, now: number): Rejection | undefined {
  return TIMESTAMP.test(timestamp) ? toleranceRejection(timestamp, now) : invalidTimestamp;
}

function toleranceRejection(timestamp: string, now: number): Rejection | undefined {
  return Math.abs(Number(timestamp) - Math.floor(now / 1000)) <= TIMESTAMP_TOLERANCE ? undefined : timestampOutOfRange;
}
