import { type AccountStores, createAccountStores } from '@vitae/accounts/account-stores';
import { createAdministrators } from '@vitae/accounts/administrators/administrators';
import { DEFAULT_TIME_ZONE } from '@vitae/accounts/companies/company-store';
import { createConsumptionStore } from '@vitae/accounts/consumption/consumption-store';
import { createOpenMinutes } from '@vitae/accounts/consumption/open-minutes';
import { createRefusedCalls } from '@vitae/accounts/consumption/refused-calls';
import { retentionOf } from '@vitae/accounts/consumption/retention';
import { createLoginAddresses } from '@vitae/accounts/credentials/login-addresses';
import { createUserErasure } from '@vitae/accounts/erasure/user-erasure';
import { createIndexes } from '@vitae/accounts/indexes';
import { createKeyUseRecorder } from '@vitae/accounts/keys/key-use';
import { createLegacyUseCounter } from '@vitae/accounts/keys/legacy-use';
import type { Clock } from '@vitae/kit/clock';
import { settleHeaders } from '@vitae/kit/http/answer-headers';
import { needSmallBody, rawBody } from '@vitae/kit/http/raw-body';
import { requestId } from '@vitae/kit/http/request-id';
import { targetOf } from '@vitae/kit/http/request-target';
import { createErrorResponder } from '@vitae/kit/http/respond-with-error';
import { securityHeaders } from '@vitae/kit/http/security-headers';
import { shedLoad } from '@vitae/kit/http/shed-load';
import { onlyOnItsHost, routeNotFound } from '@vitae/kit/http/surfaces';
import { traceRequests } from '@vitae/kit/http/trace-requests';
import type { Logger } from '@vitae/kit/log';
import type { Metrics } from '@vitae/kit/metrics';
import { probeRoutes, type Readiness } from '@vitae/kit/probes';
import { createStallGuard } from '@vitae/kit/stall-guard';
import type { Artifacts } from '@vitae/proto/clients/exports/artifacts';
import type { ExportQueue } from '@vitae/proto/clients/exports/export-queue';
import { createExports } from '@vitae/proto/clients/exports/exports';
import type { Services } from '@vitae/proto/clients/services';
import { reasonStatus } from '@vitae/proto/error-reasons';
import express from 'express';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { createGate } from './auth/company-authenticator.ts';
import { createKeyCache, type KeyCache } from './auth/key-cache.ts';
import { createKeyLoader } from './auth/load-key.ts';
import { createNonceStore } from './auth/oauth/nonce-store.ts';
import { createUserGate } from './auth/oauth/user-authenticator.ts';
import type { Config } from './config.ts';
import { createAnswerRecorder } from './consumption/answer-recorder.ts';
import { createApplicationRefusals } from './consumption/application-rejections.ts';
import { createFlusher } from './consumption/flusher.ts';
import { createCommentAuthor } from './features/comments/comment-author.ts';
import { createExportRecords } from './features/exports/export-records.ts';
import { createMetadataSearch } from './features/metadata/metadata-search.ts';
import { isOAuthStep, oauthStepRoutes } from './features/oauth-tokens/oauth-routes.ts';
import { createOwnerReads } from './features/owner-reads.ts';
import { ownProfileCall } from './features/users/profile.ts';
import { createReach } from './features/users/reach.ts';
import { createCompanyApi } from './http/company-api.ts';
import type { PageForwarder } from './http/forward-pages.ts';
import { createRequestMetrics } from './http/request-metrics.ts';
import { createRouteTable } from './http/route-table.ts';
import { createUserApi, type UserApi } from './http/user-api.ts';
import { createAdmissionControl } from './quota/admission.ts';
import { createReplayBarrier, type ReplayBarrier } from './quota/replay-barrier.ts';
import { createUserQuota } from './quota/user-quota.ts';
import { companyRoutes } from './routes.ts';
import { userRoutes } from './user-api-routes.ts';

/** Everything a gateway needs that is already open. */
export type GatewayParts = {
  config: Config;
  connection: Connection;
  redis: Redis;
  services: Services;
  queue: ExportQueue;
  artifacts: Artifacts;
  /** Undefined when a proxy in front routes pages to the site itself. */
  pages: PageForwarder | undefined;
  readiness: Readiness;
  /** Returns whether announcements of changed keys are received. */
  announcementsArrive(): boolean;
  metrics: Metrics;
  clock: Clock;
  log: Logger;
};

export type Gateway = ReturnType<typeof createGateway>;

/** Builds the gateway without listening. */
export function createGateway(parts: GatewayParts) {
  const stores = createAccountStores(parts, parts.config.MASTER_KEYS);
  const keyCache = createGatewayKeyCache(parts, stores);
  const background = createBackgroundWork(parts, stores);
  const apis = createApis(parts, stores, keyCache, background);
  return {
    app: createApp(parts, apis),
    keyCache,
    /** Each is closed when the process stops. */
    background,
    /** Creates the indexes. Run before the first request. */
    prepare: () => createIndexes(parts.connection),
    /** Starts the recurring work. */
    start: () => {
      background.eraser.start();
      background.loginAddresses.start();
    },
  };
}

function createGatewayKeyCache(parts: GatewayParts, { keys, companies, box }: AccountStores): KeyCache {
  const { clock, announcementsArrive, metrics } = parts;
  const help = 'Key lookups, by whether the cache had the key';
  const counter = metrics.counter('vitae_gateway_key_lookups_total', help, ['cache']);
  const [hits, misses] = [counter.labels('hit'), counter.labels('miss')];
  return createKeyCache({
    load: createKeyLoader({ keys: keys.keys, companies, box, clock }),
    announcementsArrive,
    onLookup: (hit) => (hit ? hits : misses).inc(),
    clock,
  });
}

type BackgroundWork = ReturnType<typeof createBackgroundWork>;

/** Work that goes on between requests: recorders, counters and recurring jobs. */
function createBackgroundWork(parts: GatewayParts, { companies, box, keys, owners }: AccountStores) {
  const { config, connection, redis, services, queue, clock, log } = parts;
  const store = createConsumptionStore(connection, retentionOf(config));
  const refusedCalls = createRefusedCalls({ redis, box, clock, log });
  const { eraser, deleteUser } = createUserErasure({
    connection,
    services,
    forgetOwner: owners.forgetOwner,
    queue,
    refusedCalls,
    retentionDays: config.RETENTION_DAYS,
    clock,
    log,
  });
  return {
    flusher: createFlusher({ open: createOpenMinutes(redis), store, companies: companies.list, log }),
    recorder: createAnswerRecorder(redis, log),
    refusedCalls,
    eraser: { ...eraser, deleteUser },
    loginAddresses: createLoginAddresses({
      connection,
      credentials: owners.credentials,
      resume: services.resume,
      clock,
      log,
    }),
    legacyUse: createLegacyUseCounter(keys.legacyUses, clock, log),
    keyUse: createKeyUseRecorder(keys.uses, clock, log),
  };
}

type Apis = { companyApi: express.RequestHandler; userApi: UserApi; oauthSteps: express.Router };

function createApis(parts: GatewayParts, stores: AccountStores, keyCache: KeyCache, background: BackgroundWork): Apis {
  const { config, connection, redis, clock, log } = parts;
  const { companies, box, owners } = stores;
  const { recorder, refusedCalls, legacyUse, keyUse } = background;
  const barrier = createReplayBarrier(connection, redis);
  const metrics = createRequestMetrics(parts.metrics);
  const fail = createErrorResponder(log, reasonStatus);
  const stalls = createStallGuard({ check: () => requireDependencies(parts.readiness) });
  const refusals = createApplicationRefusals({ recorder, refusedCalls, clock });
  const routes = createRoutes(parts, stores, background);
  return {
    companyApi: createCompanyApi({
      routes: createRouteTable(routes),
      gate: createGate({ keys: keyCache, admission: createAdmissionControl(redis, barrier), clock }),
      recorder,
      refusedCalls,
      legacyUse,
      keyUse,
      metrics,
      clock,
      stalls,
      fail,
    }),
    userApi: createUserApi({
      routes: userRoutes(routes, [ownProfileCall(parts.services.resume)]),
      gate: createUserGate({ ...owners, quota: createUserQuota(redis, barrier), box, clock }),
      timeZoneOf: async (id) => (await companies.find(id))?.timeZone ?? DEFAULT_TIME_ZONE,
      recorder,
      refusals,
      metrics,
      publicUrl: config.USER_API_URL,
      stalls,
      fail,
    }),
    oauthSteps: createOAuthSteps(parts, stores, barrier, refusals),
  };
}

function createOAuthSteps(
  { config, redis, clock }: GatewayParts,
  { owners, box, random }: AccountStores,
  barrier: ReplayBarrier,
  refusals: ReturnType<typeof createApplicationRefusals>,
): express.Router {
  const { applications, requestTokens, grants } = owners;
  const nonces = createNonceStore(redis, barrier);
  return oauthStepRoutes({
    tokens: { applications, requestTokens, grants, nonces, box, random, clock },
    refusals,
    publicUrl: config.OAUTH_URL,
  });
}

function createRoutes(parts: GatewayParts, { owners }: AccountStores, background: BackgroundWork) {
  const { config, connection, services, queue, artifacts, clock } = parts;
  const { resume } = services;
  const { EXPORT_WAIT_MS: waitMs, COMPANY_API_URL: companyApiUrl } = config;
  const exports = createExports({ resume, queue, artifacts });
  const records = createExportRecords(connection);
  return companyRoutes({
    services,
    reads: createOwnerReads(services),
    reach: createReach({ resume, grants: owners.grants, clock }),
    search: createMetadataSearch({ metadata: services.metadata, resume, grants: owners.grants, clock }),
    author: createCommentAuthor(resume, createAdministrators(connection, clock)),
    deleteUser: background.eraser.deleteUser,
    loginAddresses: background.loginAddresses,
    exports: { exports, queue, artifacts, records, resume, waitMs, companyApiUrl },
  });
}

/** Rejects while a dependency is down. A gateway that is stopping still has its dependencies. */
async function requireDependencies(readiness: Readiness): Promise<void> {
  const failing = (await readiness.failing()).filter((name) => name !== 'stopping');
  if (failing.length > 0) throw new Error(`Does not respond: ${failing.join(', ')}`);
}

const COMPANY_API_PATH = /^\/api\/v1(?:\/|$)/i;

/** The middleware of every request, from top to bottom. */
function createApp(parts: GatewayParts, { companyApi, userApi, oauthSteps }: Apis): express.Express {
  const { config, pages, readiness, log } = parts;
  const fail = createErrorResponder(log, reasonStatus);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  if (config.TRUST_PROXY.length > 0) app.set('trust proxy', config.TRUST_PROXY);
  app.use(requestId);
  app.use(traceRequests({ behindProxy: config.TRUST_PROXY.length > 0 }));
  // An overloaded gateway stays ready: taking it out of service would overload the others.
  app.get(['/healthz', '/readyz'], settleHeaders, probeRoutes(readiness));
  if (pages) {
    app.use((request, response, next) => {
      const { path } = targetOf(request.originalUrl);
      if (COMPANY_API_PATH.test(path) || userApi.serves(request.method, path) || isOAuthStep(path)) return next();
      pages.forward(request, response).catch(next);
    });
  }
  app.use(securityHeaders(config.COMPANY_API_URL.startsWith('https:')));
  app.use(rawBody);
  app.use(shedLoad(config.MAX_CONCURRENT_REQUESTS));
  const api = express.Router().use(onlyOnItsHost('COMPANY_API_URL', config), companyApi);
  // Not mounted at a path: Express would parse the address again for the router.
  app.use((request, response, next) =>
    COMPANY_API_PATH.test(targetOf(request.url).path) ? api(request, response, next) : next(),
  );
  app.use(needSmallBody);
  app.use(settleHeaders);
  app.use(express.Router().use(onlyOnItsHost('USER_API_URL', config), userApi.handle));
  app.use(express.Router().use(onlyOnItsHost('OAUTH_URL', config), oauthSteps));
  app.use((_request, _response, next) => next(routeNotFound()));
  app.use(((thrown, request, response, _next) =>
    fail(thrown, request, response)) satisfies express.ErrorRequestHandler);
  return app;
}
