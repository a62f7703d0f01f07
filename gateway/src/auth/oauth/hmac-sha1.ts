import { createHmac, timingSafeEqual } from 'node:crypto';
import { bytesOf, encodeRfc3986 } from '@vitae/accounts/signatures/percent-encoding';

/** The secrets that an HMAC-SHA1 signature is keyed with; no token has the secret "". */
export type SharedSecrets = { consumerSecret: string; tokenSecret: string };

/** RFC 5849 section 3.4.2: the base64 of HMAC-SHA1 over the base string. */
export function sign(baseString: string, secrets: SharedSecrets): string {
  return createHmac('sha1', signingKey(secrets)).update(baseString, 'latin1').digest('base64');
}

/** Whether the signature is that of the base string, in constant time. Only the one base64 text of the bytes is taken. */
export function verify(baseString: string, signature: string, secrets: SharedSecrets): boolean {
  const expected = Buffer.from(sign(baseString, secrets), 'latin1');
  const given = Buffer.from(signature, 'latin1');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signingKey({ consumerSecret, tokenSecret }: SharedSecrets): string {
  return `${encodeRfc3986(bytesOf(consumerSecret))}&${encodeRfc3986(bytesOf(tokenSecret))}`;
}
