import { VitaeError } from '@vitae/kit/errors';
import type express from 'express';

// The words are those of OAuth Core 1.0's Problem Reporting extension; the status is 400 where
// RFC 5849 section 3.2 says so, otherwise 401.
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

export type ProblemOptions = {
  /** Facts that the extension names, such as oauth_parameters_absent. */
  facts?: Record<string, string>;
  status?: 400 | 401;
};

/** A refusal of OAuth's own: answered as a form with `oauth_problem`. */
export class OAuthProblem extends VitaeError {
  readonly problem: Problem;
  readonly facts: Record<string, string>;
  /** Whose call it was, once that is known: for the consumption log alone. */
  application: { id: number; companyId: number } | undefined;

  constructor(problem: Problem, advice: string, { facts = {}, status = statuses[problem] }: ProblemOptions = {}) {
    super(status === 400 ? 'INVALID_ARGUMENT' : 'UNAUTHENTICATED', `oauth_${problem}`, advice, { status });
    this.problem = problem;
    this.facts = facts;
  }
}

/** What is refused on the way is noted as this application's call, unless it is known to be another's. */
export async function asCallOf<T>(application: OAuthProblem['application'], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof OAuthProblem) thrown.application ??= application;
    throw thrown;
  }
}

/** The body: the problem, its facts, and what a developer can do about it. */
export function problemForm({ problem, facts, message }: OAuthProblem): string {
  return new URLSearchParams({ oauth_problem: problem, ...facts, oauth_problem_advice: message }).toString();
}

/** 400 or 401 with a challenge and the form (decisions §5). `realm` is the surface's public address. */
export function answerOAuthProblem(error: OAuthProblem, response: express.Response, realm: string): void {
  response
    .status(error.status ?? 401)
    .set({ 'WWW-Authenticate': `OAuth realm="${realm}"`, 'Cache-Control': 'no-store' })
    .type('application/x-www-form-urlencoded')
    .send(problemForm(error));
}

/** Answers OAuthProblems; other errors go on to the next handler. */
export function answerOAuthProblems(realm: string): express.ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (error instanceof OAuthProblem) answerOAuthProblem(error, response, realm);
    else next(error);
  };
}
