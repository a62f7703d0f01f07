import type { Administrator, Administrators } from '@vitae/accounts/administrators/administrators';
import type { SecondFactors } from '@vitae/accounts/administrators/second-factors';
import { loginKey } from '@vitae/accounts/credentials/owner-credentials';
import type { Transact } from '@vitae/kit/transaction';
import type { ClientSession } from 'mongoose';
import type { AttemptLimiter } from '../../../sessions/attempt-limiter.ts';

/** The result of a password check. `known` is the administrator with this address if the password was wrong. */
export type PasswordEntry =
  | { administrator: Administrator }
  | { wrong: true; known: Administrator | undefined }
  | { retryAfter: number };

/** The submitted credentials and the client address. */
export type TypedPassword = { email: string; password: string; from: string };

export type PasswordEntryDependencies = {
  administrators: Pick<Administrators, 'verify' | 'findByEmail'>;
  limiter: AttemptLimiter;
  /** Returns the attempt counter of a browser that this administrator has signed in with before. */
  deviceOf: (administratorId: number | undefined) => Promise<string | undefined>;
};

/** Longer values are never valid, and hashing them would be expensive. */
const MAX_LENGTH = 300;

/** Verifies email address and password with limited attempts. Result and time are the same for unknown addresses. */
export async function checkPassword(
  { email, password, from }: TypedPassword,
  { administrators, limiter, deviceOf }: PasswordEntryDependencies,
): Promise<PasswordEntry> {
  const typed = email.slice(0, MAX_LENGTH);
  const known = await administrators.findByEmail(typed);
  const account = (await deviceOf(known?.id)) ?? loginKey(typed);
  const retryAfter = await limiter.count(from, account);
  if (retryAfter > 0) return { retryAfter };
  const administrator = await administrators.verify(typed, password.slice(0, MAX_LENGTH));
  if (!administrator) return { wrong: true, known };
  await limiter.succeeded(account);
  return { administrator };
}

/** The result of a code check. */
export type CodeEntry = { took: 'code' | 'recoveryCode' } | { wrong: true } | { retryAfter: number };

export type CodeEntryDependencies = {
  secondFactors: Pick<SecondFactors, 'consumeCode'>;
  limiter: AttemptLimiter;
  transact: Transact;
  /** Records the use of a recovery code in the transaction that consumes it. */
  recordRecovery(within: ClientSession): Promise<void>;
};

export async function checkCode(
  { id }: Administrator,
  code: string,
  from: string,
  { secondFactors, limiter, transact, recordRecovery }: CodeEntryDependencies,
): Promise<CodeEntry> {
  const account = `code ${id}`;
  const retryAfter = await limiter.count(from, account);
  if (retryAfter > 0) return { retryAfter };
  const took = await transact(async (within) => {
    const taken = await secondFactors.consumeCode(id, code.slice(0, MAX_LENGTH), within);
    if (taken === 'recoveryCode') await recordRecovery(within);
    return taken;
  });
  if (!took) return { wrong: true };
  await limiter.succeeded(account);
  return { took };
}
