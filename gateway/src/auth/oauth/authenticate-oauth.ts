import type { Application } from '@vitae/accounts/applications/applications';
import { tokenDigest } from '@vitae/accounts/applications/token';
import type { GrantAccess } from '@vitae/accounts/grants/grant-access';
import { accessTokenRecord, type GrantStore } from '@vitae/accounts/grants/grant-store';
import type { SecretBox } from '@vitae/accounts/secrets/secret-box';
import type { SignedRequest } from '@vitae/accounts/signatures/oauth/collect-parameters';
import { OAuthProblem } from '@vitae/accounts/signatures/oauth/oauth-problem';
import { type VerifiedRequest, type VerifyRequestDependencies, verifyOAuthRequest } from './verify-oauth-request.ts';

/** The application and user of a request with an access token. */
type OAuthCaller = {
  application: Application;
  user: { id: number; companyId: number };
  token: { digest: string };
};

type AuthenticateOAuthDependencies = Pick<VerifyRequestDependencies, 'applications' | 'clock'> & {
  grants: GrantStore;
  box: SecretBox;
};

type GrantState = { lastUsedAt: Date | null; access: GrantAccess | undefined };
type AccessToken = { digest: string; userId: number; companyId: number; secret: string } & GrantState;

/** `lastUsedAt` is the stored last use of the grant, `access` what the owner granted. */
export type Authenticated = { caller: OAuthCaller; verified: VerifiedRequest<AccessToken> } & GrantState;

/**
 * Authenticates a request with an access token (RFC 5849 section 3.2). The nonce of the returned request is not claimed
 * yet. Grants are read for each request, so that a revocation or a change of access applies to the next request at every
 * gateway.
 */
export function authenticateOAuth({ applications, grants, box, clock }: AuthenticateOAuthDependencies) {
  const findToken = async (application: Application, given: { token: string | undefined }): Promise<AccessToken> => {
    const grant = given.token === undefined ? undefined : await grants.findByToken(tokenDigest(given.token));
    if (grant?.applicationId !== application.id)
      throw new OAuthProblem('token_rejected', 'The application has no such access token.');
    const { userId, companyId, token, lastUsedAt, access } = grant;
    return {
      digest: token.digest,
      userId,
      companyId,
      lastUsedAt,
      access,
      secret: box.open(token.sealedSecret, accessTokenRecord(token.digest)),
    };
  };
  return async (request: SignedRequest): Promise<Authenticated> => {
    const verified = await verifyOAuthRequest(request, { applications, clock }, findToken, ['oauth_token']);
    const { application, token } = verified;
    const user = { id: token.userId, companyId: token.companyId };
    const caller = { application, user, token: { digest: token.digest } };
    return { caller, verified, lastUsedAt: token.lastUsedAt, access: token.access };
  };
}
