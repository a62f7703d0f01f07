import type { Caller } from '@vitae/kit/caller';
import type { VitaeError } from '@vitae/kit/errors';
import type { PublicDocument } from '../model.ts';
import { canAccess, type UserSelector, userKey } from './access.ts';
import type { ResumeDeps } from './deps.ts';
import { userNotFound } from './errors.ts';
import { documentOfUser } from './user-document.ts';

export type UserRead = { caller: Caller; key: UserSelector };

/** Reads users for several callers with one query. */
export function readUsers({ store }: ResumeDeps) {
  return async (reads: readonly UserRead[]): Promise<(PublicDocument | VitaeError)[]> => {
    const users = await store.users.findAll(reads.map(({ caller, key }) => userKey(caller, key)));
    const byId = new Map(users.map((user) => [user.id, user]));
    const byOrigin = new Map(
      users.flatMap((user) => (user.idOrigin === null ? [] : [[`${user.companyId} ${user.idOrigin}`, user]])),
    );
    return reads.map(({ caller, key }) => {
      const user = 'id' in key ? byId.get(key.id) : byOrigin.get(`${caller.companyId} ${key.idOrigin}`);
      const isAccessible = user !== undefined && canAccess(caller, { companyId: user.companyId, userId: user.id });
      return isAccessible ? documentOfUser(user) : userNotFound();
    });
  };
}
