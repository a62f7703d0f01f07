import type { OwnerCredentials } from '@vitae/accounts/credentials/owner-credentials';
import { notFound } from '@vitae/kit/errors';
import type { OwnProfile, Profile } from '@vitae/site/features/account/own-profile';

/** User records in memory, for tests of the pages around them: every owner has the same name. */
export function createMemoryOwnProfile(credentials: Pick<OwnerCredentials, 'find' | 'setNames'>): OwnProfile {
  const changed = new Map<number, Partial<Profile>>();
  const read = async (userId: number): Promise<Profile> => {
    const owner = await credentials.find(userId);
    if (!owner) throw notFound('user_not_found', 'The user does not exist.');
    const { username, email } = owner;
    return { username, email, firstname: 'Ana', lastname: 'Ruiz', phone: '', revision: 1, ...changed.get(userId) };
  };
  const change = async (userId: number, changes: Partial<Profile>) => {
    const current = await read(userId);
    const next = { ...current, ...changes, revision: current.revision + 1 };
    changed.set(userId, next);
    await credentials.setNames(userId, next);
  };
  return {
    read: ({ userId }) => read(userId),
    setDetails: ({ userId }, details) => change(userId, details),
    setUsername: ({ userId }, username) => change(userId, { username }),
    setEmail: ({ userId }, email) => change(userId, { email }),
  };
}
