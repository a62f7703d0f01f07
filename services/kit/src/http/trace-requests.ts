import type { IncomingHttpHeaders } from 'node:http';
import { context, SpanKind, type TextMapGetter, trace } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import { contextFrom, isTracing, openSpan } from '../tracing.ts';
import { requestIdOf } from './request-id.ts';

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
    const attributes = { 'http.request.method': request.method, 'vitae.request_id': requestIdOf(response) };
    const { span, within } = openSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent);
    response.once('close', () => {
      span.setAttribute('http.response.status_code', response.statusCode);
      span.end();
    });
    context.with(within, next);
  };
}

/** Names the span of the current request after its route. A path would be unbounded. */
export function nameRequestSpan(endpoint: string): void {
  if (isTracing()) trace.getActiveSpan()?.updateName(endpoint).setAttribute('http.route', endpoint);
}
