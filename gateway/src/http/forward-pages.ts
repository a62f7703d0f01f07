import { Agent } from 'node:http';
import { unavailable } from '@vitae/kit/errors';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { traceHeaders } from '@vitae/kit/tracing';
import type { Request, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

export type PageForwarder = {
  /** Sends the request to a site process and its response to the client. */
  forward(request: Request, response: Response): Promise<void>;
  close(): void;
};

/** Forwards page requests to the site processes in turn, so that API and pages share one address. */
export function createPageForwarder(sites: readonly string[]): PageForwarder {
  const agent = new Agent({ keepAlive: true });
  const failures = new WeakMap<Request, (error: unknown) => void>();
  let turn = 0;
  const proxy = createProxyMiddleware<Request, Response>({
    agent,
    router: () => sites[turn++ % sites.length] as string,
    on: {
      proxyReq: (proxied, request, response) => {
        // Overwrite what the client sent: the site trusts these headers.
        proxied.setHeader('X-Forwarded-For', request.ip ?? '');
        proxied.setHeader('X-Forwarded-Proto', request.protocol);
        proxied.setHeader('X-Forwarded-Host', request.host ?? '');
        proxied.setHeader('X-Request-Id', requestIdOf(response));
      },
      error: (error, request) => failures.get(request)?.(error),
    },
  });
  return {
    forward: (request, response) =>
      new Promise((resolve, reject) => {
        const fail = (error: unknown) =>
          reject(unavailable('service_unavailable', 'The site is not reachable. Try again shortly.', error));
        failures.set(request, fail);
        continueTrace(request);
        response.once('close', resolve);
        Promise.resolve(proxy(request, response, fail)).catch(fail);
      }),
    close: () => agent.destroy(),
  };
}

/** Replaces the trace context that the client sent, because the site trusts it. */
function continueTrace({ headers }: Request): void {
  for (const name of ['traceparent', 'tracestate', 'baggage']) delete headers[name];
  Object.assign(headers, traceHeaders());
}
