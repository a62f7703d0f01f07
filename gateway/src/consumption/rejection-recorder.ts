import { applicationSource, type Outcome, type Source, sourceId } from '@vitae/accounts/consumption/counter';
import type { RejectedRequests } from '@vitae/accounts/consumption/rejected-requests';
import { NO_COMPANY } from '@vitae/accounts/quota/redis-keys';
import type { Compatibility } from '@vitae/accounts/signatures/compatibility';
import type { OAuthProblem, Problem } from '@vitae/accounts/signatures/oauth/oauth-problem';
import type { Clock } from '@vitae/kit/clock';
import { httpStatus } from '@vitae/kit/errors';
import { recordFacts } from '@vitae/kit/http/log-requests';
import { requestIdOf } from '@vitae/kit/http/request-id';
import type { Request, Response } from 'express';
import type { ResponseRecorder } from './response-recorder.ts';

/** A rejected request of a company. */
export type Rejection = {
  companyId: number;
  source: Source;
  cause: Outcome;
  /** The HTTP status, unless it follows from the cause. */
  status?: number;
  /** Whether the admission script has already counted the request. */
  isCounted: boolean;
  /** The profile with which the request would have been accepted. */
  suggestion?: Compatibility | undefined;
};

/** Records rejected requests for the pages where their company looks for the reason. */
export type RejectionRecorder = {
  /** `endpoint` is the name of a route, or `unknown`. */
  record(rejection: Rejection, endpoint: string, request: Request, response: Response): void;
};

export type RejectionRecorderDependencies = {
  recorder: Pick<ResponseRecorder, 'recordOutcome'>;
  rejectedRequests: Pick<RejectedRequests, 'record'>;
  clock: Clock;
};

export function createRejectionRecorder(dependencies: RejectionRecorderDependencies): RejectionRecorder {
  const { recorder, rejectedRequests, clock } = dependencies;
  return {
    record: ({ companyId, source, cause, status, isCounted, suggestion }, endpoint, request, response) => {
      recordFacts(response, { companyId, ...sourceId(source), outcome: cause });
      if (!isCounted) recorder.recordOutcome(companyId, source, endpoint, cause);
      if (companyId === NO_COMPANY) return; // no one could view it
      rejectedRequests.record(companyId, {
        requestId: requestIdOf(response),
        at: clock.now(),
        source,
        cause,
        ...(status === undefined ? {} : { status }),
        ...(suggestion === undefined ? {} : { suggestion }),
        endpoint,
        method: request.method,
        target: request.originalUrl,
      });
    },
  };
}

/** Returns the rejection to record for a problem; undefined if the application is unknown. */
export function rejectionOfProblem(problem: OAuthProblem, isCounted: boolean): Rejection | undefined {
  const { application } = problem;
  if (!application) return undefined;
  return {
    companyId: application.companyId,
    source: applicationSource(application.id),
    cause: outcomeOfProblem(problem),
    status: httpStatus(problem),
    isCounted,
    suggestion: problem.suggestion,
  };
}

/** Returns the cause in the consumption log, the logs and the metrics. */
export function outcomeOfProblem({ problem, facts }: OAuthProblem): Outcome {
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
  consumer_key_unknown: 'unknown_key',
};
