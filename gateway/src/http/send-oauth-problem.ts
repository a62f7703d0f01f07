import { OAuthProblem, type Problem } from '@vitae/accounts/signatures/oauth/oauth-problem';
import { helpHeaders } from '@vitae/kit/http/error-response';
import { recordFacts } from '@vitae/kit/http/log-requests';
import type express from 'express';
import { outcomeOfProblem } from '../consumption/rejection-recorder.ts';
import { recordUnidentified } from './unidentified-requests.ts';

/** Returns the response body: the problem, its fields and advice for developers. */
function problemForm({ problem, facts, message }: OAuthProblem): string {
  return new URLSearchParams({ oauth_problem: problem, ...facts, oauth_problem_advice: message }).toString();
}

// Checked after the signature, which identified the application.
const AFTER_SIGNATURE: ReadonlySet<Problem> = new Set(['nonce_used', 'token_expired', 'permission_denied']);

/** Sends 400 or 401 with a challenge and the form. `realm` is the public address of the API. */
export function sendOAuthProblem(error: OAuthProblem, response: express.Response, realm: string): void {
  recordFacts(response, { outcome: outcomeOfProblem(error) });
  if (!AFTER_SIGNATURE.has(error.problem)) recordUnidentified(response);
  response
    .status(error.status ?? 401)
    .set({ 'WWW-Authenticate': `OAuth realm="${realm}"`, 'Cache-Control': 'no-store' })
    .set(helpHeaders('oauth_problem', response))
    .type('application/x-www-form-urlencoded')
    .send(problemForm(error));
}

/** Sends OAuthProblems. Other errors go on to the next handler. */
export function handleOAuthProblems(realm: string): express.ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (error instanceof OAuthProblem) sendOAuthProblem(error, response, realm);
    else next(error);
  };
}
