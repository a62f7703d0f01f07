import type { Application } from '@vitae/accounts/applications/applications';
import { newToken, type RandomBytes, tokenDigest } from '@vitae/accounts/applications/token';
import { accessTokenRecord, type GrantStore } from '@vitae/accounts/grants/grant-store';
import {
  type RequestTokenStore,
  requestTokenRecord,
  type StoredRequestToken,
} from '@vitae/accounts/grants/request-token-store';
import type { SecretBox } from '@vitae/accounts/secrets/secret-box';
import type { SignedRequest } from '@vitae/accounts/signatures/oauth/collect-parameters';
import { attributeTo, OAuthProblem } from '@vitae/accounts/signatures/oauth/oauth-problem';
import { type ProtocolParameters, textOfParameter } from '@vitae/accounts/signatures/oauth/protocol-parameters';
import {
  claimNonce,
  type VerifiedRequest,
  type VerifyRequestDependencies,
  verifyOAuthRequest,
} from '../../auth/oauth/verify-oauth-request.ts';
import type { IssuedToken } from './request-token.ts';

export type AccessTokenDependencies = VerifyRequestDependencies & {
  requestTokens: RequestTokenStore;
  grants: GrantStore;
  box: SecretBox;
  random: RandomBytes;
};

type PresentedToken = { stored: StoredRequestToken; verifier: string; secret: string };

/** Attempts to enter a verifier before the request token becomes invalid. */
const MAX_VERIFIER_ATTEMPTS = 5;

/** Exchanges an authorized request token and its verifier for an access token (RFC 5849 section 2.3). */
export async function issueAccessToken(
  request: SignedRequest,
  dependencies: AccessTokenDependencies,
): Promise<IssuedToken> {
  const { requestTokens, box } = dependencies;
  const findToken = async (
    application: Application,
    given: ProtocolParameters,
    parameters: Parameters<typeof textOfParameter>[0],
  ) => {
    const verifier = textOfParameter(parameters, 'oauth_verifier') ?? '';
    const stored = await findRequestToken(requestTokens, application, given.token, verifier);
    return { stored, verifier, secret: box.open(stored.sealedSecret, requestTokenRecord(stored.digest)) };
  };
  const verified = await verifyOAuthRequest(request, dependencies, findToken, ['oauth_verifier']);
  return attributeTo(verified.application, () => exchangeVerified(verified, dependencies));
}

async function exchangeVerified(
  verified: VerifiedRequest<PresentedToken>,
  { requestTokens, grants, box, random, clock, nonces }: AccessTokenDependencies,
): Promise<IssuedToken> {
  const { application } = verified;
  const { stored, verifier } = verified.token;
  await claimNonce(verified, nonces);
  const userId = await checkVerifier(stored, verifier, { requestTokens, now: clock.now() });
  const accessToken = newToken(random);
  const secret = newToken(random);
  const digest = tokenDigest(accessToken);
  const now = new Date(clock.now());
  const { applicationId, companyId } = stored;
  const grant = { applicationId, companyId, userId, createdAt: now, lastUsedAt: null };
  const token = { digest, sealedSecret: box.seal(secret, accessTokenRecord(digest)), createdAt: now };
  const isIssued = await requestTokens.consume(stored.digest, (session, access) =>
    grants.addToken({ ...grant, access }, token, session),
  );
  if (!isIssued) throw tokenUsed();
  return { application, fields: { oauth_token: accessToken, oauth_token_secret: secret } };
}

/** Finds the request token, by its verifier if the request has no token. */
async function findRequestToken(
  requestTokens: RequestTokenStore,
  application: Application,
  token: string | undefined,
  verifier: string,
): Promise<StoredRequestToken> {
  const stored =
    token === undefined
      ? await requestTokens.findByVerifier(application.id, tokenDigest(verifier))
      : await requestTokens.find(tokenDigest(token));
  if (stored?.applicationId === application.id) return stored;
  throw new OAuthProblem('token_rejected', 'The request token does not exist or belongs to another application.');
}

/** Returns the id of the owner who received the verifier. */
async function checkVerifier(
  stored: StoredRequestToken,
  verifier: string,
  { requestTokens, now }: { requestTokens: RequestTokenStore; now: number },
): Promise<number> {
  if (stored.expiresAt.getTime() <= now)
    throw new OAuthProblem('token_expired', 'The request token expired after ten minutes.');
  if (stored.state === 'refused') throw new OAuthProblem('permission_denied', 'The owner denied access.');
  // Counts the attempt before the comparison, so that concurrent guesses are all counted.
  if (!(await requestTokens.countAttempt(stored.digest, MAX_VERIFIER_ATTEMPTS))) throw tokenUsed();
  if (stored.state === 'issued')
    throw new OAuthProblem('permission_denied', 'The owner has not yet authorized the request token.');
  if (stored.verifierDigest !== tokenDigest(verifier))
    throw new OAuthProblem('permission_denied', 'The verifier is incorrect.');
  if (stored.userId === null) throw tokenUsed();
  return stored.userId;
}

function tokenUsed(): OAuthProblem {
  return new OAuthProblem(
    'token_rejected',
    'The request token was already used, or too many incorrect verifiers were sent.',
  );
}
