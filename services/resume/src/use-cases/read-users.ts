import type { Caller } from '@vitae/kit/caller';
import type { VitaeError } from '@vitae/kit/errors';
import type { ResumeDeps } from './deps.ts';
import { userNotFound } from './errors.ts';
import { reaches } from './access.ts';
import { documentOfUser, type PublicDocument } from './create-user.ts';
import { type UserName, userKey } from './find-user.ts';

export type UserRead = { caller: Caller; key: UserName };

/** One query for all; each item sees the users of its own caller alone. */
export function readUsers({ store }: ResumeDeps) {
  return async (reads: readonly UserRead[]): Promise<(PublicDocument | VitaeError)[]> => {
    const found = await store.users.findAll(reads.map(({ caller, key }) => userKey(caller, key)));
    const byId = new Map(found.map((user) => [user.id, user]));
    const byOrigin = new Map(
      found.flatMap((user) => (user.idOrigin === null ? [] : [[`${user.companyId} ${user.idOrigin}`, user]])),
    );
    return reads.map(({ caller, key }) => {
      const user = 'id' in key ? byId.get(key.id) : byOrigin.get(`${caller.companyId} ${key.idOrigin}`);
      const reached = user !== undefined && reaches(caller, { companyId: user.companyId, userId: user.id });
      return reached ? documentOfUser(user) : userNotFound();
    });
  };
}
