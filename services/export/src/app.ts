import type { Logger } from '@vitae/kit/log';
import type { Metrics } from '@vitae/kit/metrics';
import { metricsRoute, probeRoutes, type Readiness } from '@vitae/kit/probes';
import type { AuthorizeCall } from '@vitae/kit/service-identity';
import express from 'express';
import type { ArtifactStore } from './artifact-store.ts';
import { serveArtifact } from './serve-artifact.ts';

export type ExportApp = {
  store: ArtifactStore;
  /** Which of our processes may read the files; probes answer everybody. */
  admits: AuthorizeCall;
  readiness: Readiness;
  metrics: Metrics;
  log: Logger;
};

/** The HTTP side: finished files and probes. Signing and quotas are the gateway's. */
export function createApp({ store, admits, readiness, metrics, log }: ExportApp): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(probeRoutes(readiness), metricsRoute(metrics));
  app.get('/artifacts/:address', (request, response, next) => {
    const token = (request.get('Authorization') ?? '').replace(/^Bearer /, '');
    if (admits(token, 'artifacts')) return next();
    response
      .status(401)
      .set('WWW-Authenticate', 'Bearer')
      .json({ error: { code: 401, message: 'Files are read with a token signed with SERVICE_KEYS.' } });
  });
  app.get('/artifacts/:address', serveArtifact(store, log));
  app.use((_request, response) => {
    response.status(404).json({ error: { code: 404, message: 'There is nothing at this address.' } });
  });
  return app;
}
