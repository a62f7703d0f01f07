import { VitaeError } from '@vitae/kit/errors';
import type { Logger } from '@vitae/kit/log';
import type { Request, Response } from 'express';
import type { RateLimit } from '../quota/rate-limit.ts';
import { type Answer, errorAnswer, send } from '@vitae/kit/http/answer';
import { addHeader, settle } from '@vitae/kit/http/answer-headers';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { routeNotFound } from '@vitae/kit/http/surfaces';

/** Answers an error; what is ours to mend is logged with its cause. */
export function fail(thrown: unknown, request: Request, response: Response, log: Logger): void {
  const error = VitaeError.from(thrown);
  const answer = errorAnswer(error, request.headers.accept);
  if (answer.status >= 500)
    log.error(
      { err: error, requestId: requestIdOf(response), method: request.method, status: answer.status },
      'A call failed',
    );
  if (response.headersSent) response.destroy();
  else send(response, answer);
}

export async function deliver(answer: Answer, request: Request, response: Response): Promise<void> {
  if ('stream' in answer) {
    settle(response);
    await answer.stream(request, response);
  } else send(response, answer);
}

export function setQuotaHeaders(response: Response, { limit, remaining, reset }: RateLimit): void {
  addHeader(response, 'X-RateLimit-Limit', String(limit));
  addHeader(response, 'X-RateLimit-Remaining', String(remaining));
  addHeader(response, 'X-RateLimit-Reset', String(reset));
}

/** No call at this address, or none of this method; its answer says which methods there are. */
export function noRoute(methods: string[], response: Response): VitaeError {
  if (methods.length === 0) return routeNotFound();
  addHeader(response, 'Allow', methods.join(', '));
  return new VitaeError('UNIMPLEMENTED', 'method_not_allowed', `This address answers ${methods.join(', ')}.`, {
    status: 405,
  });
}
