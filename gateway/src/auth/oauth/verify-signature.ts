import type { Application } from '@vitae/accounts/applications/applications';
import * as hmacSha1 from './hmac-sha1.ts';
import { OAuthProblem } from './oauth-problem.ts';
import type { ProtocolParameters } from './protocol-parameters.ts';
import * as rsaSha1 from './rsa-sha1.ts';

/**
 * RFC 5849 section 3.2: the method decides which of the application's keys is used. HMAC-SHA1 is
 * keyed with the consumer secret and nothing else, so that a public key can never serve as one.
 */
export function verifySignature(
  baseString: string,
  given: ProtocolParameters,
  application: Application,
  tokenSecret: string,
): void {
  const { signature, signatureMethod } = given;
  if (!matches())
    throw new OAuthProblem(
      'signature_invalid',
      'The signature is not that of this request. Compare your base string with RFC 5849 section 3.4.1.',
    );

  function matches(): boolean {
    if (signatureMethod === 'HMAC-SHA1') {
      return hmacSha1.verify(baseString, signature, { consumerSecret: application.consumerSecret, tokenSecret });
    }
    if (!application.rsaPublicKey)
      throw new OAuthProblem('signature_method_rejected', 'The application has registered no RSA public key.');
    return rsaSha1.verify(baseString, signature, application.rsaPublicKey);
  }
}
