import { OAuthProblem } from '@vitae/accounts/signatures/oauth/oauth-problem';
import type { BaseStringDifference } from './compare-base-strings.ts';
import type { NamedOAuthFault } from './oauth-faults.ts';
import type { TokenFault } from './oauth-token.ts';

/** A result of the analysis. */
export type OAuthFinding =
  | { is: 'missingParameters'; names: string }
  | { is: 'rejectedParameter'; name: string }
  | { is: 'invalidForm' | 'wrongVersion' | 'unknownMethod' | 'milliseconds' | 'invalidTimestamp' }
  | { is: 'unknownApplication' | 'mustUseRsa' | 'mustUseHmac' | TokenFault }
  | { is: 'nonceUsed' | 'nonceReused' | 'permissionDenied' | 'limited' }
  /** Seconds that the timestamp is ahead, or behind if negative; `byNow` if the time of the request is unknown. */
  | { is: 'outOfWindow'; seconds: number; byNow?: true }
  | { is: 'rightSignature' | 'otherSecret' | 'bodyHash' }
  /** The signature belongs to the sender's base string, or to no base string that is known. */
  | { is: 'theirsSigned' | 'theirsNotSigned' }
  | ({ is: 'fault' } & NamedOAuthFault)
  | BaseStringDifference;

/** Converts the problem with which the gateway rejects malformed requests. */
export function findingOfProblem(thrown: unknown): OAuthFinding {
  if (!(thrown instanceof OAuthProblem)) throw thrown;
  const { problem, facts } = thrown;
  const { oauth_parameters_absent: absent, oauth_parameters_rejected: rejected } = facts;
  if (absent !== undefined) return { is: 'missingParameters', names: absent.replaceAll('&', ', ') };
  if (rejected !== undefined) return { is: 'rejectedParameter', name: rejected };
  if (problem === 'version_rejected') return { is: 'wrongVersion' };
  if (problem === 'signature_method_rejected') return { is: 'unknownMethod' };
  return { is: problem === 'timestamp_refused' ? 'invalidTimestamp' : 'invalidForm' };
}
