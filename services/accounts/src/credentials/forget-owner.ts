import type { GrantStore } from '../grants/grant-store.ts';
import type { RequestTokenStore } from '../grants/request-token-store.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { OwnerCredentials } from './owner-credentials.ts';

export type ForgetOwner = (userId: number) => Promise<void>;

export type ForgetOwnerDependencies = {
  grants: Pick<GrantStore, 'revokeAll'>;
  requestTokens: Pick<RequestTokenStore, 'refuseAuthorized'>;
  sessions: Pick<SessionStore, 'endAll'>;
  credentials: Pick<OwnerCredentials, 'remove'>;
};

/** Everything by which a deleted user, or an application on the user's behalf, could still come in. Doing it twice does no harm. */
export function createForgetOwner({
  grants,
  requestTokens,
  sessions,
  credentials,
}: ForgetOwnerDependencies): ForgetOwner {
  return async (userId) => {
    // What is under way first, so that it cannot make a grant after the grants were revoked.
    await requestTokens.refuseAuthorized(userId);
    await grants.revokeAll(userId);
    await credentials.remove(userId);
    await sessions.endAll(userId);
  };
}
