import type { KeyObject } from 'node:crypto';
import * as hmacSha1 from './hmac-sha1.ts';
import { OAuthProblem } from './oauth-problem.ts';
import type { ProtocolParameters } from './protocol-parameters.ts';
import * as rsaSha1 from './rsa-sha1.ts';

/** The keys of an application. */
export type ApplicationKeys = { consumerSecret: string; rsaPublicKey: KeyObject | undefined };

/**
 * Verifies a signature (RFC 5849 section 3.2). The registered key determines the method: an application with a public key
 * must use RSA-SHA1, so that a leaked consumer secret is useless. HMAC-SHA1 only uses the consumer secret, so that a
 * public key can never act as a shared secret. One of the base strings must match.
 * @throws {OAuthProblem} `signature_invalid` or `signature_method_rejected`
 */
export function verifySignature(
  baseStrings: Iterable<string>,
  given: ProtocolParameters,
  application: ApplicationKeys,
  tokenSecret: string,
): void {
  const { signature, signatureMethod } = given;
  for (const baseString of baseStrings) if (matches(baseString)) return;
  throw new OAuthProblem(
    'signature_invalid',
    'The signature does not match this request. Compare your base string with RFC 5849 section 3.4.1.',
  );

  function matches(baseString: string): boolean {
    if (signatureMethod === 'HMAC-SHA1') {
      if (application.rsaPublicKey)
        throw new OAuthProblem('signature_method_rejected', 'The application has an RSA public key. Use RSA-SHA1.');
      return hmacSha1.verify(baseString, signature, { consumerSecret: application.consumerSecret, tokenSecret });
    }
    if (!application.rsaPublicKey)
      throw new OAuthProblem('signature_method_rejected', 'The application has no RSA public key. Use HMAC-SHA1.');
    return rsaSha1.verify(baseString, signature, application.rsaPublicKey);
  }
}
