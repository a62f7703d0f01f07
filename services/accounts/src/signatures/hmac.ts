import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { canonicalStrings } from './canonical.ts';
import type { SignedRequest } from './signed-request.ts';

/** Returns the `hash` of the HMAC scheme: the HMAC-SHA256 of the canonical string in lower-case hexadecimal digits. */
export function sign(request: SignedRequest, secret: KeyObject): string {
  const [canonical] = canonicalStrings(request.method, request.path, request.parameters);
  if (canonical === undefined) throw new TypeError('An array parameter is contradictory');
  return digestOf(canonical, secret).toString('hex');
}

/** Verifies the hash in constant time. Its hexadecimal digits may be upper case. */
export function verify(request: SignedRequest, hash: string, secret: KeyObject): boolean {
  const canonicals = canonicalStrings(request.method, request.path, request.parameters);
  const given = SHA256_HEX.test(hash) ? Buffer.from(hash, 'hex') : NO_DIGEST;
  let matches = false;
  for (const canonical of canonicals) {
    if (timingSafeEqual(digestOf(canonical, secret), given)) matches = true;
  }
  return matches && given !== NO_DIGEST;
}

const SHA256_HEX = /^[0-9a-fA-F]{64}$/;
const NO_DIGEST = Buffer.alloc(32);

function digestOf(canonical: string, secret: KeyObject): Buffer {
  return createHmac('sha256', secret).update(canonical, 'latin1').digest();
}
