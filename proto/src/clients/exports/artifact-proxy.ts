import type { Agent, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { helpHeaders } from '@vitae/kit/http/error-response';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { releaseSlot } from '@vitae/kit/http/shed-load';
import { traceHeaders } from '@vitae/kit/tracing';
import type { Request, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { acceptRedirectHeader, archivedCvsHeader } from '../../export-job.ts';
import { limitResponseTime } from './artifact-locator.ts';

export type ProxyTarget = {
  worker: string;
  address: string;
  authorization: string;
  /** Time limit until the response starts. */
  responseTimeoutMs: number;
  /** Whether the client may be redirected to the file. */
  acceptsRedirect: boolean;
};

/** Forwards a request to a worker. Resolves when the response is complete, and rejects if it cannot be sent. */
type ArtifactProxy = (target: ProxyTarget, request: Request, response: Response) => Promise<void>;

type ArtifactProxyOptions = {
  agent: Agent;
  /** A worker that sends nothing for this time is given up. Time in which the client does not read is not counted. */
  idleTimeoutMs: number;
  onResponse(address: string, response: IncomingMessage): void;
};

// The client's signature and cookies are not sent to the worker.
const FORWARDED_HEADERS = new Set(['host', 'connection', 'accept', 'if-none-match', 'if-range', 'range']);
// Set by the gateway, or internal to the connection with the worker.
const REMOVED_HEADERS = [
  'x-request-id',
  'x-powered-by',
  'cache-control',
  'connection',
  'keep-alive',
  archivedCvsHeader.toLowerCase(),
];

export function createArtifactProxy({ agent, idleTimeoutMs, onResponse }: ArtifactProxyOptions): ArtifactProxy {
  const pending = new WeakMap<object, ProxyTarget & { trace: Record<string, string>; reject(error: unknown): void }>();
  const targetOf = (request: Request) => {
    const target = pending.get(request);
    if (!target) throw new Error('The request has no proxy target');
    return target;
  };
  const proxy = createProxyMiddleware<Request, Response>({
    agent,
    buffer: new EmptyBody(),
    changeOrigin: true,
    router: (request) => targetOf(request).worker,
    pathRewrite: (_path, request) => `/artifacts/${targetOf(request).address}`,
    on: {
      proxyReq: (proxied, request, response) => {
        const { authorization, responseTimeoutMs, acceptsRedirect, trace } = targetOf(request);
        limitResponseTime(proxied, responseTimeoutMs);
        proxied.setTimeout(idleTimeoutMs);
        proxied.on('timeout', () => {
          if (response.writableNeedDrain) proxied.setTimeout(idleTimeoutMs);
          else proxied.destroy(new Error('The worker stopped sending'));
        });
        for (const name of proxied.getHeaderNames()) if (!FORWARDED_HEADERS.has(name)) proxied.removeHeader(name);
        proxied.setHeader('Authorization', authorization);
        if (acceptsRedirect) proxied.setHeader(acceptRedirectHeader, '1');
        proxied.setHeader('X-Request-Id', requestIdOf(response));
        for (const [name, value] of Object.entries(trace)) proxied.setHeader(name, value);
      },
      proxyRes: (proxied, request, response) => {
        onResponse(targetOf(request).address, proxied);
        for (const name of REMOVED_HEADERS) delete proxied.headers[name];
        const reason = REASONS.get(proxied.statusCode ?? 0);
        if (reason) response.set(helpHeaders(reason, response));
        releaseSlot(response);
      },
      error: (error, request) => targetOf(request).reject(error),
    },
  });
  return async (target, request, response) => {
    if (response.destroyed) return; // the client disconnected
    await new Promise<void>((resolve, reject) => {
      pending.set(request, { ...target, trace: traceHeaders(), reject });
      response.once('close', resolve);
      Promise.resolve(proxy(request, response, reject)).catch(reject);
    });
  };
}

/** The reasons of a worker's errors. */
const REASONS: ReadonlyMap<number, string> = new Map([
  [404, 'export_not_found'],
  [503, 'service_unavailable'],
]);

/** The body of proxied requests. The client's request stream cannot be read a second time when another worker is tried. */
class EmptyBody extends Readable {
  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    destination.end();
    return destination;
  }
}
