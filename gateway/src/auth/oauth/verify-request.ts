import type { Application, Applications } from '@vitae/accounts/applications/applications';
import type { Clock } from '@vitae/kit/clock';
import type { NonceStore } from '../../quota/oauth-nonce-store.ts';
import { baseString, baseStringUri } from './base-string.ts';
import { checkBodyHash } from './body-hash.ts';
import { asCallOf, OAuthProblem } from './oauth-problem.ts';
import { collectParameters, type Parameter, type SignedRequest } from './parameters.ts';
import { type ProtocolParameters, readProtocolParameters, textOfParameter } from './protocol-parameters.ts';
import { checkTimestamp } from './timestamp.ts';
import { verifySignature } from './verify-signature.ts';

/** A token as the signature needs it. */
export type TokenWithSecret = { secret: string };

/** A request whose signature was verified; its nonce is not yet used. */
export type VerifiedRequest<T> = {
  application: Application;
  token: T;
  given: ProtocolParameters;
  parameters: Parameter[];
};

export type FindToken<T> = (application: Application, given: ProtocolParameters, parameters: Parameter[]) => Promise<T>;

export type VerifyRequestDependencies = {
  applications: Pick<Applications, 'byConsumerKey'>;
  nonces: NonceStore;
  clock: Clock;
};

/**
 * RFC 5849 section 3.2, up to the nonce, which whoever called claims once all else is settled.
 * `findToken` answers the token that the request is signed with, or refuses.
 */
export async function verifyRequest<T extends TokenWithSecret>(
  request: SignedRequest,
  { applications, clock }: Pick<VerifyRequestDependencies, 'applications' | 'clock'>,
  findToken: FindToken<T>,
  required: readonly string[] = [],
): Promise<VerifiedRequest<T>> {
  const parameters = collectParameters(request);
  const consumerKey = textOfParameter(parameters, 'oauth_consumer_key');
  // First, so that its company can be told of whatever is refused.
  const application = consumerKey ? await applications.byConsumerKey(consumerKey) : undefined;
  return asCallOf(application, async () => {
    const given = readProtocolParameters(parameters, required);
    checkTimestamp(given.timestamp, clock.now());
    if (!application)
      throw new OAuthProblem('consumer_key_unknown', 'There is no such application, or it was disabled.');
    const token = await findToken(application, given, parameters);
    const signed = baseString(request.method, baseStringUri(request.publicUrl, request.target), parameters);
    verifySignature(signed, given, application, token.secret);
    checkBodyHash(textOfParameter(parameters, 'oauth_body_hash'), request);
    return { application, token, given, parameters };
  });
}

/** RFC 5849 section 3.3: a nonce is remembered only once its request was verified. */
export async function claimNonce({ application, given }: VerifiedRequest<unknown>, nonces: NonceStore): Promise<void> {
  const { companyId } = application;
  const { consumerKey, token, timestamp, nonce } = given;
  if (await nonces.claim({ companyId, consumerKey, token, timestamp, nonce })) return;
  throw nonceUsed();
}

export function nonceUsed(): OAuthProblem {
  return new OAuthProblem('nonce_used', 'This nonce was used before with this timestamp.');
}
