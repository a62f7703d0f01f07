import { createHash, randomBytes } from 'node:crypto';

/** A source of random bytes, like `randomBytes` of node:crypto. */
export type RandomBytes = (bytes: number) => Buffer;
export const systemRandomBytes: RandomBytes = randomBytes;

/** 256 bits. base64url needs no escaping in OAuth parameters (RFC 5849 section 4.10). */
const TOKEN_BYTES = 32;

export function newToken(random: RandomBytes): string {
  return random(TOKEN_BYTES).toString('base64url');
}

/** Returns the digest by which a token is stored and found. */
export function tokenDigest(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('base64url');
}

// 32 characters that are not easily confused. The lower five bits of a byte select one.
const READABLE = 'abcdefghjkmnpqrstuvwxyz023456789';
const READABLE_LENGTH = 16;

/** Returns a verifier of 80 random bits that users can copy from a page. */
export function newReadableVerifier(random: RandomBytes): string {
  return Array.from(random(READABLE_LENGTH), (byte) => READABLE[byte & 31]).join('');
}
