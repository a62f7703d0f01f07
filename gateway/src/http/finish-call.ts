import { VitaeError } from '@vitae/kit/errors';
import { type Answer, send } from '@vitae/kit/http/answer';
import { addHeader, settle } from '@vitae/kit/http/answer-headers';
import { routeNotFound } from '@vitae/kit/http/surfaces';
import type { Request, Response } from 'express';
import type { RateLimit } from '../quota/rate-limit.ts';

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
