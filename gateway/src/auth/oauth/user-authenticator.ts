import type { Applications } from '@vitae/accounts/applications/applications';
import type { GrantStore } from '@vitae/accounts/grants/grant-store';
import type { SecretBox } from '@vitae/accounts/keys/secret-box';
import { textOf } from '@vitae/accounts/signatures/percent-encoding';
import type { Clock } from '@vitae/kit/clock';
import type { CountedUser, UserQuota, UserUsage } from '../../quota/user-quota.ts';
import { type ApiKeyCaller, authenticateApiKey } from './authenticate-api-key.ts';
import { type Authenticated, authenticateOAuth } from './authenticate-oauth.ts';
import { asCallOf, OAuthProblem } from './oauth-problem.ts';
import { collectParameters, type Parameter, type SignedRequest } from './parameters.ts';
import { hasProtocolParameters } from './protocol-parameters.ts';
import { nonceUsed } from './verify-request.ts';

/** How a call of the user API came in: for whom, and what is left of its quota. */
export type UserEntry = { counted: CountedUser; usage: UserUsage; limited: boolean };

export type UserGate = {
  /** `apiKeyAlone` is whether the call may come from a server without an owner's token. */
  enter(request: SignedRequest, apiKeyAlone: boolean, endpoint: string): Promise<UserEntry>;
};

export type UserGateDependencies = {
  applications: Pick<Applications, 'byConsumerKey' | 'byApiKey'>;
  grants: GrantStore;
  quota: UserQuota;
  box: SecretBox;
  clock: Clock;
};

/** How often a grant's last use is written down. */
export const USE_NOTED_EVERY_MS = 60_000;

/** Decisions §5: OAuth, or on some calls `apiKey`; when both are there both are valid and of one application. */
export function createUserGate({ applications, grants, quota, box, clock }: UserGateDependencies): UserGate {
  const withOAuth = authenticateOAuth({ applications, grants, box, clock });
  const withApiKey = authenticateApiKey({ applications });
  const serverOf = (parameters: readonly Parameter[]): Promise<ApiKeyCaller> | undefined => {
    const given = parameters.find(({ name }) => name === 'apiKey');
    return given && withApiKey(textOf(given.value) ?? '');
  };
  const enterServer = async ({ application }: ApiKeyCaller, endpoint: string): Promise<UserEntry> => {
    const counted = { companyId: application.companyId, applicationId: application.id, userId: 0 };
    const { outcome, usage } = await quota.admit(counted, undefined, endpoint);
    return { counted, usage, limited: outcome === 'limited' };
  };
  const enterSigned = async (
    { caller: { application, user }, verified, lastUsedAt }: Authenticated,
    server: ApiKeyCaller | undefined,
    endpoint: string,
  ): Promise<UserEntry> =>
    asCallOf(application, async () => {
      if (server && server.application.id !== application.id)
        throw new OAuthProblem('permission_denied', 'The apiKey is of another application than the signature.');
      const counted = { companyId: user.companyId, applicationId: application.id, userId: user.id };
      const { consumerKey, token, timestamp, nonce } = verified.given;
      const use = { companyId: user.companyId, consumerKey, token, timestamp, nonce };
      const { outcome, usage } = await quota.admit(counted, use, endpoint);
      if (outcome === 'nonce_used') throw nonceUsed();
      const now = clock.now();
      if (now - (lastUsedAt?.getTime() ?? 0) >= USE_NOTED_EVERY_MS)
        await grants.noteUse(application.id, [user.id], new Date(now), USE_NOTED_EVERY_MS);
      return { counted, usage, limited: outcome === 'limited' };
    });
  return {
    enter: async (request, apiKeyAlone, endpoint) => {
      const parameters = collectParameters(request);
      const server = await serverOf(parameters);
      return asCallOf(server?.application, async () => {
        if (hasProtocolParameters(parameters)) return enterSigned(await withOAuth(request), server, endpoint);
        if (!server || !apiKeyAlone) throw unsigned(apiKeyAlone);
        return enterServer(server, endpoint);
      });
    },
  };
}

function unsigned(apiKeyAlone: boolean): OAuthProblem {
  const advice = `Sign the call with an access token${apiKeyAlone ? ', or send an apiKey' : ''}.`;
  // Nothing of OAuth is there at all: who calls is what is missing (RFC 9110 section 15.5.2).
  return new OAuthProblem('parameter_absent', advice, { status: 401 });
}
