import type { Caller } from '@vitae/kit/caller';
import { userNotFound } from './errors.ts';
import { reaches } from './access.ts';
import type { ResumeStore, UserKey } from '../store.ts';
import type { StoredUser } from '../user/stored-user.ts';

/** How a call names a user, before its company is known. */
export type UserName = { id: number } | { idOrigin: string };

export function userKey(caller: Caller, name: UserName): UserKey {
  return { companyId: caller.companyId, ...name };
}

export async function findUser(store: ResumeStore, caller: Caller, name: UserName): Promise<StoredUser> {
  const user = await store.users.find(userKey(caller, name));
  if (user === undefined || !reaches(caller, { companyId: user.companyId, userId: user.id })) throw userNotFound();
  return user;
}
