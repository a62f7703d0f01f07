import { type AccountStores, createAccountStores } from '@vitae/accounts/account-stores';
import { createAdministrators } from '@vitae/accounts/administrators/administrator-mongo-store';
import { createAuditLog } from '@vitae/accounts/audit/audit-mongo-store';
import { createConsumptionStore } from '@vitae/accounts/consumption/consumption-mongo-store';
import { createMinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { createRejectedRequests } from '@vitae/accounts/consumption/rejected-requests';
import { retentionOf } from '@vitae/accounts/consumption/retention';
import { createCvPasswords } from '@vitae/accounts/credentials/cv-passwords';
import { createLoginNames } from '@vitae/accounts/credentials/login-names';
import { createPendingLoginStore } from '@vitae/accounts/credentials/pending-login-mongo-store';
import { createUserErasure } from '@vitae/accounts/erasure/user-erasure';
import { type AccessRecorder, createAccessRecorder } from '@vitae/accounts/grants/access-recorder';
import type { OwnerAccess } from '@vitae/accounts/grants/owner-access';
import { createIndexes } from '@vitae/accounts/indexes';
import { createExpiryWarningStore } from '@vitae/accounts/keys/expiry-warning-mongo-store';
import { createExpiryWarnings } from '@vitae/accounts/keys/expiry-warnings';
import { requireMasterKeys } from '@vitae/accounts/keys/require-master-keys';
import type { Clock } from '@vitae/kit/clock';
import { createBodyMemory } from '@vitae/kit/http/body-memory';
import { linkErrorReference } from '@vitae/kit/http/error-response';
import { type PublicUrlName, restrictToHost, routeNotFound, trustProxies } from '@vitae/kit/http/host-routing';
import { logRequests } from '@vitae/kit/http/log-requests';
import { rawBody, rejectLargeBody } from '@vitae/kit/http/raw-body';
import { requestId } from '@vitae/kit/http/request-id';
import type { ObserveRequest } from '@vitae/kit/http/request-metrics';
import { createErrorResponder } from '@vitae/kit/http/respond-with-error';
import { flushPendingHeaders } from '@vitae/kit/http/response-headers';
import { securityHeaders } from '@vitae/kit/http/security-headers';
import { shedLoad } from '@vitae/kit/http/shed-load';
import { traceRequests } from '@vitae/kit/http/trace-requests';
import { createLease } from '@vitae/kit/lease';
import type { Logger } from '@vitae/kit/log';
import type { Metrics } from '@vitae/kit/metrics';
import { probeRoutes, type Readiness } from '@vitae/kit/probes';
import type { Sweep } from '@vitae/kit/sweep';
import { inTransaction } from '@vitae/kit/transaction';
import { readApiReference } from '@vitae/proto/api-reference';
import type { ArtifactClient } from '@vitae/proto/clients/exports/artifact-client';
import type { ExportQueue } from '@vitae/proto/clients/exports/export-queue';
import { createExports } from '@vitae/proto/clients/exports/exports';
import type { Services } from '@vitae/proto/clients/services';
import { reasonStatus } from '@vitae/proto/error-reasons';
import express, { type RequestHandler } from 'express';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import type { Config } from './config.ts';
import { createCvEditor } from './features/account/editor/cv-editor.ts';
import { createOwnDesign } from './features/account/editor/own-design.ts';
import { createOwnPictures } from './features/account/editor/own-pictures.ts';
import { createResetLinks, type ResetLinks } from './features/account/links/reset-links.ts';
import { createOwnCvs } from './features/account/own-cvs.ts';
import { createOwnData, type OwnData } from './features/account/own-data.ts';
import { createOwnFiles } from './features/account/own-files.ts';
import { createOwnProfile, type OwnProfile } from './features/account/own-profile.ts';
import { createOwnRecords, type OwnRecords } from './features/account/own-records.ts';
import { docsRoutes } from './features/docs/docs-routes.tsx';
import { rejectOverload } from './features/errors/reject-overload.ts';
import { createLanding } from './features/landing/landing.tsx';
import { createPublicResponses } from './features/public-cvs/public-responses.tsx';
import { createPublicSite } from './features/public-cvs/public-site.ts';
import { renderingPaths } from './features/public-cvs/rendering-paths.ts';
import { serveLogos } from './features/public-cvs/serve-logos.ts';
import { endpointNames, intensiveEndpoints } from './features/settings/api-endpoints.ts';
import { createExpiryMail } from './features/settings/keys/expiry-mail.ts';
import { createSettingsSurface } from './features/settings/settings-surface.ts';
import { serveStylesheet } from './layout/assets.ts';
import { isLongForm } from './layout/long-forms.ts';
import type { Mailer } from './mail/mailer.ts';
import { createOwnerMail, observeWaitingMail } from './mail/owner-mail.ts';
import { createOwnerSurfaces } from './owner-surfaces.ts';
import { createCookie } from './sessions/cookie.ts';
import { limitPages } from './sessions/page-limits.ts';
import { createRateLimiter } from './sessions/rate-limiter.ts';

/** Open connections and other dependencies of the site. */
type SiteParts = {
  config: Config;
  connection: Connection;
  redis: Redis;
  /** The Redis of the export queue. */
  queueRedis: Redis;
  services: Services;
  queue: ExportQueue;
  artifacts: ArtifactClient;
  readiness: Readiness;
  /** Undefined when no mail server is set. */
  mailer: Mailer | undefined;
  metrics: Metrics;
  observeRequest: ObserveRequest;
  clock: Clock;
  log: Logger;
};

type Site = {
  app: express.Express;
  /** Sends warnings of expiring keys. Undefined when no mail server is set. */
  expiryMail: Sweep | undefined;
  /** Sends mails to CV owners. Undefined when no mail server is set. */
  ownerMail: Sweep | undefined;
  /** Writes the buffered accesses of applications when it is closed. */
  accessRecorder: AccessRecorder;
  /** Creates the indexes. Run before the first request. */
  prepare(): Promise<void>;
};

/** Builds the site without listening. */
export function createSite(parts: SiteParts): Site {
  const { config, connection, clock } = parts;
  const stores = createAccountStores(parts, config.MASTER_KEYS);
  const administrators = createAdministrators(connection, clock);
  const { companies, keys } = stores;
  const { mailer, log } = parts;
  // Also without a mail server, so that its indexes are created.
  const warningStore = createExpiryWarningStore(connection);
  const expiryMail =
    mailer &&
    createExpiryMail({
      warnings: createExpiryWarnings({ store: warningStore, keys: keys.keys, clock }),
      mailer,
      administrators,
      companies,
      siteUrl: config.SITE_URL,
      lease: createLease(connection, 'expiry mail'),
      log,
    });
  const resetLinks = createResetLinks({
    ...stores.owners,
    outbox: stores.outbox,
    companyName: async (id) => (await companies.find(id))?.name ?? '',
    transact: (work) => inTransaction(connection, work),
    siteUrl: config.SITE_URL,
    clock,
  });
  const lease = createLease(connection, 'mail');
  if (mailer) observeWaitingMail(parts.metrics, stores.outbox, clock);
  const queueResetMails = resetLinks.queueMails;
  const accessRecorder = createAccessRecorder({ accessLog: stores.owners.accessLog, clock, log });
  return {
    app: createApp(parts, createSurfaces(parts, { ...stores, accessRecorder }, administrators, mailer && resetLinks)),
    expiryMail,
    ownerMail: mailer && createOwnerMail({ outbox: stores.outbox, mailer, queueResetMails, lease, clock, log }),
    accessRecorder,
    prepare: async () => {
      await requireMasterKeys(connection, stores.box);
      await createIndexes(connection);
    },
  };
}

type Surfaces = readonly [surface: PublicUrlName, ...handlers: RequestHandler[]][];

/** Route handlers in matching order. */
function createSurfaces(
  parts: SiteParts,
  stores: AccountStores & { accessRecorder: AccessRecorder },
  administrators: ReturnType<typeof createAdministrators>,
  resetLinks: ResetLinks | undefined,
): Surfaces {
  const { config, connection, redis, services, queue, artifacts, clock, log } = parts;
  const { resume } = services;
  const { box, owners: access, accessRecorder } = stores;
  const passwords = createCvPasswords(resume);
  const rejectedRequests = createRejectedRequests({ redis, box, clock, log });
  const { revokeOwnerAccess, accessLog } = access;
  const { deleteUser } = createUserErasure({
    ...{ connection, services, revokeOwnerAccess, queue, rejectedRequests, accessLog, clock, log },
    retentionDays: config.RETENTION_DAYS,
  });
  const cvs = createOwnCvs(resume, passwords);
  const exports = createExports({ resume, queue, artifacts });
  const rate = createRateLimiter(redis);
  const cvFiles = createOwnFiles({ exports, artifacts, rate, waitMs: config.EXPORT_WAIT_MS });
  const audit = createAuditLog(connection, clock);
  const owners = createOwnerSurfaces({
    ...stores,
    ...{ config, access, audit, redis, cvs, cvFiles, deleteUser, clock, log },
    profile: createProfile(parts, access),
    editor: createCvEditor(resume),
    design: createOwnDesign(resume),
    pictures: createOwnPictures(resume, config.SITE_URL, clock.now),
    ...createRecords(parts),
    resetLinks,
    transact: (work) => inTransaction(connection, work),
  });
  const reference = readApiReference(config);
  const settings = createSettingsSurface({
    ...stores,
    config,
    connection,
    redis,
    queueRedis: parts.queueRedis,
    administrators,
    audit,
    mailer: parts.mailer,
    keyAccess: stores.keys,
    ownerAccess: access,
    resume,
    consumption: {
      buffer: createMinuteBuffer(redis),
      store: createConsumptionStore(connection, retentionOf(config)),
      rejectedRequests,
      endpoints: endpointNames(reference),
    },
    intensiveEndpoints: intensiveEndpoints(reference),
    clock,
    log,
  });
  const publicSite = createPublicSite({
    ...{ config, services, exports, artifacts, redis, access, accessRecorder, passwords, box, clock, log },
  });
  return [
    ['SITE_URL', createLanding(config.SITE_URL).page],
    ['SITE_URL', serveLogos(resume)],
    ['SITE_URL', docsRoutes(reference, config)],
    ['OAUTH_URL', owners.consent],
    ['SITE_URL', publicSite, owners.account],
    ['SITE_URL', settings],
  ];
}

/** What the services know about CV owners, and the download of it. */
function createRecords({ services, clock }: SiteParts): { records: OwnRecords; data: OwnData } {
  const records = createOwnRecords(services);
  return { records, data: createOwnData({ resume: services.resume, records, clock }) };
}

/** The profiles of CV owners. Changed names are the names of their logins too. */
function createProfile({ connection, services, clock, log }: SiteParts, { credentials }: OwnerAccess): OwnProfile {
  const { resume } = services;
  const pending = createPendingLoginStore(connection);
  const lease = createLease(connection, 'login names');
  return createOwnProfile(resume, createLoginNames({ pending, lease, credentials, resume, clock, log }));
}

/** The middleware of every request, from top to bottom. */
function createApp({ config, redis, readiness, observeRequest, log }: SiteParts, surfaces: Surfaces): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  trustProxies(app, config.TRUST_PROXY);
  linkErrorReference(app, config.SITE_URL);
  app.use(requestId);
  app.use(securityHeaders(config.SITE_URL.startsWith('https:')));
  // An overloaded site stays ready: taking it out of service would overload the others.
  app.get(['/healthz', '/readyz'], flushPendingHeaders, probeRoutes(readiness));
  app.use(traceRequests({ behindProxy: config.TRUST_PROXY.length > 0 }));
  app.use(logRequests(log, config.LOG_SUCCESS_RATIO, observeRequest));
  app.use(rawBody({ isUpload: isLongForm, memory: createBodyMemory(config.MAX_BUFFERED_BODY_MB) }));
  app.use(shedLoad(config.MAX_CONCURRENT_REQUESTS, renderingPaths, rejectOverload(config.SITE_URL)));
  // Forms report texts and files that are too large.
  app.use((request, response, next) => (isLongForm(request) ? next() : rejectLargeBody(request, response, next)));
  app.use(flushPendingHeaders);
  app.use(serveStylesheet);
  app.use(
    limitPages({
      rate: createRateLimiter(redis),
      maxPerMinute: config.MAX_PAGE_REQUESTS,
      tooMany: createPublicResponses(createCookie('vitae_language', config.SITE_URL)).tooMany,
    }),
  );
  for (const [surface, ...handlers] of surfaces)
    app.use(express.Router().use(restrictToHost(surface, config), ...handlers));
  app.use(createLanding(config.SITE_URL).redirect);
  app.use((_request, _response, next) => next(routeNotFound()));
  const fail = createErrorResponder(log, reasonStatus);
  app.use(((thrown, request, response, _next) =>
    fail(thrown, request, response)) satisfies express.ErrorRequestHandler);
  return app;
}
