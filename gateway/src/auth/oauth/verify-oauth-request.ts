import { createHash } from 'node:crypto';
import type { Application, Applications } from '@vitae/accounts/applications/applications';
import type { Compatibility } from '@vitae/accounts/signatures/compatibility';
import { baseString, baseStringUri } from '@vitae/accounts/signatures/oauth/base-string';
import {
  collectParameters,
  collectParametersOnce,
  type Parameter,
  type SignedRequest,
} from '@vitae/accounts/signatures/oauth/collect-parameters';
import { attributeTo, OAuthProblem } from '@vitae/accounts/signatures/oauth/oauth-problem';
import {
  type ProtocolParameters,
  readProtocolParameters,
  textOfParameter,
} from '@vitae/accounts/signatures/oauth/protocol-parameters';
import { verifySignature } from '@vitae/accounts/signatures/oauth/verify-signature';
import type { Clock } from '@vitae/kit/clock';
import type { NonceStore, NonceUse } from '../../quota/oauth-nonce-store.ts';

/** A token with the secret that signs requests. */
type TokenWithSecret = { secret: string };

/** A request with a verified signature. Its nonce is not claimed yet. */
export type VerifiedRequest<T> = {
  application: Application;
  token: T;
  given: ProtocolParameters;
  parameters: Parameter[];
};

type FindToken<T> = (application: Application, given: ProtocolParameters, parameters: Parameter[]) => Promise<T>;

export type VerifyRequestDependencies = {
  applications: Pick<Applications, 'byConsumerKey'>;
  nonces: NonceStore;
  clock: Clock;
};

/** Seconds that oauth_timestamp may differ from the clock, in either direction (RFC 5849 section 3.3). */
const TIMESTAMP_TOLERANCE = 300;

/**
 * Verifies a signed request (RFC 5849 section 3.2) except for its nonce, which the caller claims last.
 * `findToken` returns the token that signs the request.
 * @throws {OAuthProblem} with the application, if known, so that its company can see the rejection.
 */
export async function verifyOAuthRequest<T extends TokenWithSecret>(
  request: SignedRequest,
  { applications, clock }: Pick<VerifyRequestDependencies, 'applications' | 'clock'>,
  findToken: FindToken<T>,
  required: readonly string[] = [],
): Promise<VerifiedRequest<T>> {
  const parameters = collectParameters(request);
  const consumerKey = textOfParameter(parameters, 'oauth_consumer_key');
  const application = consumerKey ? await applications.byConsumerKey(consumerKey) : undefined;
  return attributeTo(application, async () => {
    const given = readProtocolParameters(parameters, required);
    checkTimestamp(given.timestamp, clock.now());
    if (!application)
      throw new OAuthProblem('consumer_key_unknown', 'There is no such application, or it was disabled.');
    const token = await findToken(application, given, parameters);
    verifySignature(baseStringsOf(request, parameters), given, application, token.secret);
    await checkBodyHash(textOfParameter(parameters, 'oauth_body_hash'), request);
    return { application, token, given, parameters };
  });
}

/** At most two: as RFC 5849 defines it, and with the parameters that the header repeats counted once. */
function* baseStringsOf(request: SignedRequest, parameters: readonly Parameter[]): Generator<string> {
  const uri = baseStringUri(request.publicUrl, request.target);
  yield baseString(request.method, uri, parameters);
  const once = collectParametersOnce(request);
  if (once) yield baseString(request.method, uri, once);
}

/** Returns how a verified request uses its nonce (RFC 5849 section 3.3). */
export function nonceUseOf({
  application: { companyId, compatibility },
  given,
}: Pick<VerifiedRequest<unknown>, 'application' | 'given'>): NonceUse {
  const { consumerKey, token, timestamp, nonce, signature } = given;
  return { companyId, consumerKey, token, timestamp, nonce, signature, allowsReuse: compatibility === '2012' };
}

/** Claims the nonce of a verified request. */
export async function claimNonce(verified: VerifiedRequest<unknown>, nonces: NonceStore): Promise<void> {
  if (!(await nonces.claim(nonceUseOf(verified)))) throw nonceUsed();
}

/** `suggestion` is the profile that would have accepted the request. */
export function nonceUsed(suggestion?: Compatibility): OAuthProblem {
  return new OAuthProblem('nonce_used', 'This nonce was used before with this timestamp.', { suggestion });
}

/** `now` is in milliseconds since 1970. */
function checkTimestamp(timestamp: number, now: number): void {
  const seconds = Math.floor(now / 1000);
  if (Math.abs(timestamp - seconds) <= TIMESTAMP_TOLERANCE) return;
  const facts = { oauth_acceptable_timestamps: `${seconds - TIMESTAMP_TOLERANCE}-${seconds + TIMESTAMP_TOLERANCE}` };
  throw new OAuthProblem('timestamp_refused', 'oauth_timestamp differs too much from the server clock.', { facts });
}

/**
 * Checks the hash of a body that is not a form (OAuth Request Body Hash 1.0). The signature does not cover such a body;
 * clients may sign its hash instead.
 */
async function checkBodyHash(
  bodyHash: string | undefined,
  { body, readBody }: Pick<SignedRequest, 'body' | 'readBody'>,
): Promise<void> {
  if (bodyHash === undefined) return;
  if (
    createHash('sha1')
      .update(readBody ? await readBody() : body)
      .digest('base64') === bodyHash
  )
    return;
  throw new OAuthProblem('signature_invalid', 'oauth_body_hash is not the hash of this body.');
}
