import { loginKey, type Owner, type OwnerCredentials } from '@vitae/accounts/credentials/owner-credentials';
import type { Request } from 'express';
import type { Attempt, AttemptLimiter } from './attempt-limiter.ts';
import type { KnownDevices } from './known-devices.ts';

export type SignInDependencies = {
  credentials: Pick<OwnerCredentials, 'findByLogin' | 'checkPassword'>;
  limiter: AttemptLimiter;
  devices: KnownDevices;
};

/** `find` returns the accounts to which a name may belong, by default those of all companies. */
export type Typed = { login: string; password: string; find?: (login: string) => Promise<Owner[]> };

/** Longer names and passwords do not exist; hashing them would waste CPU. */
export const MAX_TYPED_LENGTH = 300;

/**
 * Checks user name and password of an owner. The result is the same for unknown names. The duration is the same for
 * names of at most one account. If the password matches several accounts, it is wrong, unless the browser knows one.
 */
export async function signIn(
  request: Request,
  { login, password, find }: Typed,
  { credentials, limiter, devices }: SignInDependencies,
): Promise<Attempt<Owner>> {
  const name = login.slice(0, MAX_TYPED_LENGTH);
  const typed = password.slice(0, MAX_TYPED_LENGTH);
  const owners = await (find ?? credentials.findByLogin)(name);
  const candidates = owners.map((owner) => ({
    account: ownerAccount(owner.userId),
    passwordVersion: owner.passwordVersion,
    check: async () => ((await credentials.checkPassword(owner.userId, typed)) ? owner : undefined),
  }));
  const unknown = {
    account: `owner name ${loginKey(name)}`,
    passwordVersion: '',
    check: async () => {
      await credentials.checkPassword(UNKNOWN_USER, typed);
      return undefined;
    },
  };
  return limiter.attempt(devices.clientOf(request), owners.length > 0 ? candidates : [unknown]);
}

/** No user has this id, so that the check takes its time and fails. */
const UNKNOWN_USER = 0;

/** The account of an owner for the attempt limiter and known devices. */
export function ownerAccount(userId: number): string {
  return `owner ${userId}`;
}
