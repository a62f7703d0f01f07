import type { Application } from '@vitae/accounts/applications/applications';
import { tokenDigest } from '@vitae/accounts/applications/token';
import { accessTokenRecord, type GrantStore } from '@vitae/accounts/grants/grant-store';
import {
  type RequestTokenStore,
  requestTokenRecord,
  type StoredRequestToken,
} from '@vitae/accounts/grants/request-token-store';
import type { SecretBox } from '@vitae/accounts/secrets/secret-box';

/** The three kinds of signed requests: the two token endpoints, and the user API. */
export type OAuthStep = 'requestToken' | 'accessToken' | 'api';

export type TokenFault =
  | 'unknownToken'
  | 'unknownRequestToken'
  | 'requestTokenForApi'
  | 'expiredToken'
  | 'usedToken'
  | 'deniedToken'
  | 'notYetAuthorized';

/** The secret of the token that signs the request, unless there is no such token. */
export type SigningToken = { secret: string | undefined; faults: TokenFault[] };

export type TokenDependencies = {
  grants: Pick<GrantStore, 'findByToken'>;
  requestTokens: Pick<RequestTokenStore, 'find' | 'findByVerifier'>;
  box: Pick<SecretBox, 'open'>;
};

type Given = { token: string | undefined; verifier: string };

const TOKEN_ENDPOINT = /^\/[a-z]{2}\/oauth\/(requestToken|accessToken)\/?$/i;

export function stepOf(path: string): OAuthStep {
  const [, endpoint] = TOKEN_ENDPOINT.exec(path) ?? [];
  if (endpoint === undefined) return 'api';
  return endpoint.toLowerCase() === 'requesttoken' ? 'requestToken' : 'accessToken';
}

/** Finds the token of the application. Tokens of other applications are reported as unknown. */
export async function findSigningToken(
  step: OAuthStep,
  application: Pick<Application, 'id'>,
  given: Given,
  at: number,
  { grants, requestTokens, box }: TokenDependencies,
): Promise<SigningToken> {
  if (step === 'requestToken') return { secret: '', faults: [] };
  const digest = tokenDigest(given.token ?? '');
  const stored = await findRequestToken(requestTokens, application.id, given);
  if (step === 'accessToken') {
    if (!stored) return { secret: undefined, faults: ['unknownRequestToken'] };
    return {
      secret: box.open(stored.sealedSecret, requestTokenRecord(stored.digest)),
      faults: requestTokenFaults(stored, at),
    };
  }
  const grant = given.token === undefined ? undefined : await grants.findByToken(digest);
  if (grant?.applicationId === application.id)
    return { secret: box.open(grant.token.sealedSecret, accessTokenRecord(grant.token.digest)), faults: [] };
  return { secret: undefined, faults: [stored ? 'requestTokenForApi' : 'unknownToken'] };
}

async function findRequestToken(
  requestTokens: TokenDependencies['requestTokens'],
  applicationId: number,
  { token, verifier }: Given,
): Promise<StoredRequestToken | undefined> {
  const stored =
    token === undefined
      ? await requestTokens.findByVerifier(applicationId, tokenDigest(verifier))
      : await requestTokens.find(tokenDigest(token));
  return stored?.applicationId === applicationId ? stored : undefined;
}

// Whether the verifier is correct is not reported: attempts to guess it are counted by the token endpoint only.
function requestTokenFaults(stored: StoredRequestToken, at: number): TokenFault[] {
  if (stored.state === 'used') return ['usedToken'];
  if (stored.state === 'refused') return ['deniedToken'];
  if (stored.expiresAt.getTime() <= at) return ['expiredToken'];
  return stored.state === 'issued' ? ['notYetAuthorized'] : [];
}
