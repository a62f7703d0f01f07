import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from '../log.ts';
import { activeTraceId, isTracing } from '../tracing.ts';
import { requestIdOf } from './request-id.ts';
import type { ObserveRequest } from './request-metrics.ts';

/** What is known about a request only after routing or authentication. Never a path, a query or a text of the client. */
export type RequestFacts = {
  /** The name or template of the route. */
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
    response.once('close', () => {
      const { statusCode: status, writableFinished: isComplete } = response;
      const durationMs = performance.now() - started;
      const route = facts.route ?? templateOf(request);
      const outcome = isComplete ? (facts.outcome ?? (status < 400 ? 'ok' : 'rejected')) : 'aborted';
      observe?.({
        method: request.method,
        route: route ?? UNKNOWN_ROUTE,
        status: isComplete ? status : undefined,
        outcome,
        durationMs,
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

/** Adds to the log line of the request. */
export function recordFacts(response: Response, facts: RequestFacts): void {
  const known = response.locals.facts as RequestFacts | undefined;
  if (known) Object.assign(known, facts);
}

/** The route of requests that were rejected before routing or have an unknown path. */
const UNKNOWN_ROUTE = 'unknown';

/** Returns the first path of the matched route, such as `/p/:slug`. */
function templateOf(request: Request): string | undefined {
  const [template]: unknown[] = [request.route?.path].flat();
  return typeof template === 'string' ? template : undefined;
}
