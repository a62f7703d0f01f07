import type { Clock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import type { Metrics } from '@vitae/kit/metrics';
import { probeRoutes, type Readiness } from '@vitae/kit/probes';
import { createStallGuard } from '@vitae/kit/stall-guard';
import express from 'express';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { createAuditLog } from '@vitae/accounts/audit/audit-log';
import { createGate } from './auth/company-authenticator.ts';
import { createOwnerReads } from './features/owner-reads.ts';
import type { Services } from '@vitae/proto/clients/services';
import { createCompanyStore, DEFAULT_TIME_ZONE } from '@vitae/accounts/companies/company-store';
import type { Config } from './config.ts';
import { type AnswerRecorder, createAnswerRecorder } from './consumption/answer-recorder.ts';
import { createConsumptionStore } from '@vitae/accounts/consumption/consumption-store';
import { createFlusher, type Flusher } from './consumption/flusher.ts';
import { createOpenMinutes } from '@vitae/accounts/consumption/open-minutes';
import { createRefusedCalls, type RefusedCalls } from '@vitae/accounts/consumption/refused-calls';
import { retentionOf } from '@vitae/accounts/consumption/retention';
import { createAdministrators } from '@vitae/accounts/administrators/administrators';
import { createCvPasswords } from '@vitae/accounts/credentials/cv-passwords';
import { createLoginAddresses, type LoginAddresses } from '@vitae/accounts/credentials/login-addresses';
import { createDeleteUser } from '@vitae/accounts/erasure/delete-user';
import { createEraser, type Eraser } from '@vitae/accounts/erasure/eraser';
import { createPendingDeletions } from '@vitae/accounts/erasure/pending-deletions';
import { allTraces } from '@vitae/accounts/erasure/traces';
import type { Artifacts } from '@vitae/proto/clients/exports/artifacts';
import type { ExportQueue } from '@vitae/proto/clients/exports/export-queue';
import { createExportRecords } from './features/exports/export-records.ts';
import { createExports } from '@vitae/proto/clients/exports/exports';
import { settleHeaders } from '@vitae/kit/http/answer-headers';
import { createApplicationRefusals } from './consumption/application-rejections.ts';
import { createCompanyApi } from './http/company-api.ts';
import { fail } from './http/finish-call.ts';
import { needSmallBody, rawBody } from '@vitae/kit/http/raw-body';
import { requestId } from '@vitae/kit/http/request-id';
import { createRequestMetrics } from './http/request-metrics.ts';
import { createRouteTable } from './http/route-table.ts';
import { securityHeaders } from '@vitae/kit/http/security-headers';
import { shedLoad } from '@vitae/kit/http/shed-load';
import { targetOf } from '@vitae/kit/http/request-target';
import { onlyOnItsHost, routeNotFound } from '@vitae/kit/http/surfaces';
import { traceRequests } from '@vitae/kit/http/trace-requests';
import { createUserApi } from './http/user-api.ts';
import { createIndexes } from '@vitae/accounts/indexes';
import { createKeyAccess } from '@vitae/accounts/keys/key-access';
import { createExpiryWarnings } from '@vitae/accounts/keys/expiry-warnings';
import { createKeyCache, type KeyCache } from './auth/key-cache.ts';
import { createKeyUseRecorder, type KeyUseRecorder } from '@vitae/accounts/keys/key-use';
import { createLegacyUseCounter, type LegacyUseCounter } from '@vitae/accounts/keys/legacy-use';
import { createKeyLoader } from './auth/load-key.ts';
import { createSecretBox } from '@vitae/accounts/keys/secret-box';
import type { Mailer } from '@vitae/site/mail/mailer';
import { OAUTH_CALLS } from './features/oauth-tokens/oauth-routes.ts';
import { createUserGate } from './auth/oauth/user-authenticator.ts';
import { createUserQuota } from './quota/user-quota.ts';
import { docsRoutes } from '@vitae/site/features/docs/docs-routes';
import { createOwnerAccess } from '@vitae/accounts/grants/owner-access';
import { createOwnerSurfaces, type OwnerSurfaces } from '@vitae/site/owner-surfaces';
import { createAdmissionControl } from './quota/admission.ts';
import { createReplayBarrier } from './quota/replay-barrier.ts';
import { createCommentAuthor } from './features/comments/comment-author.ts';
import { companyRoutes } from './routes.ts';
import { createMetadataSearch } from './features/metadata/metadata-search.ts';
import { userRoutes } from './user-api-routes.ts';
import { ownProfileCall } from './features/users/profile.ts';
import { createReach } from './features/users/reach.ts';
import { createSettingsSurface } from '@vitae/site/features/settings/settings-surface';
import { createOwnCvs } from '@vitae/site/features/account/own-cvs';
import { createPublicSite } from '@vitae/site/features/public-cvs/public-site';
import { serveLogos } from '@vitae/site/features/public-cvs/serve-logos';
import { callNamesOf } from '@vitae/site/features/settings/consumption/call-names';
import { createExpiryMail, type ExpiryMail } from '@vitae/site/features/settings/keys/expiry-mail';
import { intensiveCallsOf } from '@vitae/site/features/settings/limits/intensive-calls';
import { serveStylesheet } from '@vitae/site/layout/stylesheet';

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
  /** Undefined when the settings name no mail server. */
  mailer: Mailer | undefined;
  clock: Clock;
  log: Logger;
};

export type Gateway = {
  app: express.Express;
  keyCache: KeyCache;
  recorder: AnswerRecorder;
  refusedCalls: RefusedCalls;
  flusher: Flusher;
  legacyUse: LegacyUseCounter;
  keyUse: KeyUseRecorder;
  eraser: Eraser;
  loginAddresses: LoginAddresses;
  expiryMail: ExpiryMail;
  /** Makes the indexes. Run before the first call. */
  prepare(): Promise<void>;
};

const DAY_MS = 86_400_000;
const COMPANY_API_PATH = /^\/api\/v1(?:\/|$)/i;

/** Builds the gateway without listening. */
export function createGateway(parts: GatewayParts): Gateway {
  const { config, connection, redis, services, queue, artifacts, clock, log } = parts;
  const { resume } = services;
  const companies = createCompanyStore(connection);
  const barrier = createReplayBarrier(connection, redis);
  const box = createSecretBox(config.MASTER_KEYS);
  const keyAccess = createKeyAccess({ connection, redis, companies, box, clock });
  const load = createKeyLoader({ keys: keyAccess.keys, companies, box, clock });
  const keyCache = createKeyCache({
    load,
    announcementsArrive: parts.announcementsArrive,
    onLookup: keyLookups(parts.metrics),
    clock,
  });
  const recorder = createAnswerRecorder(redis, log);
  const open = createOpenMinutes(redis);
  const store = createConsumptionStore(connection, retentionOf(config));
  const flusher = createFlusher({ open, store, companies: companies.list, log });
  const refusedCalls = createRefusedCalls({ redis, box, clock, log });
  const legacyUse = createLegacyUseCounter(keyAccess.legacyUses, clock, log);
  const keyUse = createKeyUseRecorder(keyAccess.uses, clock, log);
  const records = createExportRecords(connection);
  const exports = createExports({ resume, queue, artifacts });
  const { EXPORT_WAIT_MS: waitMs, COMPANY_API_URL: companyApiUrl, USER_API_URL: userApiUrl } = config;
  const access = createOwnerAccess({ connection, redis, box, clock });
  const traces = allTraces({ services, forgetOwner: access.forgetOwner, queue, refusedCalls, clock });
  const pending = createPendingDeletions(connection);
  const deleteUser = createDeleteUser({ resume, traces, pending, clock, log });
  const passwords = createCvPasswords(resume);
  const cvs = createOwnCvs(resume, passwords);
  const refusals = createApplicationRefusals({ recorder, refusedCalls, clock });
  const owners = createOwnerSurfaces({
    config,
    access,
    redis,
    barrier,
    companies,
    box,
    cvs,
    deleteUser,
    refusals,
    clock,
    log,
  });
  const reads = createOwnerReads(services);
  const reach = createReach({ resume, grants: access.grants, clock });
  const search = createMetadataSearch({ metadata: services.metadata, resume, grants: access.grants, clock });
  const loginAddresses = createLoginAddresses({ connection, credentials: access.credentials, resume, clock, log });
  const administrators = createAdministrators(connection, clock);
  const expiryMail = createExpiryMail({
    warnings: createExpiryWarnings(connection, keyAccess.keys, clock),
    mailer: parts.mailer,
    administrators,
    companies,
    siteUrl: config.SITE_URL,
    log,
  });
  const routes = companyRoutes({
    services,
    reads,
    reach,
    search,
    author: createCommentAuthor(resume, administrators),
    deleteUser,
    loginAddresses,
    exports: { exports, queue, artifacts, records, resume, waitMs, companyApiUrl },
  });
  const ownRoutes = userRoutes(routes, [ownProfileCall(resume)]);
  const settings = createSettingsSurface({
    config,
    connection,
    redis,
    companies,
    administrators,
    audit: createAuditLog(connection, clock),
    box,
    mailer: parts.mailer,
    keyAccess,
    ownerAccess: access,
    consumption: {
      open,
      store,
      refusedCalls,
      calls: callNamesOf([...routes, ...ownRoutes, ...Object.values(OAUTH_CALLS)]),
    },
    intensiveCalls: intensiveCallsOf(routes),
    clock,
    log,
  });
  const metrics = createRequestMetrics(parts.metrics);
  const stalls = createStallGuard({ check: () => needAll(parts.readiness) });
  const userApi = createUserApi({
    routes: ownRoutes,
    gate: createUserGate({ ...access, quota: createUserQuota(redis, barrier), box, clock }),
    timeZoneOf: async (id) => (await companies.find(id))?.timeZone ?? DEFAULT_TIME_ZONE,
    recorder,
    refusals,
    metrics,
    publicUrl: userApiUrl,
    stalls,
    log,
  });
  const companyApi = createCompanyApi({
    routes: createRouteTable(routes),
    gate: createGate({ keys: keyCache, admission: createAdmissionControl(redis, barrier), clock }),
    recorder,
    refusedCalls,
    legacyUse,
    keyUse,
    metrics,
    clock,
    stalls,
    log,
  });
  return {
    app: createApp(
      parts,
      companyApi,
      userApi,
      owners,
      settings,
      docsRoutes({ routes: [...routes, ...ownRoutes], companyApiUrl, userApiUrl, oauthUrl: config.OAUTH_URL }),
      createPublicSite({ config, services, exports, artifacts, redis, passwords, box, clock, log }),
    ),
    keyCache,
    recorder,
    refusedCalls,
    flusher,
    legacyUse,
    keyUse,
    loginAddresses,
    expiryMail,
    eraser: createEraser({ resume, traces, pending, retentionMs: config.RETENTION_DAYS * DAY_MS, clock, log }),
    prepare: () => createIndexes(connection),
  };
}

/** A gateway that is stopping has its dependencies still. */
async function needAll(readiness: Readiness): Promise<void> {
  const failing = (await readiness.failing()).filter((name) => name !== 'stopping');
  if (failing.length > 0) throw new Error(`Does not answer: ${failing.join(', ')}`);
}

/** The stack that every request goes through, from top to bottom. */
function createApp(
  { config, services, readiness, log }: GatewayParts,
  companyApi: express.RequestHandler,
  userApi: express.RequestHandler,
  owners: OwnerSurfaces,
  settings: express.Router,
  docs: express.Router,
  publicSite: express.Router,
): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  if (config.TRUST_PROXY.length > 0) app.set('trust proxy', config.TRUST_PROXY);
  app.use(requestId);
  app.use(traceRequests({ behindProxy: config.TRUST_PROXY.length > 0 }));
  app.use(securityHeaders(config.COMPANY_API_URL.startsWith('https:')));
  // A gateway that has much to do is alive, and ready: what takes it out of service makes the others do even more.
  app.get(['/healthz', '/readyz'], settleHeaders, probeRoutes(readiness));
  app.use(rawBody);
  app.use(shedLoad(config.MAX_CONCURRENT_REQUESTS));
  const api = express.Router().use(onlyOnItsHost('COMPANY_API_URL', config), companyApi);
  // Not mounted there: its address would be parsed again without the part before.
  app.use((request, response, next) =>
    COMPANY_API_PATH.test(targetOf(request.url).path) ? api(request, response, next) : next(),
  );
  app.use(needSmallBody);
  app.use(settleHeaders);
  app.use(express.Router().use(onlyOnItsHost('USER_API_URL', config), userApi));
  app.use(serveStylesheet);
  app.use(express.Router().use(onlyOnItsHost('SITE_URL', config), serveLogos(services.resume)));
  app.use(express.Router().use(onlyOnItsHost('SITE_URL', config), docs));
  app.use(express.Router().use(onlyOnItsHost('OAUTH_URL', config), owners.oauth));
  app.use(express.Router().use(onlyOnItsHost('SITE_URL', config), publicSite, owners.site));
  app.use(express.Router().use(onlyOnItsHost('SITE_URL', config), settings));
  app.use((_request, _response, next) => next(routeNotFound()));
  app.use(((thrown, request, response, _next) =>
    fail(thrown, request, response, log)) satisfies express.ErrorRequestHandler);
  return app;
}

function keyLookups(metrics: Metrics): (hit: boolean) => void {
  const help = 'Keys that were looked up, by whether the cache had them';
  const counter = metrics.counter('vitae_gateway_key_lookups_total', help, ['cache']);
  const [hits, misses] = [counter.labels('hit'), counter.labels('miss')];
  return (hit) => (hit ? hits : misses).inc();
}
