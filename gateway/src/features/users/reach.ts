import type { GrantStore } from '@vitae/accounts/grants/grant-store';
import type { Caller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { invalid, notFound, VitaeError } from '@vitae/kit/errors';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { USE_NOTED_EVERY_MS } from '../../auth/oauth/user-authenticator.ts';

/**
 * Which users a call reaches (decisions §5): a company's key those of the company, a token its
 * owner, an application's `apiKey` those who hold a live grant for it. Others are as if they did
 * not exist.
 */
export type Reach = {
  /** Those of the users who are there for the caller, in the order given. */
  users(ids: readonly number[], caller: Caller): Promise<number[]>;
  /** All of the users, or NOT_FOUND. */
  all(ids: readonly number[], caller: Caller): Promise<void>;
  /** The users to whom a list of the caller's is limited, of those named or of all; undefined when it is limited otherwise. */
  within(named: readonly number[], caller: Caller): Promise<readonly number[] | undefined>;
  /** The user asked for, the token's own where none is; NOT_FOUND when not there. */
  one(id: number | undefined, caller: Caller): Promise<number>;
};

export type ReachDependencies = {
  resume: Pick<ResumeClient, 'user'>;
  grants: Pick<GrantStore, 'usersWithGrant' | 'usersAfter' | 'noteUse'>;
  clock: Clock;
};

/** As many users as one list is limited to. */
const MAX_USERS = 1_000;

export function createReach({ resume, grants, clock }: ReachDependencies): Reach {
  const noteUse = async (applicationId: number, ids: readonly number[]): Promise<void> => {
    if (ids.length > 0) await grants.noteUse(applicationId, ids, new Date(clock.now()), USE_NOTED_EVERY_MS);
  };
  const allowed = async (ids: readonly number[], { applicationId, userId }: Caller): Promise<readonly number[]> => {
    if (userId !== 0) return ids.filter((id) => id === userId);
    if (applicationId === 0 || ids.length === 0) return ids;
    const granted = new Set(await grants.usersWithGrant(applicationId, ids));
    await noteUse(applicationId, [...granted]);
    return ids.filter((id) => granted.has(id));
  };
  const isThere = async (id: number, caller: Caller): Promise<boolean> => {
    try {
      await resume.user({ id: String(id), byIdOrigin: false }, caller);
      return true;
    } catch (error) {
      if (error instanceof VitaeError && error.code === 'NOT_FOUND') return false;
      throw error;
    }
  };
  const users: Reach['users'] = async (ids, caller) => {
    const asked = await allowed(ids, caller);
    const there = await Promise.all(asked.map((id) => isThere(id, caller)));
    return asked.filter((_id, index) => there[index]);
  };
  const all: Reach['all'] = async (ids, caller) => {
    const there = new Set(await users(ids, caller));
    const missing = ids.filter((id) => !there.has(id));
    if (missing.length > 0) throw noUsers(missing);
  };
  return {
    users,
    all,
    within: async (named, caller) => {
      const { applicationId, userId } = caller;
      if (applicationId === 0 || userId !== 0) return undefined;
      if (named.length > 0) return allowed(named, caller);
      const ids = await grants.usersAfter(applicationId, 0, MAX_USERS + 1);
      if (ids.length > MAX_USERS)
        throw invalid(`More than ${MAX_USERS} users allow the application: name one by a filter of type user.`);
      await noteUse(applicationId, ids);
      return ids;
    },
    one: async (id, caller) => {
      const userId = id ?? caller.userId;
      if (userId === 0) throw invalid('userId: is needed', [{ field: 'userId', message: 'is needed' }]);
      await all([userId], caller);
      return userId;
    },
  };
}

function noUsers(ids: readonly number[]): VitaeError {
  const named = ids.slice(0, 10).join(', ');
  return notFound(
    'user_not_found',
    ids.length === 1 ? `There is no user ${named}.` : `There are no users ${named}${ids.length > 10 ? ', …' : ''}.`,
  );
}
