import type { Caller } from '@vitae/kit/caller';
import type { ListScope } from '../cv-list/list-query.ts';
import type { StoredCv, StoredUser } from '../model.ts';
import type { ResumeStore, UserKey } from '../store.ts';
import { cvNotFound, userNotFound } from './errors.ts';

/** A user as a request names it, by id or by `id_origin`. */
export type UserSelector = { id: number } | { idOrigin: string };

/** Whether a caller can access the data of a user. The token of a CV owner gives access only to the owner. */
export function canAccess(caller: Caller, data: { companyId: number; userId: number }): boolean {
  return data.companyId === caller.companyId && (caller.userId === 0 || caller.userId === data.userId);
}

/** The companies of the callers of a batch. */
export const companiesOf = (reads: readonly { caller: Caller }[]): number[] => [
  ...new Set(reads.map(({ caller }) => caller.companyId)),
];

/** All CVs of the company, those of the token's owner, or the ones that this owner granted to the application. */
export function scopeOf({ companyId, userId, cvIds }: Caller): ListScope {
  return { companyId, ...(userId === 0 ? {} : { userId }), ...(cvIds ? { cvIds } : {}) };
}

export function userKey(caller: Caller, ref: UserSelector): UserKey {
  return { companyId: caller.companyId, ...ref };
}

/** @throws {VitaeError} NOT_FOUND user_not_found when the caller cannot access the user */
export async function findUser(store: ResumeStore, caller: Caller, ref: UserSelector): Promise<StoredUser> {
  return requireAccess(caller, await store.users.find(userKey(caller, ref)));
}

/** @throws {VitaeError} NOT_FOUND user_not_found when the user does not exist or the caller cannot access it */
export function requireAccess(caller: Caller, user: StoredUser | undefined): StoredUser {
  if (user === undefined || !canAccess(caller, { companyId: user.companyId, userId: user.id })) throw userNotFound();
  return user;
}

/** @throws {VitaeError} NOT_FOUND cv_not_found when the caller cannot access the CV */
export async function findCv(store: ResumeStore, caller: Caller, id: number): Promise<StoredCv> {
  const cv = await store.cvs.find(caller.companyId, id);
  if (cv === undefined || !canAccess(caller, cv)) throw cvNotFound();
  return cv;
}
