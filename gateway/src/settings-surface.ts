import type { Clock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import type { Router } from 'express';
import type { Redis } from 'ioredis';
import type { AuditLog } from './audit/audit-log.ts';
import type { CompanyStore } from './companies/company-store.ts';
import type { Config } from './config.ts';
import type { Administrators } from './credentials/administrators.ts';
import { createAttemptLimiter } from './site/sessions/attempt-limiter.ts';
import { createCookie } from './site/sessions/cookie.ts';
import { createSessionStore } from './site/sessions/session-store.ts';
import {
  ADMINISTRATOR_SESSION,
  createAdministratorVisitors,
  HALFWAY_SESSION,
} from './site/settings/administrator-visitors.ts';
import { createLimitsArea } from './site/settings/limits/limits-area.tsx';
import type { SettingsArea } from './site/settings/settings-area.ts';
import { settingsRoutes } from './site/settings/settings-routes.ts';
import { createSettingsSite } from './site/settings/settings-site.tsx';
import { signInRoutes } from './site/settings/sign-in/sign-in-routes.tsx';

export type SettingsSurfaceDependencies = {
  config: Pick<Config, 'SITE_URL'>;
  redis: Redis;
  companies: CompanyStore;
  administrators: Administrators;
  audit: AuditLog;
  /** The calls of the intensive quota. */
  intensiveCalls: readonly string[];
  clock: Clock;
  log: Logger;
};

/** What administrators of companies meet: /settings. A new area goes into the list here, in the order of the menu. */
export function createSettingsSurface(dependencies: SettingsSurfaceDependencies): Router {
  const { config, redis, companies, administrators, audit, intensiveCalls, clock, log } = dependencies;
  const sessions = createSessionStore({ redis, clock, kind: 'administrator', limits: ADMINISTRATOR_SESSION });
  const halfway = createSessionStore({ redis, clock, kind: 'administrator-halfway', limits: HALFWAY_SESSION });
  const visitors = createAdministratorVisitors({
    cookie: createCookie('vitae_settings', config.SITE_URL),
    sessions,
    halfway,
    administrators,
  });
  const areas: SettingsArea[] = [createLimitsArea({ intensiveCalls })];
  const site = createSettingsSite({
    visitors,
    languageCookie: createCookie('vitae_language', config.SITE_URL),
    companies,
    audit,
    areas: areas.map(({ name }) => name),
    publicUrl: config.SITE_URL,
  });
  const limiter = createAttemptLimiter(redis);
  const entrance = [signInRoutes(site, { visitors, administrators, limiter, audit })];
  return settingsRoutes({ site, entrance, areas, log });
}
