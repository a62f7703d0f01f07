import { createHash, randomInt } from 'node:crypto';

/** How many there are: each works once. */
export const RECOVERY_CODES = 10;

// Crockford's base32: no letter that looks like a digit.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/** 80 random bits, in groups that a person can copy. */
export function newRecoveryCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/** What is stored: it has too many bits to be guessed. Undefined for what cannot be one. */
export function recoveryDigest(typed: string, administratorId: number): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (code.length !== LENGTH || [...code].some((letter) => !ALPHABET.includes(letter))) return undefined;
  return createHash('sha256').update(`recovery ${administratorId} ${code}`).digest('base64url');
}
