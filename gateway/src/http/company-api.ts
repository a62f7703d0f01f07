import { companyCaller } from '@vitae/kit/caller';
import { invalid, VitaeError } from '@vitae/kit/errors';
import type { Logger } from '@vitae/kit/log';
import type { Request, RequestHandler, Response } from 'express';
import type { Gate } from '../auth/gate.ts';
import type { SignedRequest } from '../auth/hmac.ts';
import { MAX_PARAMETERS, MAX_QUERY_BYTES, parseParameters } from '../auth/parameters.ts';
import type { AnswerRecorder } from '../consumption/answer-recorder.ts';
import type { ApiKey } from '../keys/api-key.ts';
import type { QuotaType, Usage } from '../quota/admission.ts';
import { exhaustedMessage, type RateLimit, rateLimitOf, retryAfter } from '../quota/rate-limit.ts';
import type { Handler } from '../routes/call.ts';
import { type Answer, errorAnswer, send, textAnswer } from './answer.ts';
import { requestIdOf } from './request-id.ts';
import type { RequestMetrics } from './request-metrics.ts';
import type { Match, RouteTable } from './route-table.ts';
import { routeNotFound } from './surfaces.ts';

export type CompanyApiDependencies = {
  routes: RouteTable<Handler>;
  gate: Gate;
  recorder: AnswerRecorder;
  metrics: RequestMetrics;
  log: Logger;
};

/** Endpoint of calls to addresses that do not exist. */
const NO_ENDPOINT = 'unknown';

/** The signed API, from the parsed request to the recorded answer. */
export function createCompanyApi({ routes, gate, recorder, metrics, log }: CompanyApiDependencies): RequestHandler {
  return async (request, response) => {
    const started = performance.now();
    const target = targetOf(request.originalUrl);
    const match = routes.match(request.method, target.path);
    const endpoint = match?.route.name ?? NO_ENDPOINT;
    try {
      const signed = signedRequest(request.method, target);
      const entry = await gate.enter(signed, endpoint, match?.route.quota ?? 'standard');
      if (entry.refusal) {
        send(response, textAnswer(entry.refusal.message, 403));
        return;
      }
      const { key, usage, limited } = entry;
      setQuotaHeaders(response, rateLimitOf(quotaTypeOf(match), key.limits, usage));
      try {
        if (limited) throw exhausted(key, quotaTypeOf(match), usage);
        if (!match) throw noRoute(routes.methodsAt(target.path), response);
        const caller = companyCaller(key.companyId, requestIdOf(response));
        await deliver(
          await match.route.handle({ caller, key, usage, signed, params: match.params, request }),
          request,
          response,
        );
      } catch (thrown) {
        fail(thrown, request, response, log);
      }
      if (!limited)
        recorder.answered(key.companyId, key.id, endpoint, response.statusCode, performance.now() - started);
    } catch (thrown) {
      fail(thrown, request, response, log);
    } finally {
      metrics.observe(endpoint, response.statusCode, performance.now() - started);
    }
  };
}

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

async function deliver(answer: Answer, request: Request, response: Response): Promise<void> {
  if ('stream' in answer) await answer.stream(request, response);
  else send(response, answer);
}

type Target = { path: string; query: string };

/** Path and query as they were received; the absolute form (RFC 9112 section 3.2.2) loses its host. */
function targetOf(url: string): Target {
  const start = url.startsWith('/') ? 0 : Math.max(0, url.indexOf('/', url.indexOf('://') + 3));
  const question = url.indexOf('?', start);
  return question < 0
    ? { path: url.slice(start), query: '' }
    : { path: url.slice(start, question), query: url.slice(question + 1) };
}

function signedRequest(method: string, { path, query }: Target): SignedRequest {
  if (query.length > MAX_QUERY_BYTES) {
    throw new VitaeError('INVALID_ARGUMENT', 'query_too_long', `The query is longer than ${MAX_QUERY_BYTES} bytes.`, {
      status: 414,
    });
  }
  const parameters = parseParameters(query);
  if (!parameters) throw invalid(`There are more than ${MAX_PARAMETERS} parameters.`);
  return { method, path, parameters };
}

/** Free and unknown calls show the standard quota. */
function quotaTypeOf(match: Match<Handler> | undefined): QuotaType {
  return match?.route.quota === 'intensive' ? 'intensive' : 'standard';
}

function setQuotaHeaders(response: Response, { limit, remaining, reset }: RateLimit): void {
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', remaining);
  response.setHeader('X-RateLimit-Reset', reset);
}

function exhausted(key: ApiKey, type: QuotaType, usage: Usage): VitaeError {
  const { limit, reset } = rateLimitOf(type, key.limits, usage);
  const message = exhaustedMessage(type, limit, reset, key.timeZone);
  return new VitaeError('RESOURCE_EXHAUSTED', 'rate_limited', message, { retryAfter: retryAfter(usage) });
}

function noRoute(methods: string[], response: Response): VitaeError {
  if (methods.length === 0) return routeNotFound();
  response.setHeader('Allow', methods.join(', '));
  return new VitaeError('UNIMPLEMENTED', 'method_not_allowed', `This address answers ${methods.join(', ')}.`, {
    status: 405,
  });
}
