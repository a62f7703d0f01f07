import type { Administrators } from '@vitae/accounts/administrators/administrators';
import { createSecondFactors } from '@vitae/accounts/administrators/second-factor-mongo-store';
import type { AuditLog } from '@vitae/accounts/audit/audit-log';
import type { CompanyStore } from '@vitae/accounts/companies/company-store';
import { createConsumptionReports } from '@vitae/accounts/consumption/report';
import { createSimulation } from '@vitae/accounts/consumption/simulation';
import { createSourceNames } from '@vitae/accounts/consumption/source-names';
import type { OwnerAccess } from '@vitae/accounts/grants/owner-access';
import { createObservedUse } from '@vitae/accounts/keys/fence-preview';
import type { KeyAccess } from '@vitae/accounts/keys/key-access';
import { createOwnerLinks } from '@vitae/accounts/links/owner-links';
import type { Outbox } from '@vitae/accounts/mail/outbox';
import type { SecretBox } from '@vitae/accounts/secrets/secret-box';
import { createSessionStore } from '@vitae/accounts/sessions/session-store';
import type { Clock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import { inTransaction, type Transact } from '@vitae/kit/transaction';
import type { Router } from 'express';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import type { Config } from '../../config.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { createAttemptLimiter } from '../../sessions/attempt-limiter.ts';
import { createCookie } from '../../sessions/cookie.ts';
import { createKeptForms } from '../../sessions/kept-form.ts';
import { createKnownDevices } from '../../sessions/known-devices.ts';
import { createResetLimit } from '../../sessions/link-use.ts';
import { createOneTimeForms } from '../../sessions/one-time-forms.ts';
import { createRateLimiter } from '../../sessions/rate-limiter.ts';
import { ADMINISTRATOR_SESSION, createAdministratorVisitors, HALFWAY_SESSION } from './administrator-visitors.ts';
import { createApplicationsArea } from './applications/applications-area.tsx';
import { createAuditArea } from './audit/audit-area.tsx';
import { type ConsumptionAreaDependencies, createConsumptionArea } from './consumption/consumption-area.tsx';
import { companyEndpoints } from './keys/fence-form.ts';
import { createKeysArea } from './keys/keys-area.tsx';
import { createRequestsToday } from './keys/requests-today.ts';
import { createLimitsArea } from './limits/limits-area.tsx';
import { createLinkMail } from './link-mail.ts';
import { createOperators } from './queue/operators.ts';
import { createQueueArea, QUEUE_PATH } from './queue/queue-area.ts';
import { createQueueBoard } from './queue/queue-board.ts';
import { createSecurityArea } from './security/security-area.tsx';
import { settingsRoutes } from './settings-routes.ts';
import type { SettingsArea } from './settings-site.tsx';
import { createSettingsSite } from './settings-site.tsx';
import { linkRoutes } from './sign-in/link-routes.tsx';
import { signInRoutes } from './sign-in/sign-in-routes.tsx';
import { createExplanationRate } from './signature-help/explanation-rate.ts';
import { createSignatureArea } from './signature-help/signature-area.tsx';
import { createTeamArea } from './team/team-area.tsx';
import { createUsersArea, type UserLists } from './users/users-area.tsx';

export type SettingsSurfaceDependencies = {
  config: Pick<
    Config,
    'SITE_URL' | 'COMPANY_API_URL' | 'OAUTH_URL' | 'USER_API_URL' | 'OPERATORS' | 'CONSUMPTION_MINUTES_KEPT'
  >;
  connection: Connection;
  redis: Redis;
  /** The Redis of the export queue. */
  queueRedis: Redis;
  companies: CompanyStore;
  administrators: Administrators;
  audit: AuditLog;
  box: SecretBox;
  /** Undefined if no mail server is configured. */
  mailer: Pick<Mailer, 'send'> | undefined;
  keyAccess: KeyAccess;
  ownerAccess: Pick<OwnerAccess, 'applications' | 'requestTokens' | 'grants' | 'links' | 'credentials'>;
  outbox: Outbox;
  resume: UserLists;
  consumption: Pick<ConsumptionAreaDependencies, 'buffer' | 'store' | 'rejectedRequests' | 'endpoints'>;
  /** Prefix of the queue's keys in Redis. Tests set their own. */
  queuePrefix?: string;
  /** Endpoints that count against the intensive quota. */
  intensiveEndpoints: readonly string[];
  clock: Clock;
  log: Logger;
};

/** Creates the pages under /settings. Add new areas to the list here. */
export function createSettingsSurface(dependencies: SettingsSurfaceDependencies): Router {
  const { config, connection, redis, companies, administrators, audit, box, mailer, clock, log } = dependencies;
  const siteUrl = config.SITE_URL;
  const limiter = createAttemptLimiter({ redis, clock });
  const sessions = createSessionStore({ redis, box, clock, kind: 'administrator', limits: ADMINISTRATOR_SESSION });
  const halfway = createSessionStore({ redis, box, clock, kind: 'administrator-halfway', limits: HALFWAY_SESSION });
  const secondFactors = createSecondFactors({ connection, box, clock });
  const { links } = dependencies.ownerAccess;
  const transact: Transact = (work) => inTransaction(connection, work);
  const mail = mailer && createLinkMail({ mailer, links, transact, audit, siteUrl, log });
  const cookie = createCookie('vitae_settings', siteUrl);
  const visitors = createAdministratorVisitors({ cookie, sessions, halfway, administrators, secondFactors });
  const devices = createKnownDevices({ box, clock, publicUrl: siteUrl });
  const shared = { sessions, visitors, secondFactors, links, transact, mail, limiter };
  const areas = createAreas(dependencies, shared);
  const keptForms = createKeptForms({ box, clock, publicUrl: siteUrl, record: 'kept settings form' });
  const site = createSettingsSite({
    visitors,
    keptForms,
    languageCookie: createCookie('vitae_language', siteUrl),
    companies,
    audit,
    oneTimeForms: createOneTimeForms({ redis, box }),
    areas,
    publicUrl: siteUrl,
  });
  const entrance = [
    signInRoutes(site, {
      ...{ administrators, secondFactors, visitors, devices, limiter, transact, keptForms, audit, log },
    }),
    linkRoutes(site, {
      administrators,
      links,
      companies,
      mail,
      visitors,
      devices,
      resetLimit: createResetLimit(createRateLimiter(redis), 'resets'),
      audit,
    }),
  ];
  return settingsRoutes({ site, entrance, areas, log });
}

/** Shared by the pages of team, security and sign-in. */
type Shared = Omit<
  Parameters<typeof createTeamArea>[0] & Parameters<typeof createSecurityArea>[0],
  'administrators' | 'siteUrl'
>;

function createAreas(dependencies: SettingsSurfaceDependencies, shared: Shared): SettingsArea[] {
  const { config, connection, redis, administrators, audit, box, consumption, clock, log } = dependencies;
  const { sessions } = shared;
  const names = createSourceNames(connection);
  const reports = createConsumptionReports(consumption.buffer, consumption.store);
  const board = () =>
    createQueueBoard({
      redis: dependencies.queueRedis,
      path: QUEUE_PATH,
      prefix: dependencies.queuePrefix,
      onError: (err) => log.warn({ err, queue: 'exports' }, 'The export queue is not reachable'),
    });
  return [
    createKeysArea({
      ...dependencies.keyAccess,
      observedUse: createObservedUse(reports, dependencies.keyAccess.observations, clock),
      endpoints: companyEndpoints(consumption.endpoints),
      requestsToday: createRequestsToday(reports, consumption.endpoints, clock),
      rejectedRequests: consumption.rejectedRequests,
      companyApiUrl: config.COMPANY_API_URL,
      clock,
    }),
    createConsumptionArea({
      ...consumption,
      names,
      redis,
      sessions,
      companyApiUrl: config.COMPANY_API_URL,
    }),
    createSignatureArea({
      ...dependencies.ownerAccess,
      keys: dependencies.keyAccess.keys,
      box,
      rejectedRequests: consumption.rejectedRequests,
      explanationRate: createExplanationRate(redis),
      companyApiUrl: config.COMPANY_API_URL,
      oauthUrl: config.OAUTH_URL,
      userApiUrl: config.USER_API_URL,
      clock,
    }),
    createApplicationsArea({ ...dependencies.ownerAccess, rejectedRequests: consumption.rejectedRequests }),
    createLimitsArea({
      ...dependencies,
      names,
      simulate: createSimulation({ ...consumption, minutesKept: config.CONSUMPTION_MINUTES_KEPT }),
    }),
    createUsersArea({
      ...dependencies.ownerAccess,
      siteUrl: config.SITE_URL,
      resume: dependencies.resume,
      ownerLinks: createOwnerLinks({
        ...dependencies,
        ...dependencies.ownerAccess,
        transact: shared.transact,
        siteUrl: config.SITE_URL,
        sendsMail: dependencies.mailer !== undefined,
      }),
    }),
    createTeamArea({ ...shared, administrators, siteUrl: config.SITE_URL }),
    createAuditArea({ audit, administrators }),
    createSecurityArea({ ...shared, administrators }),
    ...(config.OPERATORS.length > 0
      ? [createQueueArea({ board: board(), isOperator: createOperators(config.OPERATORS, audit) })]
      : []),
  ];
}
