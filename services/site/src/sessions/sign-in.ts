import { loginKey, type Owner, type OwnerCredentials } from '@vitae/accounts/credentials/owner-credentials';
import type { AttemptLimiter } from './attempt-limiter.ts';

/** The result of a sign-in. */
export type SignIn = { owner: Owner } | { wrong: true } | { retryAfter: number };

export type SignInDependencies = { credentials: Pick<OwnerCredentials, 'verify'>; limiter: AttemptLimiter };

/** Longer names and passwords do not exist; hashing them would waste CPU. */
const MAX_LENGTH = 300;

/** Checks user name and password with limited attempts. Result and duration are the same for unknown names. */
export async function signIn(
  login: string,
  password: string,
  address: string,
  { credentials, limiter }: SignInDependencies,
): Promise<SignIn> {
  const account = loginKey(login.slice(0, MAX_LENGTH));
  const retryAfter = await limiter.count(address, account);
  if (retryAfter > 0) return { retryAfter };
  const owner = await credentials.verify(login.slice(0, MAX_LENGTH), password.slice(0, MAX_LENGTH));
  if (!owner) return { wrong: true };
  await limiter.succeeded(account);
  return { owner };
}
