import { createHash, randomBytes } from 'node:crypto';

/** Fresh random bytes. */
export type Randomness = (bytes: number) => Buffer;
export const systemRandomness: Randomness = randomBytes;

/** Random bits of a token or a secret: 256, of characters that no encoding changes (RFC 5849 section 4.10). */
const TOKEN_BYTES = 32;

export function newToken(random: Randomness): string {
  return random(TOKEN_BYTES).toString('base64url');
}

/** What is stored of a token: enough to find it, nothing to use it with. */
export function tokenDigest(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('base64url');
}

// Without letters and digits that look alike; 32 of them, so that a byte's lower five bits choose one.
const READABLE = 'abcdefghjkmnpqrstuvwxyz023456789';
const READABLE_LENGTH = 16;

/** A verifier that a person copies from a page: 80 random bits. */
export function newReadableVerifier(random: Randomness): string {
  return Array.from(random(READABLE_LENGTH), (byte) => READABLE[byte & 31]).join('');
}
