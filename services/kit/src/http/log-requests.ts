import type { RequestHandler, Response } from 'express';
import type { Logger } from '../log.ts';
import { activeTraceId, isTracing } from '../tracing.ts';
import { requestIdOf } from './request-id.ts';

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
 */
export function logRequests(log: Logger, successRatio: number): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const { socket } = request;
    const sentBefore = socket.bytesWritten;
    const facts: RequestFacts = {};
    response.locals.facts = facts;
    const traceId = isTracing() ? activeTraceId() : undefined;
    response.once('close', () => {
      const { statusCode: status } = response;
      if (status < 400 && response.writableFinished && Math.random() >= successRatio) return;
      const template: unknown = request.route?.path;
      log.info(
        {
          method: request.method,
          route: typeof template === 'string' ? template : undefined,
          status,
          durationMs: Math.round((performance.now() - started) * 10) / 10,
          // Includes headers. Requests of one connection follow each other.
          bytes: socket.bytesWritten - sentBefore,
          requestId: requestIdOf(response),
          ...(traceId && { traceId }),
          ...facts,
          outcome: response.writableFinished ? (facts.outcome ?? (status < 400 ? 'ok' : 'rejected')) : 'aborted',
        },
        'Request',
      );
    });
    next();
  };
}

/** Adds to the log line of the request. */
export function noteFacts(response: Response, facts: RequestFacts): void {
  const known = response.locals.facts as RequestFacts | undefined;
  if (known) Object.assign(known, facts);
}
