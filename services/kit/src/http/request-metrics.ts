import type { Metrics } from '../metrics.ts';
import { countObjectives, type RequestObjective } from './request-objectives.ts';

export type ObservedRequest = {
  method: string;
  /** The name or template of the route, never a path. */
  route: string;
  /** Undefined if the client closed the connection before the end of the response. */
  status: number | undefined;
  /** Why the request was rejected or failed. */
  outcome: string;
  durationMs: number;
  /** Set if the request is exported as a trace. */
  traceId?: string | undefined;
};

export type ObserveRequest = (request: ObservedRequest) => void;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The status of requests that the client aborted, as in the logs of nginx. */
const ABORTED = '499';

/** More than there are routes or causes. The causes of calls come from other processes. */
const MAX_LABEL_VALUES = 600;

/** Counts and times requests, by the names of OpenTelemetry, and counts them toward the objectives. */
export function createRequestMetrics(metrics: Metrics, objectives: readonly RequestObjective[] = []): ObserveRequest {
  const seconds = metrics.histogram('http_server_request_duration_seconds', 'Time from request to response', [
    'http_request_method',
    'http_route',
    'http_response_status_code',
  ]);
  const rejected = metrics.counter(
    'vitae_rejected_requests_total',
    'Requests that were rejected, shed, aborted or failed, by cause',
    ['cause'],
  );
  const countTowardObjectives = objectives.length > 0 ? countObjectives(metrics, objectives) : undefined;
  const routeLabel = boundLabel();
  const causeLabel = boundLabel();
  return (request) => {
    const { method, status, outcome, durationMs, traceId = '' } = request;
    const route = routeLabel(request.route);
    const labels = {
      http_request_method: knownMethod(method),
      http_route: route,
      http_response_status_code: status === undefined ? ABORTED : String(status),
    };
    seconds.observe(labels, durationMs / 1_000, traceId);
    if (status === undefined || status >= 400) rejected.inc({ cause: causeLabel(outcome) });
    countTowardObjectives?.(route === request.route ? request : { ...request, route });
  };
}

/** Returns the method, or the value that OpenTelemetry defines for unknown ones. */
export function knownMethod(method: string): string {
  return METHODS.has(method) ? method : '_OTHER';
}

/** Returns a function that replaces all values after the first ones by `other`, so that labels stay bounded. */
function boundLabel(): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= MAX_LABEL_VALUES) return 'other';
    known.add(value);
    return value;
  };
}
