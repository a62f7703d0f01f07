import express from 'express';
import type { Metrics } from './metrics.ts';

/** Checks by dependency name. A check rejects if the dependency does not respond. */
export type Checks = Record<string, () => Promise<void>>;

export type Readiness = {
  /** Returns the names of failing dependencies, or "stopping" while the process drains. */
  failing(): Promise<string[]>;
  drain(): void;
};

const CHECK_TIMEOUT_MS = 1_500;

export function createReadiness(checks: Checks): Readiness {
  let draining = false;
  const nameIfFailing = async ([name, check]: [string, () => Promise<void>]) => {
    try {
      await Promise.race([check(), rejectAfter(CHECK_TIMEOUT_MS)]);
      return undefined;
    } catch {
      return name; // the connection logs the cause
    }
  };
  return {
    failing: async () => {
      if (draining) return ['stopping'];
      return (await Promise.all(Object.entries(checks).map(nameIfFailing))).filter((name) => name !== undefined);
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

/** Health, readiness and metrics for a process that serves no other HTTP. */
export function probeApp(readiness: Readiness, metrics: Metrics): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(probeRoutes(readiness), metricsRoute(metrics));
  return app;
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('The check timed out')), ms).unref();
  });
}
