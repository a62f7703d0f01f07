import { applicationSource, type Outcome } from '@vitae/accounts/consumption/counter';
import type { RefusedCalls } from '@vitae/accounts/consumption/refused-calls';
import type { Clock } from '@vitae/kit/clock';
import { httpStatus } from '@vitae/kit/errors';
import { requestIdOf } from '@vitae/kit/http/request-id';
import type { Request, Response } from 'express';
import type { OAuthProblem } from '../auth/oauth/oauth-problem.ts';
import { outcomeOfProblem } from '../auth/oauth/problem-outcome.ts';
import type { AnswerRecorder } from './answer-recorder.ts';

/** A call of an application that was not let in. */
export type RefusedByApplication = {
  application: { id: number; companyId: number };
  cause: Outcome;
  status: number;
  /** Name of the call, or `unknown`. */
  endpoint: string;
};

/** Refused calls of applications, for the pages on which their company looks for the reason. */
export type ApplicationRefusals = {
  /** Lists one that was counted where the quota is. */
  list(call: RefusedByApplication, request: Request, response: Response): void;
  /** Counts a problem of OAuth's and lists it; one of which nobody knows whose it is is neither. */
  note(problem: OAuthProblem, endpoint: string, request: Request, response: Response, isCounted?: boolean): void;
};

export type ApplicationRefusalsDependencies = {
  recorder: Pick<AnswerRecorder, 'refused'>;
  refusedCalls: Pick<RefusedCalls, 'record'>;
  clock: Clock;
};

export function createApplicationRefusals({
  recorder,
  refusedCalls,
  clock,
}: ApplicationRefusalsDependencies): ApplicationRefusals {
  const list: ApplicationRefusals['list'] = ({ application, cause, status, endpoint }, request, response) =>
    refusedCalls.record(application.companyId, {
      requestId: requestIdOf(response),
      at: clock.now(),
      source: applicationSource(application.id),
      cause,
      status,
      endpoint,
      method: request.method,
      target: request.originalUrl,
    });
  return {
    list,
    note: (problem, endpoint, request, response, isCounted = false) => {
      const { application } = problem;
      if (!application) return;
      const cause = outcomeOfProblem(problem);
      if (!isCounted) recorder.refused(application.companyId, applicationSource(application.id), endpoint, cause);
      list({ application, cause, status: httpStatus(problem), endpoint }, request, response);
    },
  };
}
