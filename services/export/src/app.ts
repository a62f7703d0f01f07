import { httpStatus, invalid, VitaeError } from '@vitae/kit/errors';
import { logRequests } from '@vitae/kit/http/log-requests';
import { requestId } from '@vitae/kit/http/request-id';
import type { ObserveRequest } from '@vitae/kit/http/request-metrics';
import { traceRequests } from '@vitae/kit/http/trace-requests';
import type { Logger } from '@vitae/kit/log';
import type { Metrics } from '@vitae/kit/metrics';
import { metricsRoute, probeRoutes, type Readiness } from '@vitae/kit/probes';
import type { AuthorizeCall } from '@vitae/kit/service-identity';
import type { CompaniesOfProcesses } from '@vitae/proto/export-grant';
import express, { type Request, type Response } from 'express';
import { z } from 'zod';
import type { ArtifactStore } from './artifacts/artifact-store.ts';
import { serveArtifact, serveReceipt } from './artifacts/serve-artifact.ts';

type ExportApp = {
  store: ArtifactStore;
  /** Decides who may download files. Probes are public. */
  authorize: AuthorizeCall;
  /** Whether clients of the gateway are redirected to the object storage. */
  redirects: boolean;
  /** The companies whose files each process may download. */
  consumers: CompaniesOfProcesses;
  readiness: Readiness;
  metrics: Metrics;
  log: Logger;
  /** The ratio of successful requests that are logged. */
  logSuccessRatio: number;
  observeRequest: ObserveRequest;
};

/** Creates the HTTP side of the worker: exported files, probes and metrics. Clients reach files through the gateway. */
export function createApp(parts: ExportApp): express.Express {
  const { store, redirects, authorize, consumers, readiness, metrics, log, logSuccessRatio, observeRequest } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(probeRoutes(readiness), metricsRoute(metrics));
  app.use(requestId, traceRequests({ behindProxy: true }), logRequests(log, logSuccessRatio, observeRequest));
  app.get('/artifacts/:address{/receipt}', async (request, response, next) => {
    const caller = await authorize(tokenOf(request), 'artifacts');
    response.locals.companies = consumers.get(caller ?? '');
    if (response.locals.companies) return next();
    reject(response);
  });
  app.get('/artifacts/:address', serveArtifact({ store, redirects, log }));
  app.get('/artifacts/:address/receipt', serveReceipt({ store, log }));
  app.post('/moves', express.json({ limit: '1kb' }), async (request, response) => {
    if ((await authorize(tokenOf(request), 'moves')) === undefined) return reject(response);
    const batch = moveRequest.safeParse(request.body);
    if (!batch.success) return respondWithError(response, invalid('`after` and `dryRun` are required.'));
    await store.moveFiles(batch.data).then(
      (moved) => response.json(moved),
      (thrown: unknown) => {
        log.error({ err: thrown }, 'Moving files failed');
        respondWithError(response, VitaeError.from(thrown));
      },
    );
  });
  app.use((_request, response) => {
    response.status(404).json({ error: { code: 404, message: 'Not found.' } });
  });
  return app;
}

const moveRequest = z.strictObject({ after: z.string(), dryRun: z.boolean() });

function tokenOf(request: Request): string {
  return (request.get('Authorization') ?? '').replace(/^Bearer /, '');
}

function reject(response: Response): void {
  response
    .status(401)
    .set('WWW-Authenticate', 'Bearer')
    .json({ error: { code: 401, message: 'A token signed with a registered service key is required.' } });
}

function respondWithError(response: Response, error: VitaeError): void {
  const code = httpStatus(error);
  response.status(code).json({ error: { code, message: error.message } });
}
