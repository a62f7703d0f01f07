import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Metrics } from './metrics.ts';

/** Name of a dependency → a call that rejects when it does not answer. */
export type Checks = Record<string, () => Promise<void>>;

export type Readiness = {
  /** The names of the dependencies that do not answer; "stopping" while draining. */
  failing(): Promise<string[]>;
  drain(): void;
};

const CHECK_WITHIN_MS = 1_500;

export function createReadiness(checks: Checks): Readiness {
  let draining = false;
  const answers = async ([name, check]: [string, () => Promise<void>]) => {
    try {
      await Promise.race([check(), rejectAfter(CHECK_WITHIN_MS)]);
      return undefined;
    } catch {
      return name; // the answer to the probe says which; its own log says why
    }
  };
  return {
    failing: async () => {
      if (draining) return ['stopping'];
      return (await Promise.all(Object.entries(checks).map(answers))).filter((name) => name !== undefined);
    },
    drain: () => {
      draining = true;
    },
  };
}

/** `GET /healthz` and `GET /readyz`. */
export function probeRoutes(readiness: Readiness): express.Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'alive' });
  });
  router.get('/readyz', async (_request, response) => {
    const failing = await readiness.failing();
    response.set('Cache-Control', 'no-store');
    if (failing.length === 0) response.json({ status: 'ready' });
    else response.status(503).set('Retry-After', '1').json({ status: 'not ready', failing });
  });
  return router;
}

/** `GET /metrics` in the Prometheus text format. */
export function metricsRoute(metrics: Metrics): express.Router {
  const router = express.Router();
  router.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
}

/** The whole probe application of a process that serves no other HTTP. */
export function probeApp(readiness: Readiness, metrics: Metrics): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(probeRoutes(readiness), metricsRoute(metrics));
  return app;
}

export type HttpListener = {
  server: Server;
  port: number;
  /** From now on each answer is the last of its connection: clients make the next one elsewhere. */
  drain(): void;
  close(): Promise<void>;
};

/** Listens; `close` stops accepting, lets running requests end and drops idle connections. */
export async function listenHttp(app: RequestListener, host: string, port: number): Promise<HttpListener> {
  // Node looks for connections that are too slow twice a minute only, unless told otherwise.
  const times = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 };
  const server = createServer({ ...times, connectionsCheckingInterval: 2_000 }, app);
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
        // A connection whose answer is still on its way becomes idle later.
        const idle = setInterval(() => server.closeIdleConnections(), 50);
        server.close(() => {
          clearInterval(idle);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('The check did not answer in time')), ms).unref();
  });
}
