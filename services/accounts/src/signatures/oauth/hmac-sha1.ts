import { createHmac, timingSafeEqual } from 'node:crypto';
import { bytesOf, encodeRfc3986 } from '../percent-encoding.ts';

/** The secrets that form the key of an HMAC-SHA1 signature. Without a token, `tokenSecret` is "". */
export type SharedSecrets = { consumerSecret: string; tokenSecret: string };

/** Returns the base64 HMAC-SHA1 of the base string (RFC 5849 section 3.4.2). */
export function sign(baseString: string, secrets: SharedSecrets): string {
  return createHmac('sha1', signingKey(secrets)).update(baseString, 'latin1').digest('base64');
}

/** Verifies a signature in constant time. Only the canonical base64 text is accepted. */
export function verify(baseString: string, signature: string, secrets: SharedSecrets): boolean {
  const expected = Buffer.from(sign(baseString, secrets), 'latin1');
  const given = Buffer.from(signature, 'latin1');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signingKey({ consumerSecret, tokenSecret }: SharedSecrets): string {
  return `${encodeRfc3986(bytesOf(consumerSecret))}&${encodeRfc3986(bytesOf(tokenSecret))}`;
}
