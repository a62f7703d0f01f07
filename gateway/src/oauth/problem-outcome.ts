import type { Outcome } from '../consumption/counter.ts';
import type { Problem } from './oauth-problem.ts';

/** How the consumption log calls a refusal of OAuth's. */
export function outcomeOfProblem(problem: Problem): Outcome {
  return outcomes[problem] ?? 'other_refusal';
}

const outcomes: Partial<Record<Problem, Outcome>> = {
  parameter_absent: 'missing_parameter',
  parameter_rejected: 'repeated_parameter',
  timestamp_refused: 'timestamp_out_of_range',
  nonce_used: 'nonce_used',
  signature_invalid: 'invalid_signature',
  token_rejected: 'token_rejected',
  token_expired: 'token_rejected',
  permission_denied: 'permission_denied',
};
