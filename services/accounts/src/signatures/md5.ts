import { createHash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { arrayTextConcatenations, concatenations } from './canonical.ts';
import type { SignedRequest } from './signed-request.ts';

/** Returns the `hash` of the historical scheme: the MD5 of the values in the order of their names, followed by the secret. */
export function sign({ parameters }: Pick<SignedRequest, 'parameters'>, secret: KeyObject): string {
  const [concatenation] = concatenations(parameters);
  if (concatenation === undefined) throw new TypeError('An array parameter is contradictory');
  return digestOf(concatenation, secret).toString('hex');
}

/** Verifies the hash in constant time. Its hexadecimal digits may be upper case. */
export function verify({ parameters }: Pick<SignedRequest, 'parameters'>, hash: string, secret: KeyObject): boolean {
  return isHashOf(concatenations(parameters), hash, secret);
}

/** Verifies the hash of a client that signs arrays as PHP's `Array` or as Ruby's joined elements instead of JSON. */
export function verifyArrayText(
  { parameters }: Pick<SignedRequest, 'parameters'>,
  hash: string,
  secret: KeyObject,
): boolean {
  return isHashOf(arrayTextConcatenations(parameters), hash, secret);
}

function isHashOf(strings: readonly string[], hash: string, secret: KeyObject): boolean {
  const given = MD5_HEX.test(hash) ? Buffer.from(hash, 'hex') : NO_DIGEST;
  let matches = false;
  for (const concatenation of strings) {
    if (timingSafeEqual(digestOf(concatenation, secret), given)) matches = true;
  }
  return matches && given !== NO_DIGEST;
}

const MD5_HEX = /^[0-9a-fA-F]{32}$/;
const NO_DIGEST = Buffer.alloc(16);

function digestOf(concatenation: string, secret: KeyObject): Buffer {
  return createHash('md5').update(concatenation, 'latin1').update(secret.export()).digest();
}
