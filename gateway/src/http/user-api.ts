import { applicationSource } from '@vitae/accounts/consumption/counter';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { OAuthProblem } from '../auth/oauth/oauth-problem.ts';
import { signedRequestOf } from '../auth/oauth/signed-request.ts';
import type { UserAuthentication, UserAuthenticator } from '../auth/oauth/user-authenticator.ts';
import { rejectionOfProblem } from '../consumption/rejection-recorder.ts';
import { userRateLimit } from '../quota/user-quota.ts';
import type { ApiProfile } from './request-pipeline.ts';
import type { RouteTable, UserRoute } from './route-table.ts';
import { sendOAuthProblem } from './send-oauth-problem.ts';

type UserApiDependencies<D> = {
  table: RouteTable<UserRoute<D>>;
  authenticator: UserAuthenticator;
  timeZoneOf(companyId: number): Promise<string>;
  /** Public address of the user API. */
  publicUrl: string;
};

/** The user API: requests on behalf of a CV owner, or of an application's server. */
export function userApi<D>(dependencies: UserApiDependencies<D>): ApiProfile<UserRoute<D>, UserAuthentication> {
  const { table, authenticator, timeZoneOf, publicUrl } = dependencies;
  return {
    routes: table,
    sharesHost: true,
    formCredentials: true,
    challenge: `OAuth realm="${publicUrl}"`,
    authenticate: ({ request, endpoint, route }) =>
      authenticator.authenticate(signedRequestOf(request, publicUrl), route?.apiKeyAlone ?? false, endpoint),
    accept: ({ counted, usage, limited }, { response }) => {
      const { companyId, applicationId } = counted;
      const source = applicationSource(applicationId);
      return {
        caller: { ...counted, requestId: requestIdOf(response) },
        source,
        quotaType: 'standard',
        rateLimit: userRateLimit(usage),
        now: usage.now,
        exhausted: limited
          ? { companyId, source, cause: 'limited_application', status: 429, isCounted: true }
          : undefined,
      };
    },
    rejectionOf: (thrown) => {
      if (!(thrown instanceof OAuthProblem)) return undefined;
      // The admission script finds used nonces and counts them.
      const rejection = rejectionOfProblem(thrown, thrown.problem === 'nonce_used');
      return { rejection, send: (response) => sendOAuthProblem(thrown, response, publicUrl) };
    },
    quotaSubject: 'application',
    timeZoneOf: ({ caller }) => timeZoneOf(caller.companyId),
  };
}
