import type { Logger } from '@vitae/kit/log';
import type { Metrics } from '@vitae/kit/metrics';
import { metricsRoute, probeRoutes, type Readiness } from '@vitae/kit/probes';
import type { AuthorizeCall } from '@vitae/kit/service-identity';
import type { CompaniesOfProcesses } from '@vitae/proto/export-grant';
import express from 'express';
import type { ArtifactStore } from './artifacts/artifact-store.ts';
import { serveArtifact } from './artifacts/serve-artifact.ts';

export type ExportApp = {
  store: ArtifactStore;
  /** Decides who may download files. Probes are public. */
  authorize: AuthorizeCall;
  /** The companies whose files each process may download. */
  consumers: CompaniesOfProcesses;
  readiness: Readiness;
  metrics: Metrics;
  log: Logger;
};

/** Creates the HTTP side of the worker: exported files, probes and metrics. Clients reach files through the gateway. */
export function createApp({ store, authorize, consumers, readiness, metrics, log }: ExportApp): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(probeRoutes(readiness), metricsRoute(metrics));
  app.get('/artifacts/:address', async (request, response, next) => {
    const token = (request.get('Authorization') ?? '').replace(/^Bearer /, '');
    const caller = await authorize(token, 'artifacts');
    response.locals.companies = consumers.get(caller ?? '');
    if (response.locals.companies) return next();
    response
      .status(401)
      .set('WWW-Authenticate', 'Bearer')
      .json({ error: { code: 401, message: 'A token signed with a registered service key is required.' } });
  });
  app.get('/artifacts/:address', serveArtifact(store, log));
  app.use((_request, response) => {
    response.status(404).json({ error: { code: 404, message: 'Not found.' } });
  });
  return app;
}
