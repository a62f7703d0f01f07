import type { Administrator, Administrators } from '@vitae/accounts/administrators/administrators';
import type { SecondFactors } from '@vitae/accounts/administrators/second-factors';
import { loginKey } from '@vitae/accounts/credentials/owner-credentials';
import type { Transact } from '@vitae/kit/transaction';
import type { ClientSession } from 'mongoose';
import type { AttemptLimiter } from '../../../sessions/attempt-limiter.ts';

/** How a password was met. `known` is whose address it was when it was wrong. */
export type PasswordEntry =
  | { administrator: Administrator }
  | { wrong: true; known: Administrator | undefined }
  | { retryAfter: number };

/** What somebody typed, and from where. */
export type TypedPassword = { email: string; password: string; from: string };

export type PasswordEntryDependencies = {
  administrators: Pick<Administrators, 'verify' | 'findByEmail'>;
  limiter: AttemptLimiter;
  /** The name of the browser's own count, when this administrator has signed in with it before. */
  deviceOf: (administratorId: number | undefined) => Promise<string | undefined>;
};

/** Longer ones are nobody's, and hashing them would cost. */
const MAX_LENGTH = 300;

/** Address and password, with as many tries as a person needs; answer and time are the same for unknown addresses. */
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

/** How a one-time code was met. */
export type CodeEntry = { took: 'code' | 'recoveryCode' } | { wrong: true } | { retryAfter: number };

export type CodeEntryDependencies = {
  secondFactors: Pick<SecondFactors, 'take'>;
  limiter: AttemptLimiter;
  transact: Transact;
  /** Writes down that a recovery code was used, in the transaction that uses it up. */
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
    const taken = await secondFactors.take(id, code.slice(0, MAX_LENGTH), within);
    if (taken === 'recoveryCode') await recordRecovery(within);
    return taken;
  });
  if (!took) return { wrong: true };
  await limiter.succeeded(account);
  return { took };
}
