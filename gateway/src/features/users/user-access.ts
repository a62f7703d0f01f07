import { type DataType, grantsData } from '@vitae/accounts/grants/grant-access';
import type { GrantStore } from '@vitae/accounts/grants/grant-store';
import type { Caller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { invalid, notFound, VitaeError } from '@vitae/kit/errors';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { LAST_USE_INTERVAL_MS, notGranted } from '../../auth/oauth/user-authenticator.ts';

/**
 * Determines whose data of a type a caller may access. A company's key may access all users of the company, an access token
 * its user, and an application's `apiKey` the users with an active grant that includes the data. Users without a grant are
 * treated as nonexistent. The grant of an access token is checked before the operation.
 */
export type UserAccess = {
  /** Returns the ids of existing users that the caller may access, in the given order. */
  visible(ids: readonly number[], data: DataType, caller: Caller): Promise<number[]>;
  /** Throws NOT_FOUND or PERMISSION_DENIED not_granted unless the caller may access every user. */
  requireAll(ids: readonly number[], data: DataType, caller: Caller): Promise<void>;
  /**
   * Returns the users that a list must be restricted to, of the named users or of all; undefined when the services
   * already restrict it.
   */
  restrict(named: readonly number[], data: DataType, caller: Caller): Promise<readonly number[] | undefined>;
  /** Returns the given id, by default that of the token's user. Throws like `requireAll`. */
  resolve(id: number | undefined, data: DataType, caller: Caller): Promise<number>;
};

export type UserAccessDependencies = {
  resume: Pick<ResumeClient, 'user'>;
  grants: Pick<GrantStore, 'grantsOfUsers' | 'grantsAfter' | 'recordUse'>;
  clock: Clock;
};

/** `withheld` are the users who have authorized the application without this data. */
type Allowed = { ids: readonly number[]; withheld: readonly number[] };

/** A list is restricted to at most this many users. */
const MAX_USERS = 1_000;

export function createUserAccess({ resume, grants, clock }: UserAccessDependencies): UserAccess {
  const recordUse = async (applicationId: number, ids: readonly number[]): Promise<void> => {
    if (ids.length > 0) await grants.recordUse(applicationId, ids, new Date(clock.now()), LAST_USE_INTERVAL_MS);
  };
  const allowed = async (
    ids: readonly number[],
    data: DataType,
    { applicationId, userId }: Caller,
  ): Promise<Allowed> => {
    if (userId !== 0) return { ids: ids.filter((id) => id === userId), withheld: [] };
    if (applicationId === 0 || ids.length === 0) return { ids, withheld: [] };
    const found = await grants.grantsOfUsers(applicationId, ids);
    const byData = Map.groupBy(found, ({ access }) => grantsData(access, data));
    const [granted, withheld] = [true, false].map((is) => (byData.get(is) ?? []).map((grant) => grant.userId));
    await recordUse(applicationId, granted ?? []);
    return { ids: ids.filter((id) => granted?.includes(id)), withheld: withheld ?? [] };
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
  const existing = async (ids: readonly number[], caller: Caller): Promise<number[]> => {
    const found = await Promise.all(ids.map((id) => exists(id, caller)));
    return ids.filter((_id, index) => found[index]);
  };
  const requireAll: UserAccess['requireAll'] = async (ids, data, caller) => {
    const { ids: candidates, withheld } = await allowed(ids, data, caller);
    const found = new Set([...withheld, ...(await existing(candidates, caller))]);
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0) throw usersNotFound(missing);
    if (withheld.length > 0) {
      const owners = ids.filter((id) => withheld.includes(id));
      throw notGranted(data, owners.length === 1 ? `User ${owners[0]} has` : `Users ${listed(owners)} have`);
    }
  };
  return {
    visible: async (ids, data, caller) => existing((await allowed(ids, data, caller)).ids, caller),
    requireAll,
    restrict: async (named, data, caller) => {
      const { applicationId, userId } = caller;
      if (applicationId === 0 || userId !== 0) return undefined;
      if (named.length > 0) return (await allowed(named, data, caller)).ids;
      const all = await grants.grantsAfter(applicationId, 0, MAX_USERS + 1);
      if (all.length > MAX_USERS)
        throw invalid(`More than ${MAX_USERS} users have authorized the application. Add a filter of type user.`);
      const ids = all.filter(({ access }) => grantsData(access, data)).map((grant) => grant.userId);
      await recordUse(applicationId, ids);
      return ids;
    },
    resolve: async (id, data, caller) => {
      const userId = id ?? caller.userId;
      if (userId === 0) throw invalid('userId: is required', [{ field: 'userId', message: 'is required' }]);
      await requireAll([userId], data, caller);
      return userId;
    },
  };
}

function usersNotFound(ids: readonly number[]): VitaeError {
  const message = ids.length === 1 ? `There is no user ${ids[0]}.` : `There are no users ${listed(ids)}.`;
  return notFound('user_not_found', message);
}

function listed(ids: readonly number[]): string {
  return `${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ', …' : ''}`;
}
