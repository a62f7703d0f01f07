import type { Clock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import type { Metrics } from '@vitae/kit/metrics';
import { probeRoutes, type Readiness } from '@vitae/kit/probes';
import express from 'express';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { createGate } from './auth/gate.ts';
import type { Services } from './clients/services.ts';
import { createCompanyStore } from './companies/company-store.ts';
import type { Config } from './config.ts';
import { type AnswerRecorder, createAnswerRecorder } from './consumption/answer-recorder.ts';
import { createConsumptionStore } from './consumption/consumption-store.ts';
import { createFlusher, type Flusher } from './consumption/flusher.ts';
import { createOpenMinutes } from './consumption/open-minutes.ts';
import { createAdministrators } from './credentials/administrators.ts';
import { createDeleteUser } from './erasure/delete-user.ts';
import { createEraser, type Eraser } from './erasure/eraser.ts';
import { createPendingDeletions } from './erasure/pending-deletions.ts';
import { allTraces } from './erasure/traces.ts';
import type { Artifacts } from './exports/artifacts.ts';
import type { ExportQueue } from './exports/export-queue.ts';
import { createExportRecords } from './exports/export-records.ts';
import { createExports } from './exports/exports.ts';
import { createCompanyApi, fail } from './http/company-api.ts';
import { rawBody } from './http/raw-body.ts';
import { requestId } from './http/request-id.ts';
import { createRequestMetrics } from './http/request-metrics.ts';
import { createRouteTable } from './http/route-table.ts';
import { securityHeaders } from './http/security-headers.ts';
import { onlyOnItsHost, routeNotFound } from './http/surfaces.ts';
import { createIndexes } from './indexes.ts';
import { createKeyCache, type KeyCache } from './keys/key-cache.ts';
import { createKeyStore } from './keys/key-store.ts';
import { createKeyLoader } from './keys/load-key.ts';
import { createSecretBox } from './keys/secret-box.ts';
import { docsRoutes } from './openapi/docs-routes.tsx';
import { createOwnerAccess } from './owner-access.ts';
import { createOwnerSurfaces, type OwnerSurfaces } from './owner-surfaces.ts';
import { createAdmissionControl } from './quota/admission.ts';
import { createCommentAuthor } from './routes/comment-author.ts';
import { companyRoutes } from './routes/company-routes.ts';
import { serveStylesheet } from './site/stylesheet.ts';

/** What a gateway needs that is open already. */
export type GatewayParts = {
  config: Config;
  connection: Connection;
  redis: Redis;
  services: Services;
  queue: ExportQueue;
  artifacts: Artifacts;
  readiness: Readiness;
  /** Whether announcements of changed keys can be heard. */
  announcementsArrive(): boolean;
  metrics: Metrics;
  clock: Clock;
  log: Logger;
};

export type Gateway = {
  app: express.Express;
  keyCache: KeyCache;
  recorder: AnswerRecorder;
  flusher: Flusher;
  eraser: Eraser;
  /** Makes the indexes. Run before the first call. */
  prepare(): Promise<void>;
};

const DAY_MS = 86_400_000;

/** Builds the gateway without listening. */
export function createGateway(parts: GatewayParts): Gateway {
  const { config, connection, redis, services, queue, artifacts, clock, log } = parts;
  const { resume, comments } = services;
  const companies = createCompanyStore(connection);
  const box = createSecretBox(config.MASTER_KEYS);
  const load = createKeyLoader({ keys: createKeyStore(connection), companies, box, clock });
  const keyCache = createKeyCache({ load, announcementsArrive: parts.announcementsArrive, clock });
  const recorder = createAnswerRecorder(redis, log);
  const flusher = createFlusher({
    open: createOpenMinutes(redis),
    store: createConsumptionStore(connection),
    companyIds: async () => (await companies.list()).map(({ id }) => id),
    log,
  });
  const records = createExportRecords(connection);
  const exports = createExports({ resume, queue, artifacts });
  const { EXPORT_WAIT_MS: waitMs, COMPANY_API_URL: companyApiUrl } = config;
  const access = createOwnerAccess({ connection, redis, box, clock });
  const traces = allTraces({ services, forgetOwner: access.forgetOwner, queue, clock });
  const pending = createPendingDeletions(connection);
  const deleteUser = createDeleteUser({ resume, traces, pending, clock, log });
  const owners = createOwnerSurfaces({ config, access, redis, companies, box, deleteUser, clock, log });
  const routes = companyRoutes({
    resume,
    comments,
    author: createCommentAuthor(resume, createAdministrators(connection)),
    deleteUser,
    exports: { exports, queue, artifacts, records, resume, waitMs, companyApiUrl },
  });
  const companyApi = createCompanyApi({
    routes: createRouteTable(routes),
    gate: createGate({ keys: keyCache, admission: createAdmissionControl(redis), clock, log }),
    recorder,
    metrics: createRequestMetrics(parts.metrics),
    log,
  });
  return {
    app: createApp(parts, companyApi, owners, docsRoutes({ routes, companyApiUrl })),
    keyCache,
    recorder,
    flusher,
    eraser: createEraser({ resume, traces, pending, retentionMs: config.RETENTION_DAYS * DAY_MS, clock, log }),
    prepare: () => createIndexes(connection),
  };
}

/** The stack that every request goes through, from top to bottom. */
function createApp(
  { config, readiness, log }: GatewayParts,
  companyApi: express.RequestHandler,
  owners: OwnerSurfaces,
  docs: express.Router,
): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  if (config.TRUST_PROXY.length > 0) app.set('trust proxy', config.TRUST_PROXY);
  app.use(requestId);
  app.use(securityHeaders(config.COMPANY_API_URL.startsWith('https:')));
  app.use(rawBody);
  app.use('/api/v1', onlyOnItsHost('COMPANY_API_URL', config), companyApi);
  app.use(serveStylesheet);
  app.use(express.Router().use(onlyOnItsHost('SITE_URL', config), docs));
  app.use(express.Router().use(onlyOnItsHost('OAUTH_URL', config), owners.oauth));
  app.use(express.Router().use(onlyOnItsHost('SITE_URL', config), owners.site));
  app.use(probeRoutes(readiness));
  app.use((_request, _response, next) => next(routeNotFound()));
  app.use(((thrown, request, response, _next) =>
    fail(thrown, request, response, log)) satisfies express.ErrorRequestHandler);
  return app;
}
