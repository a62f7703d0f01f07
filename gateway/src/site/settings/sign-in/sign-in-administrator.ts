import type { Administrator, Administrators } from '../../../credentials/administrators.ts';
import { loginKey } from '../../../credentials/owner-credentials.ts';
import type { AttemptLimiter } from '../../sessions/attempt-limiter.ts';

/** How a password was met. `known` is whose address it was when it was wrong. */
export type PasswordEntry =
  | { administrator: Administrator }
  | { wrong: true; known: Administrator | undefined }
  | { retryAfter: number };

export type PasswordEntryDependencies = {
  administrators: Pick<Administrators, 'verify' | 'findByEmail'>;
  limiter: AttemptLimiter;
};

/** Longer ones are nobody's, and hashing them would cost. */
const MAX_LENGTH = 300;

/** What tries for an address are counted under. */
export function attemptsOf(email: string): string {
  return `administrator:${loginKey(email.slice(0, MAX_LENGTH))}`;
}

/** Address and password, with as many tries as a person needs; answer and time are the same for unknown addresses. */
export async function checkPassword(
  email: string,
  password: string,
  from: string,
  { administrators, limiter }: PasswordEntryDependencies,
): Promise<PasswordEntry> {
  const retryAfter = await limiter.count(from, attemptsOf(email));
  if (retryAfter > 0) return { retryAfter };
  const typed = email.slice(0, MAX_LENGTH);
  const administrator = await administrators.verify(typed, password.slice(0, MAX_LENGTH));
  if (!administrator) return { wrong: true, known: await administrators.findByEmail(typed) };
  await limiter.succeeded(attemptsOf(email));
  return { administrator };
}
