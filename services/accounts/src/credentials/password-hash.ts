import { hash, verify } from '@node-rs/argon2';

/** The shortest and longest password that a person may choose, in characters. */
export const PASSWORD_LENGTH = { min: 8, max: 200 } as const;

// Argon2id (the library's default algorithm) with OWASP's first choice of costs.
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of a password in the PHC string format, with its salt and costs. */
export function hashPassword(password: string): Promise<string> {
  return hash(composed(password), COSTS);
}

/**
 * Whether the password is the one that was hashed. Without a hash, because there is no such
 * account, it takes the same time and answers false.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password');
  const matches = await verify(stored ?? (await nobody), composed(password));
  return matches && stored !== undefined;
}

let nobody: Promise<string> | undefined;

// The same password typed on two systems may be composed differently (NIST SP 800-63B section 5.1.1.2).
function composed(password: string): string {
  return password.normalize('NFKC');
}
