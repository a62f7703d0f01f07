import type { GrantStore } from '@vitae/accounts/grants/grant-store';
import type { Caller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { invalid, notFound, VitaeError } from '@vitae/kit/errors';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { LAST_USE_INTERVAL_MS } from '../../auth/oauth/user-authenticator.ts';

/**
 * The users that a caller may access: a company's key all users of the company, an access token its user, an
 * application's `apiKey` the users with an active grant. Other users are treated as nonexistent.
 */
export type UserAccess = {
  /** Returns the ids of existing users that the caller may access, in the given order. */
  visible(ids: readonly number[], caller: Caller): Promise<number[]>;
  /** Throws NOT_FOUND unless the caller may access every user. */
  requireAll(ids: readonly number[], caller: Caller): Promise<void>;
  /**
   * Returns the users that a list must be restricted to, of the named users or of all; undefined when the services
   * already restrict it.
   */
  restrict(named: readonly number[], caller: Caller): Promise<readonly number[] | undefined>;
  /** Returns the given id, by default that of the token's user. Throws NOT_FOUND unless the caller may access it. */
  resolve(id: number | undefined, caller: Caller): Promise<number>;
};

export type UserAccessDependencies = {
  resume: Pick<ResumeClient, 'user'>;
  grants: Pick<GrantStore, 'usersWithGrant' | 'usersAfter' | 'recordUse'>;
  clock: Clock;
};

/** A list is restricted to at most this many users. */
const MAX_USERS = 1_000;

export function createUserAccess({ resume, grants, clock }: UserAccessDependencies): UserAccess {
  const recordUse = async (applicationId: number, ids: readonly number[]): Promise<void> => {
    if (ids.length > 0) await grants.recordUse(applicationId, ids, new Date(clock.now()), LAST_USE_INTERVAL_MS);
  };
  const allowed = async (ids: readonly number[], { applicationId, userId }: Caller): Promise<readonly number[]> => {
    if (userId !== 0) return ids.filter((id) => id === userId);
    if (applicationId === 0 || ids.length === 0) return ids;
    const granted = new Set(await grants.usersWithGrant(applicationId, ids));
    await recordUse(applicationId, [...granted]);
    return ids.filter((id) => granted.has(id));
  };
  const exists = async (id: number, caller: Caller): Promise<boolean> => {
    try {
      await resume.user({ id: String(id), byIdOrigin: false }, caller);
      return true;
    } catch (error) {
      if (error instanceof VitaeError && error.code === 'NOT_FOUND') return false;
      throw error;
    }
  };
  const visible: UserAccess['visible'] = async (ids, caller) => {
    const candidates = await allowed(ids, caller);
    const existing = await Promise.all(candidates.map((id) => exists(id, caller)));
    return candidates.filter((_id, index) => existing[index]);
  };
  const requireAll: UserAccess['requireAll'] = async (ids, caller) => {
    const found = new Set(await visible(ids, caller));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0) throw usersNotFound(missing);
  };
  return {
    visible,
    requireAll,
    restrict: async (named, caller) => {
      const { applicationId, userId } = caller;
      if (applicationId === 0 || userId !== 0) return undefined;
      if (named.length > 0) return allowed(named, caller);
      const ids = await grants.usersAfter(applicationId, 0, MAX_USERS + 1);
      if (ids.length > MAX_USERS)
        throw invalid(`More than ${MAX_USERS} users have authorized the application. Add a filter of type user.`);
      await recordUse(applicationId, ids);
      return ids;
    },
    resolve: async (id, caller) => {
      const userId = id ?? caller.userId;
      if (userId === 0) throw invalid('userId: is required', [{ field: 'userId', message: 'is required' }]);
      await requireAll([userId], caller);
      return userId;
    },
  };
}

function usersNotFound(ids: readonly number[]): VitaeError {
  const listed = ids.slice(0, 10).join(', ');
  return notFound(
    'user_not_found',
    ids.length === 1 ? `There is no user ${listed}.` : `There are no users ${listed}${ids.length > 10 ? ', …' : ''}.`,
  );
}
