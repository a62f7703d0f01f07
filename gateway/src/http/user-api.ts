import { applicationSource } from '@vitae/accounts/consumption/counter';
import type { AccessRecorder } from '@vitae/accounts/grants/access-recorder';
import { type GrantAccess, grantsCv, grantsData } from '@vitae/accounts/grants/grant-access';
import { OAuthProblem } from '@vitae/accounts/signatures/oauth/oauth-problem';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { signedRequestOf } from '../auth/oauth/signed-request.ts';
import { notGranted, type UserAuthentication, type UserAuthenticator } from '../auth/oauth/user-authenticator.ts';
import { outcomeOfProblem, rejectionOfProblem } from '../consumption/rejection-recorder.ts';
import { userRateLimit } from '../quota/user-quota.ts';
import type { Cors } from './cors.ts';
import type { DecisionMetrics } from './decision-metrics.ts';
import type { ApiProfile } from './request-pipeline.ts';
import type { Match, RouteTable, UserRoute } from './route-table.ts';
import { sendOAuthProblem } from './send-oauth-problem.ts';

type UserApiDependencies<D> = {
  table: RouteTable<UserRoute<D>>;
  authenticator: UserAuthenticator;
  accessRecorder: Pick<AccessRecorder, 'record'>;
  metrics: DecisionMetrics;
  timeZoneOf(companyId: number): Promise<string>;
  /** Public address of the user API. */
  publicUrl: string;
  cors: Cors;
};

/** The user API: requests on behalf of a CV owner, or of an application's server. */
export function userApi<D>(dependencies: UserApiDependencies<D>): ApiProfile<UserRoute<D>, UserAuthentication> {
  const { table, authenticator, accessRecorder, metrics, timeZoneOf, publicUrl, cors } = dependencies;
  return {
    routes: table,
    sharesHost: true,
    formCredentials: true,
    cors,
    challenge: `OAuth realm="${publicUrl}"`,
    authenticate: ({ request, endpoint, route }) =>
      authenticator
        .authenticate(signedRequestOf(request, publicUrl), route?.apiKeyAlone ?? false, endpoint)
        .catch((thrown: unknown) => {
          if (thrown instanceof OAuthProblem) metrics.countOutcome(outcomeOfProblem(thrown));
          throw thrown;
        }),
    accept: ({ counted, usage, limited, access, compatibility, origins }, { response }) => {
      const { companyId, applicationId } = counted;
      metrics.countOutcome(limited ? 'limited' : 'accepted');
      const source = applicationSource(applicationId);
      return {
        caller: { ...counted, requestId: requestIdOf(response), ...cvIdsOf(access) },
        access,
        compatibility,
        source,
        origins,
        quotaType: 'standard',
        rateLimit: userRateLimit(usage),
        now: usage.now,
        exhausted: limited
          ? { companyId, source, cause: 'limited_application', status: 429, isCounted: true }
          : undefined,
      };
    },
    authorize: ({ access }, match) => requireGranted(access, match),
    recordAccess: async ({ counted: { companyId, applicationId, userId } }, { route, params }, ownerIds) => {
      const { requires: data } = route;
      if (data === 'nothing') return;
      const cvId = data === 'cv' ? Number(params.id) : 0;
      const userIds = userId === 0 ? [...ownerIds] : [userId];
      await accessRecorder.record(userIds.map((id) => ({ companyId, userId: id, applicationId, data, cvId })));
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

function cvIdsOf(access: GrantAccess | undefined): { cvIds?: readonly number[] } {
  return access && access.cvs !== 'all' ? { cvIds: access.cvs } : {};
}

/** @throws {VitaeError} PERMISSION_DENIED not_granted. Equal for existing and other CVs. */
function requireGranted<D>(
  access: GrantAccess | undefined,
  { route: { requires }, params }: Match<UserRoute<D>>,
): void {
  if (requires === 'nothing' || requires === 'cv list') return;
  if (requires === 'cv' ? grantsCv(access, Number(params.id)) : grantsData(access, requires)) return;
  throw notGranted(requires);
}
