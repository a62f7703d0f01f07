import { type Caller, companyCaller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import type { Router } from 'express';
import type { Redis } from 'ioredis';
import type { UserKey } from '@vitae/proto/clients/resume-client';
import { type CompanyStore, DEFAULT_TIME_ZONE } from '@vitae/accounts/companies/company-store';
import type { Config } from '@vitae/gateway/config';
import type { ApplicationRefusals } from '@vitae/gateway/consumption/application-rejections';
import type { SecretBox } from '@vitae/accounts/keys/secret-box';
import { createAuthorization } from './features/consent/authorization.ts';
import { createNonceStore } from '@vitae/gateway/auth/oauth/nonce-store';
import { oauthRoutes } from '@vitae/gateway/features/oauth-tokens/oauth-routes';
import { systemRandomness as random } from '@vitae/accounts/applications/token';
import type { OwnerAccess } from '@vitae/accounts/grants/owner-access';
import type { ReplayBarrier } from '@vitae/gateway/quota/replay-barrier';
import { createConnectedApplications } from './features/account/connected-applications.ts';
import type { OwnCvs } from './features/account/own-cvs.ts';
import { siteRoutes } from './account-site.ts';
import { createAttemptLimiter } from './sessions/attempt-limiter.ts';
import { createCookie } from './sessions/cookie.ts';
import { createVisitors } from './sessions/visitors.ts';

export type OwnerSurfaceDependencies = {
  config: Pick<Config, 'OAUTH_URL' | 'SITE_URL' | 'RETENTION_DAYS'>;
  access: OwnerAccess;
  redis: Redis;
  barrier: ReplayBarrier;
  companies: CompanyStore;
  box: SecretBox;
  cvs: OwnCvs;
  /** Deletes a user everywhere, access included. */
  deleteUser: (user: UserKey, caller: Caller) => Promise<void>;
  refusals: ApplicationRefusals;
  clock: Clock;
  log: Logger;
};

/** What CV owners meet: the OAuth steps with their screen, and the account. */
export type OwnerSurfaces = { oauth: Router; site: Router };

export function createOwnerSurfaces(dependencies: OwnerSurfaceDependencies): OwnerSurfaces {
  const { config, access, redis, barrier, companies, box, cvs, deleteUser, refusals, clock, log } = dependencies;
  const { applications, requestTokens, grants, credentials, sessions } = access;
  const limiter = createAttemptLimiter(redis);
  const visitorsAt = (publicUrl: string) =>
    createVisitors({ cookie: createCookie('vitae_session', publicUrl), sessions, credentials });
  const companyName = async (id: number) => (await companies.find(id))?.name ?? '';
  const timeZoneOf = async (id: number) => (await companies.find(id))?.timeZone ?? DEFAULT_TIME_ZONE;
  const oauth = oauthRoutes({
    tokens: { applications, requestTokens, grants, nonces: createNonceStore(redis, barrier), box, random, clock },
    consent: {
      authorization: createAuthorization({ requestTokens, applications, box, random, clock }),
      visitors: visitorsAt(config.OAUTH_URL),
      publicUrl: config.OAUTH_URL,
      companyName,
      credentials,
      limiter,
    },
    refusals,
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
      cvs,
      applications: createConnectedApplications({ grants, requestTokens, applications, companyName }),
      timeZoneOf,
      deleteUser: ({ userId, companyId }, requestId) =>
        deleteUser({ id: String(userId), byIdOrigin: false }, companyCaller(companyId, requestId)),
      retentionDays: config.RETENTION_DAYS,
      publicUrl: config.SITE_URL,
    },
    log,
  });
  return { oauth, site };
}
