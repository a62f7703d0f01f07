import type { Administrator, Administrators } from '@vitae/accounts/administrators/administrators';
import type { SecondFactors } from '@vitae/accounts/administrators/second-factors';
import { loginKey } from '@vitae/accounts/credentials/owner-credentials';
import type { Transact } from '@vitae/kit/transaction';
import type { ClientSession } from 'mongoose';
import type { Attempt, AttemptLimiter, Client } from '../../../sessions/attempt-limiter.ts';
import { MAX_TYPED_LENGTH } from '../../../sessions/sign-in.ts';

/** The result of a password check. `known` is the administrator with this address. */
export type PasswordEntry = Attempt<Administrator> & { known: Administrator | undefined };

export type PasswordEntryDependencies = {
  administrators: Pick<Administrators, 'verify' | 'findByEmail'>;
  limiter: Pick<AttemptLimiter, 'attempt'>;
};

/** Verifies email address and password with limited attempts. Result and time are the same for unknown addresses. */
export async function checkPassword(
  client: Client,
  email: string,
  password: string,
  { administrators, limiter }: PasswordEntryDependencies,
): Promise<PasswordEntry> {
  const typed = email.slice(0, MAX_TYPED_LENGTH);
  const known = await administrators.findByEmail(typed);
  const account = known ? administratorAccount(known.id) : `administrator name ${loginKey(typed)}`;
  const passwordVersion = known?.passwordVersion ?? '';
  const check = () => administrators.verify(typed, password.slice(0, MAX_TYPED_LENGTH));
  return { ...(await limiter.attempt(client, [{ account, passwordVersion, check }])), known };
}

/** The account of an administrator for the attempt limiter and known devices. */
export function administratorAccount(id: number): string {
  return `administrator ${id}`;
}

export type CodeEntryDependencies = {
  secondFactors: Pick<SecondFactors, 'consumeCode'>;
  limiter: Pick<AttemptLimiter, 'confirm'>;
  transact: Transact;
  /** Records the use of a recovery code in the transaction that consumes it. */
  recordRecovery(within: ClientSession): Promise<void>;
};

/** Returns the kind of the code if it is right. */
export function checkCode(
  { id }: Administrator,
  code: string,
  { secondFactors, limiter, transact, recordRecovery }: CodeEntryDependencies,
): Promise<Attempt<'code' | 'recoveryCode'>> {
  return limiter.confirm(`code of ${administratorAccount(id)}`, () =>
    transact(async (within) => {
      const taken = await secondFactors.consumeCode(id, code.slice(0, MAX_TYPED_LENGTH), within);
      if (taken === 'recoveryCode') await recordRecovery(within);
      return taken;
    }),
  );
}
