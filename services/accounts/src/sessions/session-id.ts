import { randomBytes } from 'node:crypto';

/** Returns 256 random bits. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url');
}
