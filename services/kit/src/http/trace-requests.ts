import type { IncomingHttpHeaders } from 'node:http';
import { context, SpanKind, SpanStatusCode, type TextMapGetter } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import { contextFrom, isTracing, openSpan } from '../tracing.ts';
import { routeOf } from './log-requests.ts';
import { requestIdOf } from './request-id.ts';
import { knownMethod } from './request-metrics.ts';

const HEADERS: TextMapGetter<IncomingHttpHeaders> = {
  keys: (headers) => Object.keys(headers),
  get: (headers, key) => headers[key],
};

/**
 * Records a span for each request, from its headers to the end of its response. Continues a trace of the load balancer if
 * `behindProxy` is set; otherwise clients could decide which requests are traced.
 */
export function traceRequests({ behindProxy }: { behindProxy: boolean }): RequestHandler {
  return (request, response, next) => {
    if (!isTracing()) return next();
    const parent = behindProxy ? contextFrom(request.headers, HEADERS) : context.active();
    const method = knownMethod(request.method);
    const attributes = { 'http.request.method': method, 'vitae.request_id': requestIdOf(response) };
    const { span, within } = openSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    response.once('close', () => {
      const route = routeOf(request, response);
      // A path would be unbounded.
      if (route) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
      span.setAttribute('http.response.status_code', response.statusCode);
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(within, next);
  };
}
