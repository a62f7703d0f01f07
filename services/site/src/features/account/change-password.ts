import type { OwnerCredentials } from '@vitae/accounts/credentials/owner-credentials';
import { PASSWORD_LENGTH } from '@vitae/accounts/credentials/password-hash';
import type { AttemptLimiter } from '../../sessions/attempt-limiter.ts';

/** A problem and the field that shows it. */
export type PasswordProblem =
  | { field: 'current'; reason: 'wrongCurrent' }
  | { field: 'current'; reason: 'tooMany'; retryAfter: number }
  | { field: 'next'; reason: 'tooShort' | 'tooLong' | 'same' }
  | { field: 'again'; reason: 'differ' };

export type ConfirmDependencies = { credentials: Pick<OwnerCredentials, 'checkPassword'>; limiter: AttemptLimiter };

export type PasswordChange = { current: string; next: string; again: string };

/** Validates a new password. */
export function newPasswordProblem({ next, again }: Omit<PasswordChange, 'current'>): PasswordProblem | undefined {
  const length = Array.from(next).length;
  if (length < PASSWORD_LENGTH.min) return { field: 'next', reason: 'tooShort' };
  if (length > PASSWORD_LENGTH.max) return { field: 'next', reason: 'tooLong' };
  return next === again ? undefined : { field: 'again', reason: 'differ' };
}

/** Changes the password. Returns undefined if it succeeded. */
export async function changePassword(
  userId: number,
  { current, next, again }: PasswordChange,
  address: string,
  dependencies: ConfirmDependencies & { credentials: Pick<OwnerCredentials, 'setPassword'> },
): Promise<PasswordProblem | undefined> {
  const wrong = newPasswordProblem({ next, again });
  if (wrong) return wrong;
  if (next === current) return { field: 'next', reason: 'same' };
  const problem = await confirmPassword(userId, current, address, dependencies);
  if (!problem) await dependencies.credentials.setPassword(userId, next);
  return problem;
}

/** Verifies the password before an irreversible action. */
export async function confirmPassword(
  userId: number,
  password: string,
  address: string,
  { credentials, limiter }: ConfirmDependencies,
): Promise<PasswordProblem | undefined> {
  const account = `confirm ${userId}`;
  const retryAfter = await limiter.count(address, account);
  if (retryAfter > 0) return { field: 'current', reason: 'tooMany', retryAfter };
  if (!(await credentials.checkPassword(userId, password))) return { field: 'current', reason: 'wrongCurrent' };
  await limiter.succeeded(account);
  return undefined;
}
