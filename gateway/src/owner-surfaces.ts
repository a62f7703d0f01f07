import type { Clock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import { createSequence } from '@vitae/kit/sequence';
import type { Router } from 'express';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import type { ResumeClient } from './clients/resume-client.ts';
import { type CompanyStore, DEFAULT_TIME_ZONE } from './companies/company-store.ts';
import type { Config } from './config.ts';
import { createForgetOwner, type ForgetOwner } from './credentials/forget-owner.ts';
import { createOwnerCredentials, type OwnerCredentials } from './credentials/owner-credentials.ts';
import type { SecretBox } from './keys/secret-box.ts';
import { createApplicationStore } from './oauth/application-store.ts';
import { type Applications, createApplications } from './oauth/applications.ts';
import { createAuthorization } from './oauth/authorization.ts';
import { createGrantStore, type GrantStore } from './oauth/grant-store.ts';
import { createNonceStore } from './oauth/nonce-store.ts';
import { createRequestTokenStore } from './oauth/request-token-store.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { systemRandomness as random } from './oauth/token.ts';
import { createConnectedApplications } from './site/account/connected-applications.ts';
import { siteRoutes } from './site/routes.ts';
import { createAttemptLimiter } from './site/sessions/attempt-limiter.ts';
import { createCookie } from './site/sessions/cookie.ts';
import { createSessionStore, OWNER_SESSION } from './site/sessions/session-store.ts';
import { createVisitors } from './site/sessions/visitors.ts';

export type OwnerSurfaceDependencies = {
  config: Pick<Config, 'OAUTH_URL' | 'SITE_URL'>;
  connection: Connection;
  redis: Redis;
  companies: CompanyStore;
  box: SecretBox;
  resume: { call: Pick<ResumeClient['call'], 'DeleteUser'> };
  clock: Clock;
  log: Logger;
};

/** What CV owners meet: the OAuth steps with their screen, and the account. */
export type OwnerSurfaces = {
  oauth: Router;
  site: Router;
  applications: Applications;
  grants: GrantStore;
  credentials: OwnerCredentials;
  /** Run when a user is deleted. */
  forgetOwner: ForgetOwner;
};

/** As long as the resume service keeps a deleted user, in days. */
const RETENTION_DAYS = 30;

export function createOwnerSurfaces(dependencies: OwnerSurfaceDependencies): OwnerSurfaces {
  const { config, connection, redis, companies, box, resume, clock, log } = dependencies;
  const ids = createSequence(connection, 'application');
  const applications = createApplications({ store: createApplicationStore(connection), box, ids, random, clock });
  const requestTokens = createRequestTokenStore(connection);
  const grants = createGrantStore(connection);
  const credentials = createOwnerCredentials(connection);
  const sessions = createSessionStore({ redis, clock, kind: 'owner', limits: OWNER_SESSION });
  const limiter = createAttemptLimiter(redis);
  const visitorsAt = (publicUrl: string) =>
    createVisitors({ cookie: createCookie('vitae_session', publicUrl), sessions, credentials });
  const companyName = async (id: number) => (await companies.find(id))?.name ?? '';
  const timeZoneOf = async (id: number) => (await companies.find(id))?.timeZone ?? DEFAULT_TIME_ZONE;
  const forgetOwner = createForgetOwner({ grants, requestTokens, sessions, credentials });
  const oauth = oauthRoutes({
    tokens: { applications, requestTokens, grants, nonces: createNonceStore(redis), box, random, clock },
    consent: {
      authorization: createAuthorization({ requestTokens, applications, box, random, clock }),
      visitors: visitorsAt(config.OAUTH_URL),
      publicUrl: config.OAUTH_URL,
      companyName,
      credentials,
      limiter,
    },
    publicUrl: config.OAUTH_URL,
    log,
  });
  const site = siteRoutes({
    account: {
      credentials,
      limiter,
      sessions,
      visitors: visitorsAt(config.SITE_URL),
      languageCookie: createCookie('vitae_language', config.SITE_URL),
      applications: createConnectedApplications({ grants, requestTokens, applications, companyName }),
      timeZoneOf,
      deleteUser: async ({ userId, companyId }, requestId) => {
        const caller = { companyId, userId: 0, applicationId: 0, requestId };
        await resume.call.DeleteUser({ id: String(userId), byIdOrigin: false }, { caller });
      },
      forgetOwner,
      retentionDays: RETENTION_DAYS,
      publicUrl: config.SITE_URL,
    },
    log,
  });
  return { oauth, site, applications, grants, credentials, forgetOwner };
}
