import type { Logger } from '@vitae/kit/log';
import type { Metrics } from '@vitae/kit/metrics';
import { metricsRoute, probeRoutes, type Readiness } from '@vitae/kit/probes';
import express from 'express';
import type { ArtifactStore } from './artifact-store.ts';
import { serveArtifact } from './serve-artifact.ts';

export type ExportApp = { store: ArtifactStore; readiness: Readiness; metrics: Metrics; log: Logger };

/** The HTTP side: finished files and probes. Signing and quotas are the gateway's. */
export function createApp({ store, readiness, metrics, log }: ExportApp): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(probeRoutes(readiness), metricsRoute(metrics));
  app.get('/artifacts/:address', serveArtifact(store, log));
  app.use((_request, response) => {
    response.status(404).json({ error: { code: 404, message: 'There is nothing at this address.' } });
  });
  return app;
}
