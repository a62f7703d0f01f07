import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

// Argon2id, the default of the library, with the parameters that OWASP recommends first.
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Returns the hash in the PHC string format, which includes the salt and the parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(composed(password), COSTS);
}

/** Verifies a password against its hash. Without a hash, it returns false after the same time. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  dummyHash ??= hashPassword('hash for unknown accounts');
  const matches = await verify(stored ?? (await dummyHash), composed(password));
  return matches && stored !== undefined;
}

/** Returns a value that changes with the password, also if the same password is set again. Reveals nothing about it. */
export function passwordVersion(stored: string): string {
  return createHash('sha256').update(stored).digest('base64url').slice(0, 22);
}

let dummyHash: Promise<string> | undefined;

/** Longer than any password. Normalizing megabytes would block other requests. */
const MAX_READ = 5_000;

// Operating systems compose the same characters differently (NIST SP 800-63B section 5.1.1.2).
function composed(password: string): string {
  return password.slice(0, MAX_READ).normalize('NFKC');
}
