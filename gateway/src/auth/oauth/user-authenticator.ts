import type { StoredApplication } from '@vitae/accounts/applications/application-store';
import type { Applications } from '@vitae/accounts/applications/applications';
import type { DataType, GrantAccess } from '@vitae/accounts/grants/grant-access';
import type { GrantStore } from '@vitae/accounts/grants/grant-store';
import type { SecretBox } from '@vitae/accounts/secrets/secret-box';
import { type Compatibility, storedCompatibility } from '@vitae/accounts/signatures/compatibility';
import {
  collectParameters,
  type Parameter,
  type SignedRequest,
} from '@vitae/accounts/signatures/oauth/collect-parameters';
import { attributeTo, OAuthProblem } from '@vitae/accounts/signatures/oauth/oauth-problem';
import { hasProtocolParameters } from '@vitae/accounts/signatures/oauth/protocol-parameters';
import { textOf } from '@vitae/accounts/signatures/percent-encoding';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import type { CountedUser, UserQuota, UserUsage } from '../../quota/user-quota.ts';
import { type Authenticated, authenticateOAuth } from './authenticate-oauth.ts';
import { nonceUsed, nonceUseOf } from './verify-oauth-request.ts';

/** The user and application of an authenticated request, with the quota used so far. */
export type UserAuthentication = {
  counted: CountedUser;
  usage: UserUsage;
  limited: boolean;
  /** The origins whose pages may call the API for the application. */
  origins: readonly string[];
  /** What the owner of the access token granted; undefined for everything, and without a token. */
  access?: GrantAccess | undefined;
  /** The profile of the application; undefined for none. */
  compatibility?: Compatibility | undefined;
};

export type UserAuthenticator = {
  /** `apiKeyAlone`: whether a server may send the request with its `apiKey` and without an owner's token. */
  authenticate(request: SignedRequest, apiKeyAlone: boolean, endpoint: string): Promise<UserAuthentication>;
};

type UserAuthenticatorDependencies = {
  applications: Pick<Applications, 'byConsumerKey' | 'byApiKey'>;
  grants: GrantStore;
  quota: UserQuota;
  box: SecretBox;
  clock: Clock;
};

/** The application of a request with an `apiKey`. It reaches the users who granted it access. */
type ApiKeyCaller = { application: Pick<StoredApplication, 'id' | 'companyId' | 'name' | 'origins' | 'compatibility'> };

/** The last use of a grant is stored at most this often. */
export const LAST_USE_INTERVAL_MS = 60_000;

/**
 * Authenticates with OAuth or, on some routes, with an `apiKey`. If a request has both, both must be
 * valid and belong to the same application.
 */
export function createUserAuthenticator({
  applications,
  grants,
  quota,
  box,
  clock,
}: UserAuthenticatorDependencies): UserAuthenticator {
  const withOAuth = authenticateOAuth({ applications, grants, box, clock });
  const authenticateApiKey = async (parameters: readonly Parameter[]): Promise<ApiKeyCaller | undefined> => {
    const apiKey = parameters.find(({ name }) => name === 'apiKey');
    if (!apiKey) return undefined;
    const application = await applications.byApiKey(textOf(apiKey.value) ?? '');
    if (!application) throw new VitaeError('UNAUTHENTICATED', 'api_key_invalid', 'This apiKey is not valid.');
    return { application };
  };
  const authenticateServer = async ({ application }: ApiKeyCaller, endpoint: string): Promise<UserAuthentication> => {
    const counted = { companyId: application.companyId, applicationId: application.id, userId: 0 };
    const compatibility = storedCompatibility(application.compatibility);
    const { outcome, usage } = await quota.admit(counted, undefined, endpoint);
    const { origins } = application;
    return { counted, usage, limited: outcome === 'limited', origins, compatibility };
  };
  const authenticateOwner = async (
    { caller: { application, user }, verified, lastUsedAt, access }: Authenticated,
    server: ApiKeyCaller | undefined,
    endpoint: string,
  ): Promise<UserAuthentication> =>
    attributeTo(application, async () => {
      if (server && server.application.id !== application.id)
        throw new OAuthProblem('permission_denied', 'The apiKey and the signature belong to different applications.');
      const counted = { companyId: user.companyId, applicationId: application.id, userId: user.id };
      const { outcome, usage } = await quota.admit(
        counted,
        { ...nonceUseOf(verified), companyId: user.companyId },
        endpoint,
      );
      if (outcome === 'nonce_used') throw nonceUsed();
      if (outcome === 'nonce_reused') throw nonceUsed('2012');
      const now = clock.now();
      if (now - (lastUsedAt?.getTime() ?? 0) >= LAST_USE_INTERVAL_MS)
        await grants.recordUse(application.id, [user.id], new Date(now), LAST_USE_INTERVAL_MS);
      const { origins, compatibility } = application;
      return { counted, usage, limited: outcome === 'limited', access, origins, compatibility };
    });
  return {
    authenticate: async (request, apiKeyAlone, endpoint) => {
      const parameters = collectParameters(request);
      const server = await authenticateApiKey(parameters);
      return attributeTo(server?.application, async () => {
        if (hasProtocolParameters(parameters)) return authenticateOwner(await withOAuth(request), server, endpoint);
        if (!server || !apiKeyAlone) throw unsigned(apiKeyAlone);
        return authenticateServer(server, endpoint);
      });
    },
  };
}

const NAMES: Readonly<Record<DataType | 'cv', string>> = {
  profile: 'the profile',
  preferences: 'the employment preferences',
  comments: 'the comments',
  statistics: 'the statistics',
  labels: 'the metadata',
  cv: 'this CV',
};

/** The owners, by default that of the token, authorized the application, but not to access this data. */
export function notGranted(missing: DataType | 'cv', owners = 'The owner has'): VitaeError {
  const message = `${owners} not granted the application access to ${NAMES[missing]}.`;
  return new VitaeError('PERMISSION_DENIED', 'not_granted', message);
}

function unsigned(apiKeyAlone: boolean): OAuthProblem {
  const advice = `Sign the request with an access token${apiKeyAlone ? ', or send an apiKey' : ''}.`;
  // 401 instead of 400: the request has no credentials at all (RFC 9110 section 15.5.2).
  return new OAuthProblem('parameter_absent', advice, { status: 401 });
}
