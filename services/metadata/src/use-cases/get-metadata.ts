import type { UserKey } from '@vitae/kit/caller';
import type { MetadataStore } from '../store.ts';

/** The keys of each user asked for, sorted, in the order asked. */
export function createGetMetadata(store: MetadataStore) {
  return async (users: readonly UserKey[]): Promise<string[][]> => {
    const held = new Map((await store.find(users)).map((one) => [`${one.companyId}/${one.userId}`, one.keys]));
    return users.map(({ companyId, userId }) => held.get(`${companyId}/${userId}`) ?? []);
  };
}
