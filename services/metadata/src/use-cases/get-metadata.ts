import type { UserKey } from '@vitae/kit/caller';
import type { MetadataDeps } from '../store.ts';

/** Reads the sorted keys of users in the requested order. */
export function getMetadata({ store }: MetadataDeps) {
  return async (users: readonly UserKey[]): Promise<string[][]> => {
    const stored = await store.find(users);
    const keysByUser = new Map(stored.map(({ companyId, userId, keys }) => [`${companyId}/${userId}`, keys]));
    return users.map(({ companyId, userId }) => keysByUser.get(`${companyId}/${userId}`) ?? []);
  };
}
