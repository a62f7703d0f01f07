import { createHash, randomInt } from 'node:crypto';

export const RECOVERY_CODES = 10;

// Crockford's base32, without letters that look like digits.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/** Returns 80 random bits in groups of four characters. */
export function newRecoveryCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/** Returns the digest to store; undefined if the text is not a recovery code. A fast hash suffices for 80 random bits. */
export function recoveryDigest(typed: string, administratorId: number): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (code.length !== LENGTH || [...code].some((letter) => !ALPHABET.includes(letter))) return undefined;
  return createHash('sha256').update(`recovery ${administratorId} ${code}`).digest('base64url');
}
