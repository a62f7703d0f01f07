import type { OwnerCredentials } from '@vitae/accounts/credentials/owner-credentials';
import { passwordFault } from '@vitae/accounts/credentials/password-policy';
import type { PasswordProblem } from '../../components/password-section.tsx';
import type { AttemptLimiter } from '../../sessions/attempt-limiter.ts';

type ConfirmDependencies = {
  credentials: Pick<OwnerCredentials, 'checkPassword'>;
  limiter: Pick<AttemptLimiter, 'confirm'>;
};

type PasswordChange = { current: string; next: string; again: string };

/** Validates a new password of the user who signs in with one of `names`. */
export function newPasswordProblem(
  { next, again }: Omit<PasswordChange, 'current'>,
  names: readonly string[],
): PasswordProblem | undefined {
  const reason = passwordFault(next, names);
  if (reason) return { field: 'next', reason };
  return next === again ? undefined : { field: 'again', reason: 'differ' };
}

/** The user who changes the password. `account` counts the attempts. */
type PasswordOwner = { account: string; userId: number; names: readonly string[] };

/** Changes the password. Returns undefined if it succeeded. */
export async function changePassword(
  { account, userId, names }: PasswordOwner,
  { current, next, again }: PasswordChange,
  dependencies: ConfirmDependencies & { credentials: Pick<OwnerCredentials, 'setPassword'> },
): Promise<PasswordProblem | undefined> {
  const wrong = newPasswordProblem({ next, again }, names);
  if (wrong) return wrong;
  if (next === current) return { field: 'next', reason: 'same' };
  const problem = await confirmPassword(account, userId, current, dependencies);
  if (!problem) await dependencies.credentials.setPassword(userId, next);
  return problem;
}

/** Sets the password of a user who has none. Returns undefined if it succeeded. */
export async function chooseFirstPassword(
  { userId, names }: PasswordOwner,
  chosen: Omit<PasswordChange, 'current'>,
  { credentials }: { credentials: Pick<OwnerCredentials, 'setFirstPassword'> },
): Promise<PasswordProblem | undefined> {
  const wrong = newPasswordProblem(chosen, names);
  if (wrong) return wrong;
  // Another session may have chosen a password in the meantime.
  const isSet = await credentials.setFirstPassword(userId, chosen.next);
  return isSet ? undefined : { field: 'current', reason: 'wrongCurrent' };
}

/** Verifies the password before an irreversible action. `account` counts the attempts. */
export async function confirmPassword(
  account: string,
  userId: number,
  password: string,
  { credentials, limiter }: ConfirmDependencies,
): Promise<PasswordProblem | undefined> {
  const attempt = await limiter.confirm(
    `password of ${account}`,
    async () => (await credentials.checkPassword(userId, password)) || undefined,
  );
  if ('retryAfter' in attempt) return { field: 'current', reason: 'tooMany', retryAfter: attempt.retryAfter };
  return 'wrong' in attempt ? { field: 'current', reason: 'wrongCurrent' } : undefined;
}
