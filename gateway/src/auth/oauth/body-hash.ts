import { createHash } from 'node:crypto';
import { OAuthProblem } from './oauth-problem.ts';
import type { SignedRequest } from './parameters.ts';

/**
 * OAuth Request Body Hash 1.0: a body that is not a form has no part in the signature, but a client
 * may send its hash as a signed parameter. Whoever does wants it checked.
 */
export function checkBodyHash(bodyHash: string | undefined, { body }: Pick<SignedRequest, 'body'>): void {
  if (bodyHash === undefined) return;
  if (createHash('sha1').update(body).digest('base64') === bodyHash) return;
  throw new OAuthProblem('signature_invalid', 'oauth_body_hash is not the hash of this body.');
}
