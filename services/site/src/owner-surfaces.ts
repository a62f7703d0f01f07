import type { RandomBytes } from '@vitae/accounts/applications/token';
import type { AuditLog } from '@vitae/accounts/audit/audit-log';
import { type CompanyStore, DEFAULT_TIME_ZONE } from '@vitae/accounts/companies/company-store';
import type { OwnerAccess } from '@vitae/accounts/grants/owner-access';
import type { Outbox } from '@vitae/accounts/mail/outbox';
import type { SecretBox } from '@vitae/accounts/secrets/secret-box';
import { type Caller, companyCaller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import type { Transact } from '@vitae/kit/transaction';
import type { UserRef } from '@vitae/proto/clients/resume-client';
import { Router } from 'express';
import type { Redis } from 'ioredis';
import type { Config } from './config.ts';
import { accountRoutes } from './features/account/account-routes.tsx';
import { createApplicationAccesses } from './features/account/application-accesses.ts';
import { createConnectedApplications } from './features/account/connected-applications.ts';
import type { CvEditor } from './features/account/editor/cv-editor.ts';
import type { OwnDesign } from './features/account/editor/own-design.ts';
import type { OwnPictures } from './features/account/editor/own-pictures.ts';
import { createEmailChange } from './features/account/email-change.ts';
import { createImportedCvs } from './features/account/imported-cvs.ts';
import type { ResetLinks } from './features/account/links/reset-links.ts';
import type { OwnCvs } from './features/account/own-cvs.ts';
import type { OwnData } from './features/account/own-data.ts';
import type { OwnFiles } from './features/account/own-files.ts';
import type { OwnProfile } from './features/account/own-profile.ts';
import type { OwnRecords } from './features/account/own-records.ts';
import { createAuthorization } from './features/consent/authorization.ts';
import { consentRoutes } from './features/consent/consent-routes.tsx';
import { handlePageErrors } from './features/errors/page-errors.tsx';
import { createPublicResponses } from './features/public-cvs/public-responses.tsx';
import { createAttemptLimiter } from './sessions/attempt-limiter.ts';
import { createCookie } from './sessions/cookie.ts';
import { createKeptForms } from './sessions/kept-form.ts';
import { createKnownDevices } from './sessions/known-devices.ts';
import { createResetLimit } from './sessions/link-use.ts';
import { createOneTimeForms } from './sessions/one-time-forms.ts';
import { createRateLimiter } from './sessions/rate-limiter.ts';
import { ownerSessionCookie } from './sessions/session-cookie.ts';
import { createVisitors } from './sessions/visitors.ts';

type OwnerSurfaceDependencies = {
  config: Pick<Config, 'OAUTH_URL' | 'SITE_URL' | 'RETENTION_DAYS'>;
  access: OwnerAccess;
  audit: Pick<AuditLog, 'record'>;
  redis: Redis;
  companies: CompanyStore;
  box: SecretBox;
  random: RandomBytes;
  cvs: OwnCvs;
  cvFiles: OwnFiles;
  editor: CvEditor;
  design: OwnDesign;
  pictures: OwnPictures;
  profile: OwnProfile;
  records: OwnRecords;
  data: OwnData;
  outbox: Pick<Outbox, 'add'>;
  /** Undefined if the site sends no mail. */
  resetLinks: Pick<ResetLinks, 'request'> | undefined;
  transact: Transact;
  /** Deletes a user everywhere, access included. */
  deleteUser: (user: UserRef, caller: Caller) => Promise<void>;
  clock: Clock;
  log: Logger;
};

/** The pages of CV owners: the consent screen on the host of OAuth, and the account. */
type OwnerSurfaces = { consent: Router; account: Router };

export function createOwnerSurfaces(dependencies: OwnerSurfaceDependencies): OwnerSurfaces {
  const { config, access, redis, companies, box, random, cvs, profile, deleteUser, clock, log } = dependencies;
  const { cvFiles, records, data, outbox, resetLinks, transact } = dependencies;
  const { applications, requestTokens, grants, accessLog, credentials, sessions, links } = access;
  const limiter = createAttemptLimiter({ redis, clock });
  const visitorsAt = (publicUrl: string) =>
    createVisitors({ cookie: ownerSessionCookie(publicUrl), sessions, credentials });
  const companyName = async (id: number) => (await companies.find(id))?.name ?? '';
  const timeZoneOf = async (id: number) => (await companies.find(id))?.timeZone ?? DEFAULT_TIME_ZONE;
  const consent = consentRoutes({
    authorization: createAuthorization({ requestTokens, grants, applications, box, random, clock }),
    visitors: visitorsAt(config.OAUTH_URL),
    devices: createKnownDevices({ box, clock, publicUrl: config.OAUTH_URL }),
    publicUrl: config.OAUTH_URL,
    siteUrl: config.SITE_URL,
    cvs,
    companyName,
    credentials,
    limiter,
  });
  const languageCookie = createCookie('vitae_language', config.SITE_URL);
  const rate = createRateLimiter(redis);
  const account = accountRoutes({
    credentials,
    limiter,
    sessions,
    visitors: visitorsAt(config.SITE_URL),
    devices: createKnownDevices({ box, clock, publicUrl: config.SITE_URL }),
    languageCookie,
    cvs,
    cvFiles,
    editor: dependencies.editor,
    design: dependencies.design,
    pictures: dependencies.pictures,
    oneTimeForms: createOneTimeForms({ redis, box }),
    importedCvs: createImportedCvs(redis),
    keptForms: createKeptForms({ box, clock, publicUrl: config.SITE_URL, record: 'kept form' }),
    rate,
    responses: createPublicResponses(languageCookie),
    profile,
    records,
    data,
    clock,
    emailChange: createEmailChange({
      ...{ links, outbox, transact, profile, clock },
      rate,
      siteUrl: config.SITE_URL,
    }),
    sendsMail: resetLinks !== undefined,
    links,
    transact,
    audit: dependencies.audit,
    companyName,
    resetLimit: createResetLimit(rate, 'owner-resets'),
    resetLinks,
    accesses: createApplicationAccesses({ accessLog, grants, applications, companyName, clock }),
    applications: createConnectedApplications({ grants, requestTokens, applications, companyName }),
    timeZoneOf,
    findCompany: companies.findByAddress,
    deleteUser: ({ userId, companyId }, requestId) =>
      deleteUser({ id: String(userId), byIdOrigin: false }, companyCaller(companyId, requestId)),
    retentionDays: config.RETENTION_DAYS,
    publicUrl: config.SITE_URL,
    log,
  });
  const accountPages = Router().use(account);
  accountPages.use(['/account', '/:company/sign-in'], handlePageErrors(log, config.SITE_URL));
  return { consent: onlyAt(CONSENT_PATHS, consent, log), account: accountPages };
}

/** Like routes, they match in any letter case. */
const CONSENT_PATHS = /^\/[a-z]{2}\/oauth\/(authorize|sign-in|sign-out)\/?$/i;

/** Errors of these pages are pages; other paths go on to the next handler. */
function onlyAt(paths: RegExp, routes: Router, log: Logger): Router {
  const pages = Router().use(routes, handlePageErrors(log));
  return Router().use((request, response, next) =>
    paths.test(request.path) ? pages(request, response, next) : next(),
  );
}
