import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handleClientErrors, rejectExpectation, rejectMalformed, timeoutError } from './client-errors.ts';
import { expressClasses, isExpress } from './express-classes.ts';
import type { RecordMalformed } from './log-requests.ts';
import { limitReceiving, type ReceiveLimits, receiveLimits } from './receive-timeout.ts';
import { normalizeTarget } from './request-target.ts';

export type HttpListener = {
  server: Server;
  port: number;
  /** Closes each connection after its next response, so that clients reconnect to another process. */
  drain(): void;
  close(): Promise<void>;
};

/**
 * Starts an HTTP server. `record` receives the requests that are rejected before they reach the application. `close`
 * stops accepting connections, waits for running requests and closes idle connections.
 */
export async function listenHttp(
  app: RequestListener,
  host: string,
  port: number,
  record?: RecordMalformed,
  limits: ReceiveLimits = receiveLimits,
): Promise<HttpListener> {
  // By default, Node enforces these timeouts only every 30 s.
  const timeouts = { requestTimeout: limits.maxMs, headersTimeout: 10_000, keepAliveTimeout: 65_000 };
  // Node would reject requests without a host with an empty response.
  const options = { ...timeouts, connectionsCheckingInterval: 2_000, requireHostHeader: false };
  const classes = isExpress(app) ? expressClasses(app) : {};
  const server = createServer({ ...options, ...classes }, (request, response) => {
    limitReceiving(request, limits, () => server.emit('clientError', timeoutError(), request.socket));
    if (normalizeTarget(request)) app(request, response);
    else rejectMalformed(response, record);
  });
  server.on('checkExpectation', (_request, response) => rejectExpectation(response, record));
  handleClientErrors(server, record);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    server,
    port: (server.address() as AddressInfo).port,
    drain: () => {
      server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
    },
    close: () =>
      new Promise((resolve) => {
        // Connections with a running request become idle later.
        const idle = setInterval(() => server.closeIdleConnections(), 50);
        server.close(() => {
          clearInterval(idle);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
