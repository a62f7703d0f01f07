import { type AccountStores, createAccountStores } from '@vitae/accounts/account-stores';
import { createAdministrators } from '@vitae/accounts/administrators/administrator-mongo-store';
import { createAuditLog } from '@vitae/accounts/audit/audit-mongo-store';
import { DEFAULT_TIME_ZONE } from '@vitae/accounts/companies/company-store';
import { createCvPasswords } from '@vitae/accounts/credentials/cv-passwords';
import { createIndexes } from '@vitae/accounts/indexes';
import { requireMasterKeys } from '@vitae/accounts/keys/require-master-keys';
import { createOwnerLinks } from '@vitae/accounts/links/owner-links';
import { createBodyMemory } from '@vitae/kit/http/body-memory';
import { linkErrorReference } from '@vitae/kit/http/error-response';
import { runBeforeRoutes } from '@vitae/kit/http/express-classes';
import { restrictToHost, routeNotFound, trustProxies } from '@vitae/kit/http/host-routing';
import { logRequests, recordFacts } from '@vitae/kit/http/log-requests';
import { chain } from '@vitae/kit/http/middleware-chain';
import { rawBody, rejectLargeBody } from '@vitae/kit/http/raw-body';
import { requestId } from '@vitae/kit/http/request-id';
import type { ObserveRequest } from '@vitae/kit/http/request-metrics';
import { parseRequestTarget } from '@vitae/kit/http/request-target';
import { createErrorResponder } from '@vitae/kit/http/respond-with-error';
import { flushPendingHeaders } from '@vitae/kit/http/response-headers';
import { securityHeaders } from '@vitae/kit/http/security-headers';
import { shedLoad } from '@vitae/kit/http/shed-load';
import { traceRequests } from '@vitae/kit/http/trace-requests';
import type { Metrics } from '@vitae/kit/metrics';
import { createOutageGuard } from '@vitae/kit/outage-guard';
import { type Checks, failingChecks, probeRoutes, type Readiness } from '@vitae/kit/probes';
import { inTransaction } from '@vitae/kit/transaction';
import type { ArtifactClient } from '@vitae/proto/clients/exports/artifact-client';
import { createExports } from '@vitae/proto/clients/exports/exports';
import { reasonStatus } from '@vitae/proto/error-reasons';
import express, { type RequestHandler } from 'express';
import { createCompanyAuthenticator } from './auth/company-authenticator.ts';
import { createKeyCache, type KeyCache } from './auth/key-cache.ts';
import { createKeyLoader } from './auth/load-key.ts';
import { createKnownApplications } from './auth/oauth/known-applications.ts';
import { createUserAuthenticator } from './auth/oauth/user-authenticator.ts';
import { type BackgroundParts, type BackgroundWork, createBackgroundWork } from './background-work.ts';
import { createRejectionRecorder } from './consumption/rejection-recorder.ts';
import { createBatchedReads } from './features/batched-reads.ts';
import { createCommentAuthor } from './features/comments/comment-author.ts';
import { createExportRecordStore } from './features/exports/export-record-mongo-store.ts';
import { createMetadataSearch } from './features/metadata/metadata-search.ts';
import { createOAuthRouter, isOAuthPath } from './features/oauth-tokens/oauth-router.ts';
import { createUserAccess } from './features/users/user-access.ts';
import { companyApi } from './http/company-api.ts';
import { createCors } from './http/cors.ts';
import { createDecisionMetrics } from './http/decision-metrics.ts';
import type { PageForwarder } from './http/forward-pages.ts';
import { createRegisteredOrigins } from './http/registered-origins.ts';
import { exportPaths, isPictureUpload } from './http/request-classes.ts';
import { createRequestPipeline, type PipelineDependencies } from './http/request-pipeline.ts';
import { createRouteTable } from './http/route-table.ts';
import { limitUnidentified } from './http/unidentified-requests.ts';
import { userApi } from './http/user-api.ts';
import { createClockLeadStore } from './quota/clock-lead-mongo-store.ts';
import { createCompanyQuota } from './quota/company-quota.ts';
import { createNonceStore } from './quota/oauth-nonce-store.ts';
import { createReplayBarrier } from './quota/replay-barrier.ts';
import { createUserQuota } from './quota/user-quota.ts';
import { type ApiDependencies, companyRoutes, oauthRoutes, userRoutes } from './routes.ts';

/** Everything a gateway needs that is already open. */
type GatewayParts = BackgroundParts & {
  artifacts: ArtifactClient;
  /** Undefined when a proxy in front routes pages to the site itself. */
  pages: PageForwarder | undefined;
  readiness: Readiness;
  /** The databases, without which no request succeeds. Each check rejects only if all requests fail. */
  dependencies: Checks;
  /** Returns whether announcements of changed keys are received. */
  announcementsArrive(): boolean;
  metrics: Metrics;
  observeRequest: ObserveRequest;
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
    /** Checks the master keys and creates the indexes. Run before the first request. */
    prepare: async () => {
      await requireMasterKeys(parts.connection, stores.box);
      await createIndexes(parts.connection);
    },
    /** Starts the recurring work. */
    start: () => {
      background.flusher.start();
      background.eraser.start();
      background.loginNames.start();
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

type Apis = {
  companyApi: RequestHandler;
  userApi: RequestHandler;
  oauth: RequestHandler;
  /** Returns whether a key, consumer key or `apiKey` was valid when it was last used. */
  isKnown(credential: string): boolean;
};

/** The request handlers of both APIs and of the OAuth token endpoints. */
function createApis(parts: GatewayParts, stores: AccountStores, keyCache: KeyCache, background: BackgroundWork): Apis {
  const { config, connection, redis, clock, log } = parts;
  const { companies, box, owners, random } = stores;
  const { recorder, accessRecorder, rejectedRequests, legacyUse, keyUse, fenceObserver } = background;
  const { requestTokens, grants } = owners;
  const applications = createKnownApplications(owners.applications);
  const barrier = createReplayBarrier(createClockLeadStore(connection), redis);
  const metrics = createDecisionMetrics(parts.metrics);
  const outageGuard = createOutageGuard({ check: () => requireDependencies(parts.dependencies) });
  const rejections = createRejectionRecorder({ recorder, rejectedRequests, clock });
  const pipeline: PipelineDependencies<ApiDependencies> = {
    operations: createApiDependencies(parts, stores, background),
    recorder,
    rejections,
    outageGuard,
    fail: createErrorResponder(log, reasonStatus),
  };
  const authenticator = createCompanyAuthenticator({
    keys: keyCache,
    quota: createCompanyQuota(redis, barrier),
    clock,
  });
  const userAuthenticator = createUserAuthenticator({
    applications,
    grants,
    quota: createUserQuota(redis, barrier),
    box,
    clock,
  });
  // Pages on the site can call the company API: the API reference has a console.
  const companyCors = createCors(config.SITE_URL);
  const hasOrigin = (origin: string) => outageGuard.guard(owners.applications.hasOrigin(origin));
  const userCors = createCors(config.SITE_URL, createRegisteredOrigins(hasOrigin));
  return {
    companyApi: createRequestPipeline(
      companyApi({
        ...{ table: companyTable, authenticator, legacyUse, keyUse, fenceObserver },
        metrics: metrics.company,
        cors: companyCors,
      }),
      pipeline,
    ),
    userApi: createRequestPipeline(
      userApi({
        table: userTable,
        authenticator: userAuthenticator,
        accessRecorder,
        metrics: metrics.user,
        timeZoneOf: async (id) => (await companies.find(id))?.timeZone ?? DEFAULT_TIME_ZONE,
        publicUrl: config.USER_API_URL,
        cors: userCors,
      }),
      pipeline,
    ),
    oauth: createOAuthRouter({
      tokens: { applications, requestTokens, grants, nonces: createNonceStore(redis, barrier), box, random, clock },
      routes: oauthRoutes,
      metrics: metrics.oauth,
      recorder,
      rejections,
      publicUrl: config.OAUTH_URL,
      cors: userCors,
    }),
    isKnown: (credential) => keyCache.isKnown(credential) || applications.isKnown(credential),
  };
}

const companyTable = createRouteTable(companyRoutes);
const userTable = createRouteTable(userRoutes);

/** What the operations of both APIs need. */
function createApiDependencies(
  parts: GatewayParts,
  { owners, companies, keys, outbox }: AccountStores,
  { eraser, loginNames }: BackgroundWork,
): ApiDependencies {
  const { config, connection, services, queue, artifacts, clock } = parts;
  const { resume, comments, preferences, metadata } = services;
  const { grants } = owners;
  return {
    resume,
    comments,
    preferences,
    metadata,
    reads: createBatchedReads(services),
    userAccess: createUserAccess({ resume, grants, clock }),
    metadataSearch: createMetadataSearch({ metadata, resume, grants, clock }),
    commentAuthor: createCommentAuthor(resume, createAdministrators(connection, clock), companies),
    erasure: eraser,
    loginNames,
    keys: keys.keys,
    ownerLinks: createOwnerLinks({
      ...{ ...owners, outbox, companies, resume, clock },
      audit: createAuditLog(connection, clock),
      transact: (work) => inTransaction(connection, work),
      siteUrl: config.SITE_URL,
      sendsMail: config.SMTP_FROM !== undefined,
    }),
    cvPasswords: createCvPasswords(resume),
    exports: createExports({ resume, queue, artifacts }),
    exportQueue: queue,
    artifacts,
    exportRecords: createExportRecordStore(connection),
    exportWaitMs: config.EXPORT_WAIT_MS,
    companyApiUrl: config.COMPANY_API_URL,
  };
}

/** Throws while a database is unavailable. */
async function requireDependencies(dependencies: Checks): Promise<void> {
  const failing = await failingChecks(dependencies);
  if (failing.length > 0) throw new Error(`Does not respond: ${failing.join(', ')}`);
}

const COMPANY_API_PATH = /^\/api\/v1(?:\/|$)/i;

/** Forwards all requests except those of an API to the site. */
function forwardPages(pages: PageForwarder): RequestHandler {
  return (request, response, next) => {
    const { path } = parseRequestTarget(request.originalUrl);
    if (COMPANY_API_PATH.test(path) || userTable.has(path) || isOAuthPath(path)) return next();
    recordFacts(response, { route: 'page' });
    pages.forward(request, response).catch(next);
  };
}

const PROBE_PATH = /^\/(?:healthz|readyz)\/?$/i;

/**
 * Sends probes to their routes without the rest of the chain. An overloaded gateway stays ready, because taking it out of
 * service would overload the others.
 */
const skipProbes: RequestHandler = ({ method, url }, _response, next) => {
  next((method === 'GET' || method === 'HEAD') && PROBE_PATH.test(parseRequestTarget(url).path) ? 'router' : undefined);
};

/** The middleware of every request, from top to bottom. */
function createApp(parts: GatewayParts, { companyApi, userApi, oauth, isKnown }: Apis): express.Express {
  const { config, pages, readiness, observeRequest, log } = parts;
  const fail = createErrorResponder(log, reasonStatus);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  trustProxies(app, config.TRUST_PROXY);
  linkErrorReference(app, config.SITE_URL);
  const api = chain(restrictToHost('COMPANY_API_URL', config), companyApi);
  runBeforeRoutes(
    app,
    chain(
      requestId,
      skipProbes,
      traceRequests({ behindProxy: config.TRUST_PROXY.length > 0 }),
      logRequests(log, config.LOG_SUCCESS_RATIO, observeRequest),
      ...(pages ? [forwardPages(pages)] : []),
      securityHeaders(config.COMPANY_API_URL.startsWith('https:')),
      rawBody({ isUpload: isPictureUpload, memory: createBodyMemory(config.MAX_BUFFERED_BODY_MB) }),
      shedLoad(config.MAX_CONCURRENT_REQUESTS, exportPaths),
      limitUnidentified(config.MAX_UNIDENTIFIED_REQUESTS, isKnown),
      (request, response, next) =>
        COMPANY_API_PATH.test(parseRequestTarget(request.url).path) ? api(request, response, next) : next(),
    ),
    fail,
  );
  app.get(PROBE_PATH, flushPendingHeaders, probeRoutes(readiness));
  app.use(rejectLargeBody);
  app.use(flushPendingHeaders);
  app.use(express.Router().use(restrictToHost('USER_API_URL', config), userApi));
  app.use(express.Router().use(restrictToHost('OAUTH_URL', config), oauth));
  app.use((_request, _response, next) => next(routeNotFound()));
  app.use(((thrown, request, response, _next) =>
    fail(thrown, request, response)) satisfies express.ErrorRequestHandler);
  return app;
}
