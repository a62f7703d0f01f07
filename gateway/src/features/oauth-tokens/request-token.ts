import { isRegistered } from '@vitae/accounts/applications/callback';
import { newToken, type RandomBytes, tokenDigest } from '@vitae/accounts/applications/token';
import { type RequestTokenStore, requestTokenRecord } from '@vitae/accounts/grants/request-token-store';
import type { SecretBox } from '@vitae/accounts/secrets/secret-box';
import type { SignedRequest } from '@vitae/accounts/signatures/oauth/collect-parameters';
import { attributeTo } from '@vitae/accounts/signatures/oauth/oauth-problem';
import { rejected, textOfParameter } from '@vitae/accounts/signatures/oauth/protocol-parameters';
import {
  claimNonce,
  type VerifyRequestDependencies,
  verifyOAuthRequest,
} from '../../auth/oauth/verify-oauth-request.ts';

/** The form fields of the response, and the application that received the token. */
export type IssuedToken = {
  application: { id: number; companyId: number; origins: readonly string[] };
  fields: { oauth_token: string; oauth_token_secret: string; oauth_callback_confirmed?: 'true' };
};

type RequestTokenDependencies = VerifyRequestDependencies & {
  requestTokens: RequestTokenStore;
  box: SecretBox;
  random: RandomBytes;
};

const REQUEST_TOKEN_LIFETIME_MS = 600_000;

/** Issues a request token to an application with a registered callback (RFC 5849 section 2.1). */
export async function issueRequestToken(
  request: SignedRequest,
  dependencies: RequestTokenDependencies,
): Promise<IssuedToken> {
  const { requestTokens, box, random, clock, nonces } = dependencies;
  const verified = await verifyOAuthRequest(request, dependencies, async () => ({ secret: '' }), ['oauth_callback']);
  const callback = textOfParameter(verified.parameters, 'oauth_callback') ?? '';
  const { application } = verified;
  await attributeTo(application, async () => {
    if (isRegistered(callback, application.callbacks)) return claimNonce(verified, nonces);
    const advice = 'oauth_callback must be oob or a registered address of the application.';
    throw rejected('oauth_callback', advice);
  });
  const token = newToken(random);
  const secret = newToken(random);
  const digest = tokenDigest(token);
  await requestTokens.insert({
    digest,
    sealedSecret: box.seal(secret, requestTokenRecord(digest)),
    applicationId: application.id,
    companyId: application.companyId,
    callback,
    state: 'issued',
    userId: null,
    verifierDigest: null,
    sealedVerifier: null,
    verifierTries: 0,
    expiresAt: new Date(clock.now() + REQUEST_TOKEN_LIFETIME_MS),
  });
  const fields = { oauth_token: token, oauth_token_secret: secret, oauth_callback_confirmed: 'true' as const };
  return { application, fields };
}
