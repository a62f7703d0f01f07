import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { canonicalStrings } from './canonical.ts';
import type { Parameters } from './parameters.ts';

/** What a signature is over: the method in upper case, the raw path, the query parameters. */
export type SignedRequest = { method: string; path: string; parameters: Parameters };

/** `hash` of the HMAC scheme: lower-case hexadecimal HMAC-SHA256 of the canonical string. */
export function sign(request: SignedRequest, secret: KeyObject): string {
  const [canonical] = canonicalStrings(request.method, request.path, request.parameters);
  if (canonical === undefined) throw new TypeError('An array parameter contradicts itself');
  return digestOf(canonical, secret).toString('hex');
}

/** Whether the hash is that of the request, in constant time; hexadecimal digits in either case. */
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
