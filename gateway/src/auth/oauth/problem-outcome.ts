import type { Outcome } from '@vitae/accounts/consumption/counter';
import type { OAuthProblem, Problem } from './oauth-problem.ts';

/** How the consumption log calls a refusal of OAuth's. */
export function outcomeOfProblem({ problem, facts }: Pick<OAuthProblem, 'problem' | 'facts'>): Outcome {
  if (facts.oauth_parameters_rejected === 'oauth_nonce') return 'invalid_nonce';
  if (problem === 'timestamp_refused' && !facts.oauth_acceptable_timestamps) return 'invalid_timestamp';
  return outcomes[problem] ?? 'other_refusal';
}

const outcomes: Partial<Record<Problem, Outcome>> = {
  parameter_absent: 'missing_parameter',
  timestamp_refused: 'timestamp_out_of_range',
  nonce_used: 'nonce_used',
  signature_invalid: 'invalid_signature',
  token_rejected: 'token_rejected',
  token_expired: 'token_rejected',
  permission_denied: 'permission_denied',
};
