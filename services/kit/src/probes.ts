import express from 'express';
import { type Metrics, OPENMETRICS, PROMETHEUS, version } from './metrics.ts';

/** Checks by name. A check rejects if the part of the process or the dependency does not respond. */
export type Checks = Record<string, () => Promise<void>>;

export type Readiness = {
  /** Returns the names of failing parts of the process, or "stopping" while it drains. */
  failing(): Promise<string[]>;
  drain(): void;
};

/** For readiness and metrics. The outage guard stops waiting earlier. */
const CHECK_TIMEOUT_MS = 1_500;

/**
 * Decides whether load balancers send requests to this process. `parts` belong to the process, such as a browser. A shared
 * dependency is not one of them: its failure would remove all processes together, and clients would get the load
 * balancer's error page instead of 503 with Retry-After.
 */
export function createReadiness(parts: Checks = {}): Readiness {
  let draining = false;
  return {
    failing: async () => (draining ? ['stopping'] : failingChecks(parts)),
    drain: () => {
      draining = true;
    },
  };
}

/** Returns the names of the checks that reject or do not respond in time. */
export async function failingChecks(checks: Checks): Promise<string[]> {
  const nameIfFailing = async ([name, check]: [string, () => Promise<void>]) => {
    try {
      await Promise.race([check(), rejectAfter(CHECK_TIMEOUT_MS)]);
      return undefined;
    } catch {
      return name; // the connection logs the cause
    }
  };
  return (await Promise.all(Object.entries(checks).map(nameIfFailing))).filter((name) => name !== undefined);
}

/** Reports in the metrics which dependencies respond to this process. */
export function observeDependencies(metrics: Metrics, checks: Checks): void {
  const help = 'Whether a dependency responds to this process (1) or not (0)';
  metrics.gauge('vitae_dependency_running', help, ['dependency'], async (gauge) => {
    const failing = await failingChecks(checks);
    for (const dependency of Object.keys(checks)) gauge.set({ dependency }, failing.includes(dependency) ? 0 : 1);
  });
}

/** `GET /healthz` and `GET /readyz`. The version is not a secret: the API description contains it too. */
export function probeRoutes(readiness: Readiness): express.Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'alive' });
  });
  router.get('/readyz', async (_request, response) => {
    const failing = await readiness.failing();
    response.set('Cache-Control', 'no-store');
    if (failing.length === 0) response.json({ status: 'ready', version });
    else response.status(503).set('Retry-After', '1').json({ status: 'not ready', failing });
  });
  return router;
}

/** `GET /metrics` in the Prometheus text format, or as OpenMetrics with exemplars if the client prefers it. */
export function metricsRoute(metrics: Metrics): express.Router {
  const router = express.Router();
  router.get('/metrics', async (request, response) => {
    const contentType = request.accepts([PROMETHEUS, OPENMETRICS]) === OPENMETRICS ? OPENMETRICS : PROMETHEUS;
    response.set('Content-Type', contentType).send(await metrics.render(contentType));
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
