import { VitaeError } from '@vitae/kit/errors';
import type { Compatibility } from '../compatibility.ts';

// Names from the Problem Reporting extension of OAuth Core 1.0. Status 400 where RFC 5849 section 3.2 requires it,
// otherwise 401.
const statuses = {
  parameter_absent: 400,
  parameter_rejected: 400,
  version_rejected: 400,
  signature_method_rejected: 400,
  timestamp_refused: 401,
  nonce_used: 401,
  signature_invalid: 401,
  consumer_key_unknown: 401,
  token_rejected: 401,
  token_expired: 401,
  permission_denied: 401,
} as const;

export type Problem = keyof typeof statuses;
export const problems = Object.keys(statuses) as Problem[];

type ProblemOptions = {
  /** Additional fields of the extension, such as oauth_parameters_absent. */
  facts?: Record<string, string>;
  status?: 400 | 401;
  suggestion?: Compatibility | undefined;
};

/** A rejected OAuth request. The response is a form with `oauth_problem`. */
export class OAuthProblem extends VitaeError {
  readonly problem: Problem;
  readonly facts: Record<string, string>;
  /** The application, once known. Only used for the consumption log. */
  application: { id: number; companyId: number } | undefined;
  /** The profile with which the request would have been accepted. Only its company learns this. */
  readonly suggestion: Compatibility | undefined;

  constructor(
    problem: Problem,
    advice: string,
    { facts = {}, status = statuses[problem], suggestion }: ProblemOptions = {},
  ) {
    super(status === 400 ? 'INVALID_ARGUMENT' : 'UNAUTHENTICATED', `oauth_${problem}`, advice, { status });
    this.problem = problem;
    this.facts = facts;
    this.suggestion = suggestion;
  }
}

/** Attributes problems that `work` throws to the application, unless they already have one. */
export async function attributeTo<T>(application: OAuthProblem['application'], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof OAuthProblem) thrown.application ??= application;
    throw thrown;
  }
}
