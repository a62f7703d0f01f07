import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from '../log.ts';
import { activeTraceId, isTracing, sampledTraceId } from '../tracing.ts';
import { requestIdOf } from './request-id.ts';
import { knownMethod, type ObserveRequest } from './request-metrics.ts';

/** What is known about a request only after routing or authentication. Never a path, a query or a text of the client. */
export type RequestFacts = {
  /** The template of the route, such as `/api/v1/cv/{id}`. */
  route?: string;
  companyId?: number;
  keyId?: number;
  applicationId?: number;
  /** Why the request was rejected. */
  outcome?: string;
};

/**
 * Middleware that logs one line per request when its response is closed, however it ended.
 * @param successRatio The ratio of requests with a status below 400 that are logged. All others always are.
 * @param observe Counts every request in the metrics.
 */
export function logRequests(log: Logger, successRatio: number, observe?: ObserveRequest): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const { socket } = request;
    const sentBefore = socket.bytesWritten;
    const facts: RequestFacts = {};
    response.locals.facts = facts;
    const traceId = isTracing() ? activeTraceId() : undefined;
    const exemplarId = sampledTraceId();
    response.once('close', () => {
      const { statusCode: status, writableFinished: isComplete } = response;
      const durationMs = performance.now() - started;
      const route = routeOf(request, response) ?? UNKNOWN_ROUTE;
      const outcome = isComplete ? (facts.outcome ?? (status < 400 ? 'ok' : 'rejected')) : 'aborted';
      observe?.({
        method: request.method,
        route,
        status: isComplete ? status : undefined,
        outcome,
        durationMs,
        traceId: exemplarId,
      });
      if (status < 400 && isComplete && Math.random() >= successRatio) return;
      log.info(
        {
          method: request.method,
          status,
          durationMs: Math.round(durationMs * 10) / 10,
          // Includes headers. Requests of one connection follow each other.
          bytes: socket.bytesWritten - sentBefore,
          requestId: requestIdOf(response),
          ...(traceId && { traceId }),
          ...facts,
          route,
          outcome,
        },
        'Request',
      );
    });
    next();
  };
}

/** A request that is rejected before it reaches Express. Its method, route and caller are unknown or not trusted. */
export type MalformedRequest = { status: number; bytes: number; requestId: string; outcome: string };
export type RecordMalformed = (request: MalformedRequest) => void;

/** Logs and counts malformed requests like other requests. */
export function recordMalformedRequests(log: Logger, observe: ObserveRequest): RecordMalformed {
  return ({ status, bytes, requestId, outcome }) => {
    const facts = { method: knownMethod(''), route: UNKNOWN_ROUTE, status, durationMs: 0, bytes, requestId, outcome };
    observe(facts);
    log.info(facts, 'Request');
  };
}

/** Adds to the log line of the request. */
export function recordFacts(response: Response, facts: RequestFacts): void {
  const known = response.locals.facts as RequestFacts | undefined;
  if (known) Object.assign(known, facts);
}

/** The route of requests that were rejected before routing or have an unknown path. */
const UNKNOWN_ROUTE = 'unknown';

/** Returns the template of the matched route, such as `/p/{slug}`. It is known when the response is closed. */
export function routeOf(request: Request, response: Response): string | undefined {
  const { route } = (response.locals.facts ?? {}) as RequestFacts;
  const [template]: unknown[] = [request.route?.path].flat();
  return route ?? (typeof template === 'string' ? routeTemplate(template) : undefined);
}

/** Writes parameters of a path as in OpenAPI: `/p/:slug` is `/p/{slug}`. */
export function routeTemplate(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}
