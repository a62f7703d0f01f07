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
 * A span for each request, from its headers to the end of its answer. `behindProxy`: a trace that
 * our own load balancer began is continued; strangers cannot decide what is traced.
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

/** Gives the span of the request that runs its name: a route's, never a path. */
export function nameRequestSpan(endpoint: string): void {
  if (isTracing()) trace.getActiveSpan()?.updateName(endpoint).setAttribute('http.route', endpoint);
}
