import type { CvPasswords } from '@vitae/accounts/credentials/cv-passwords';
import type { AccessRecorder } from '@vitae/accounts/grants/access-recorder';
import type { OwnerAccess } from '@vitae/accounts/grants/owner-access';
import type { SecretBox } from '@vitae/accounts/secrets/secret-box';
import type { Clock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import type { ArtifactClient } from '@vitae/proto/clients/exports/artifact-client';
import type { Exports } from '@vitae/proto/clients/exports/exports';
import type { Services } from '@vitae/proto/clients/services';
import type { Router } from 'express';
import type { Redis } from 'ioredis';
import type { Config } from '../../config.ts';
import { createAttemptLimiter } from '../../sessions/attempt-limiter.ts';
import { createCookie } from '../../sessions/cookie.ts';
import { createKnownDevices } from '../../sessions/known-devices.ts';
import { createRateLimiter } from '../../sessions/rate-limiter.ts';
import { ownerSessionCookie } from '../../sessions/session-cookie.ts';
import { createApplicationAccess } from './application-access.ts';
import { createCvFiles } from './cv-files.ts';
import { createPublicResponses } from './public-responses.tsx';
import { publicRoutes } from './public-routes.ts';
import { createUnlockedCvs } from './unlocked-cvs.ts';
import { createCountVisit } from './visits.ts';

type PublicSiteDependencies = {
  config: Pick<Config, 'SITE_URL' | 'EXPORT_WAIT_MS'>;
  services: Pick<Services, 'resume' | 'stats'>;
  exports: Exports;
  artifacts: ArtifactClient;
  redis: Redis;
  access: Pick<OwnerAccess, 'grants' | 'applications' | 'sessions'>;
  accessRecorder: AccessRecorder;
  passwords: CvPasswords;
  box: SecretBox;
  clock: Clock;
  log: Logger;
};

/** Creates the public pages: published CVs and their files. */
export function createPublicSite(dependencies: PublicSiteDependencies): Router {
  const { config, services, exports, artifacts, redis, access, accessRecorder, passwords, box, clock, log } =
    dependencies;
  const publicUrl = config.SITE_URL;
  const rate = createRateLimiter(redis);
  return publicRoutes({
    resume: services.resume,
    applicationAccess: createApplicationAccess({ ...access, accessRecorder }),
    files: createCvFiles({ exports, artifacts, rate, waitMs: config.EXPORT_WAIT_MS }),
    responses: createPublicResponses(createCookie('vitae_language', publicUrl)),
    unlocked: createUnlockedCvs({ box, clock, publicUrl }),
    countVisit: createCountVisit({
      stats: services.stats,
      sessions: access.sessions,
      sessionCookie: ownerSessionCookie(publicUrl),
      log,
    }),
    passwords,
    limiter: createAttemptLimiter({ redis, clock }),
    devices: createKnownDevices({ box, clock, publicUrl }),
    publicUrl,
    clock,
    log,
  });
}
